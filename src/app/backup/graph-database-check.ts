import { DatabaseSync } from 'node:sqlite';
import { CommandFailure } from '../command-failure.ts';

/** The bytes of SQLite's header that say whether a file has a write-ahead log, without which alone it opens in memory. */
const [writeVersion, readVersion] = [18, 19];

/**
 * Refuses bytes that are not a whole database of the graph.
 *
 * @param what they are, as a sentence begins
 * @throws {CommandFailure}
 */
export const demandGraphDatabase = (bytes: Uint8Array, what: string): void => {
  const image = Uint8Array.from(bytes);
  for (const at of [writeVersion, readVersion]) if (image[at] === 2) image[at] = 1;
  using sqlite = new DatabaseSync(':memory:');
  let problem: string;
  try {
    sqlite.deserialize(image);
    const ours = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'").get();
    const result = sqlite.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (ours !== undefined && result === 'ok') return;
    problem = ours === undefined ? 'it has none of its tables' : String(result);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  throw new CommandFailure(`${what} is not a complete graph database: ${problem}.`);
};
