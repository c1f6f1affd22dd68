/** A process that, told to go by a first line of input, takes a directory and keeps it until its input ends. */
import { createInterface } from 'node:readline';
import { StoreInUse, takeOwnership } from '../../../../src/store/owner/owner.ts';

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

say({ ready: true });
for await (const _go of createInterface(process.stdin)) {
  try {
    await takeOwnership(process.argv[2] ?? '');
    say({ owner: true });
  } catch (error) {
    if (!(error instanceof StoreInUse)) throw error;
    say({ owner: false });
  }
}
