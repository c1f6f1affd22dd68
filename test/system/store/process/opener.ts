/** A process that opens a store, says each of its events on a line of JSON, and ends. */
import { openStore } from '../../../../src/store/open.ts';

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

const store = await openStore(JSON.parse(process.argv[2] ?? ''), { log: say });
await store.close();
