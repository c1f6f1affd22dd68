import { type LinePlace, linesOf } from './lines.ts';
import type { Problem, ReadLine } from './parse-line.ts';

/** A line that is not blank, parsed or with its problem. */
export interface Entry {
  readonly place: LinePlace;
  readonly content: ReadLine | Problem;
}

/**
 * Limits of a batch, which is one transaction. The embedded store does one thing at a time, so that this also bounds
 * how long other requests of a running service wait.
 */
const batchLines = 200;
const batchBytes = 4 * 1024 * 1024;

/** The entries of a file after a position, in batches. */
export async function* batchesOf(
  path: string,
  after: LinePlace,
  parse: (text: string, number: number) => ReadLine | Problem,
): AsyncGenerator<readonly Entry[]> {
  let batch: Entry[] = [];
  let start = after.end;
  for await (const line of linesOf(path, after)) {
    if ('text' in line && line.text.trim() === '') continue;
    const content = 'text' in line ? parse(line.text, line.number) : { problem: line.problem };
    batch.push({ place: { number: line.number, end: line.end }, content });
    if (batch.length === batchLines || line.end - start >= batchBytes) {
      yield batch;
      batch = [];
      start = line.end;
    }
  }
  if (batch.length > 0) yield batch;
}
