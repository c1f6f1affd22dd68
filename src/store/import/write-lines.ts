import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { ImportLine, LineOf } from './line.ts';
import { type Outcome, together } from './outcome.ts';
import { resolveReferences } from './reference.ts';
import { type WriteOptions, writeCompanyLines, writeProfileLines } from './write-records.ts';
import { writeConnectionLines, writeListLines, writeNoteLines, writeTagLines } from './write-statements.ts';

/**
 * Writes what the lines say, in the transaction given: records first, then what names them.
 *
 * @param options `team`: whose lists, tags and notes these are where a line does not say
 * @throws the engine's error where a value can't be stored; then nothing of the transaction counts
 */
export async function writeLines(
  trx: Kysely<Database>,
  lines: readonly ImportLine[],
  options: WriteOptions,
): Promise<Outcome> {
  const { team } = options;
  const of = <K extends ImportLine['kind']>(kind: K) => lines.filter((line): line is LineOf<K> => line.kind === kind);
  const outcomes = [
    await writeProfileLines(trx, of('profile'), options),
    await writeCompanyLines(trx, of('company'), options),
  ];
  const references = await resolveReferences(trx, lines, team);
  return together([
    ...outcomes,
    await writeConnectionLines(trx, of('connection'), references),
    await writeListLines(trx, of('list'), references),
    await writeTagLines(trx, of('tag'), references),
    await writeNoteLines(trx, of('note'), references),
  ]);
}
