import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { sqlState } from '../sql-error.ts';
import type { Entry } from './entries.ts';
import type { ImportLine, LineOf } from './line.ts';
import { type Outcome, outcomeOf, together } from './outcome.ts';
import { keepPlace, type Place, type Run } from './place.ts';
import { resolveReferences } from './reference.ts';
import type { SideFile } from './side-file.ts';
import { sum } from './summary.ts';
import { type WriteOptions, writeCompanyLines, writeProfileLines } from './write-records.ts';
import { writeConnectionLines, writeListLines, writeNoteLines, writeTagLines } from './write-statements.ts';

export interface BatchContext {
  readonly db: Kysely<Database>;
  readonly run: Run;
  readonly sideFile: SideFile;
  readonly options: WriteOptions;
}

/** Omitted parts of a valid line. */
function noted({ place, content }: Entry): Outcome {
  if ('problem' in content) return outcomeOf({});
  const { leftOut, unknownDates } = content;
  const notes = [...leftOut.map((note) => `left out: ${note}`), ...unknownDates.map((note) => `unknown date: ${note}`)];
  return {
    ...outcomeOf({ leftOut: leftOut.length, unknownDates: unknownDates.length }),
    notes: notes.map((note) => ({ line: place.number, note })),
  };
}

async function writeEntries(trx: Kysely<Database>, entries: readonly Entry[], options: WriteOptions): Promise<Outcome> {
  const lines: ImportLine[] = [];
  const rejected = [];
  for (const { place, content } of entries) {
    if ('problem' in content) rejected.push({ line: place.number, reason: content.problem });
    else lines.push(content.content);
  }
  return together([
    outcomeOf({ lines: entries.length }, rejected),
    ...entries.map(noted),
    await writeLines(trx, lines, options),
  ]);
}

/**
 * Writes a batch and its position in one transaction. If a value cannot be stored, the batch is halved repeatedly until
 * the line with it is isolated and rejected.
 *
 * @param before position before the batch
 * @returns the position after it
 */
export async function writeBatch(context: BatchContext, entries: readonly Entry[], before: Place): Promise<Place> {
  const { db, run, sideFile, options } = context;
  try {
    return await db.transaction().execute(async (trx) => {
      const { summary, rejected, notes } = await writeEntries(trx, entries, options);
      await sideFile.note(run.files[before.file]?.name ?? '', [...rejected, ...notes]);
      const place = {
        file: before.file,
        line: entries.at(-1)?.place ?? before.line,
        rejectBytes: sideFile.length,
        summary: sum(before.summary, summary),
      };
      await keepPlace(trx, run, place);
      return place;
    });
  } catch (error) {
    const [only, ...others] = entries;
    if (!isUnstorable(error) || only === undefined) throw error;
    await sideFile.cut(before.rejectBytes);
    if (others.length > 0) {
      const half = Math.ceil(entries.length / 2);
      const between = await writeBatch(context, entries.slice(0, half), before);
      return writeBatch(context, entries.slice(half), between);
    }
    if ('problem' in only.content) throw error;
    const problem = `line: can’t be stored: ${error.message}`;
    return writeBatch(context, [{ ...only, content: { problem } }], before);
  }
}

/** SQLSTATE classes of errors caused by a value: data exceptions, constraint violations, limits of the engine. */
const blamingTheValue = /^(?:22|23|54)/;

/** Whether a write failed because of a value, so that other lines may still succeed. */
function isUnstorable(error: unknown): error is Error {
  // A document nested too deeply for the stack.
  if (error instanceof RangeError) return true;
  return error instanceof Error && blamingTheValue.test(sqlState(error) ?? '');
}

/**
 * Writes lines within a transaction: records first, then lines that refer to them.
 *
 * @param options `team`: owner of lists, tags and notes in lines without a team
 * @throws the engine's error if a value cannot be stored; the transaction must then be rolled back
 */
async function writeLines(
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
