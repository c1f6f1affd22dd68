/**
 * A process that opens a store and holds it until its standard input ends. Each line of input is written to the store
 * as a setting's name. Says what it did on lines of JSON.
 */
import { createInterface } from 'node:readline';
import { openStore } from '../../../../src/store/open.ts';
import { emptyTemplate } from '../../../support/store.ts';

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const store = await openStore(JSON.parse(process.argv[2] ?? ''), { template: await emptyTemplate() });
  say({ opened: true, fresh: store.fresh });
  for await (const name of createInterface(process.stdin)) {
    await store.db.insertInto('setting').values({ name, value: '' }).execute();
    say({ wrote: name });
  }
  await store.close();
} catch (error) {
  say({ opened: false, message: error instanceof Error ? error.message : error });
}
