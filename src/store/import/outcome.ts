import type { Problem } from './parse-line.ts';
import { emptySummary, type ImportSummary, sum } from './summary.ts';

/** A rejected line, with the reason as a sentence. */
export interface Rejected {
  readonly line: number;
  readonly reason: string;
}

/** A problem of a line that was imported nevertheless. */
export interface Noted {
  readonly line: number;
  readonly note: string;
}

/** The result of writing some lines. */
export interface Outcome {
  readonly summary: ImportSummary;
  readonly rejected: readonly Rejected[];
  readonly notes: readonly Noted[];
}

export const outcomeOf = (summary: Partial<ImportSummary>, rejected: readonly Rejected[] = []): Outcome => ({
  summary: { ...emptySummary, ...summary, rejected: rejected.length },
  rejected,
  notes: [],
});

export const together = (outcomes: readonly Outcome[]): Outcome => ({
  summary: outcomes.map(({ summary }) => summary).reduce(sum, emptySummary),
  rejected: outcomes.flatMap(({ rejected }) => rejected).sort((a, b) => a.line - b.line),
  notes: outcomes.flatMap(({ notes }) => notes),
});

/** Maps lines to rows, and rejects those with a problem. */
export function take<Line extends { readonly number: number }, Row extends object>(
  lines: readonly Line[],
  rowOf: (line: Line, at: number) => Row | Problem,
): { readonly rows: readonly Row[]; readonly rejected: readonly Rejected[] } {
  const rows: Row[] = [];
  const rejected: Rejected[] = [];
  for (const [at, line] of lines.entries()) {
    const row = rowOf(line, at);
    if ('problem' in row) rejected.push({ line: line.number, reason: row.problem });
    else rows.push(row);
  }
  return { rows, rejected };
}
