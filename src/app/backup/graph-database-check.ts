import { DatabaseSync } from 'node:sqlite';
import { storedFormat } from '../../graph/state/stored-format.ts';
import { reasonOf } from '../../telemetry/reason.ts';
import { CommandFailure } from '../command-failure.ts';

/** Offsets in SQLite's header of the format versions; 2 means WAL mode, in which a database does not open in memory. */
const [writeVersion, readVersion] = [18, 19];

/**
 * Demands that bytes are a complete database of a graph, in the present format.
 *
 * @param what the subject of the error's sentence
 * @throws {CommandFailure}
 */
export const demandGraphDatabase = (bytes: Uint8Array, what: string): void => {
  const image = Uint8Array.from(bytes);
  for (const at of [writeVersion, readVersion]) if (image[at] === 2) image[at] = 1;
  using sqlite = new DatabaseSync(':memory:');
  let problem: string;
  try {
    sqlite.deserialize(image);
    const format = sqlite.prepare('PRAGMA user_version').get()?.user_version;
    const ours = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'").get();
    const result = sqlite.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (ours === undefined) problem = 'it has none of its tables';
    else if (format !== storedFormat) problem = `it must have format ${storedFormat}, but has ${format}`;
    else if (result === 'ok') return;
    else problem = String(result);
  } catch (error) {
    problem = reasonOf(error);
  }
  throw new CommandFailure(`${what} is not a complete graph database: ${problem}.`);
};
