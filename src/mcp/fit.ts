/** A tool's answer before truncation. */
export interface Shaped {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The list in `fields` that may be truncated. */
  readonly list?: string;
  /** How to continue after `kept` items of the list; undefined if there are no more. */
  readonly next?: (kept: number) => object | string | undefined;
}

/**
 * Estimates the tokens of a text. An upper bound for JSON of names, ids and numbers, since most tokens of o200k are
 * longer. The tokenizer itself would take 2 MB per process.
 */
const estimatedTokens = (text: string): number => {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d{1,3}|[^A-Za-z\d\s]/g))
    tokens += /^[A-Za-z]/.test(piece) ? Math.ceil(piece.length / 5) : 1;
  return tokens;
};

/** Truncates the list until the answer is within the maximum, and adds how to continue. */
export const fitted = ({ fields, list, next }: Shaped, maxTokens: number): Record<string, unknown> => {
  const items: unknown = list === undefined ? undefined : fields[list];
  const all: readonly unknown[] = Array.isArray(items) ? items : [];
  for (let kept = all.length; ; kept -= Math.max(1, Math.floor(kept / 10))) {
    const following = next?.(kept);
    const answer = {
      ...fields,
      ...(list !== undefined && { [list]: all.slice(0, kept) }),
      ...(following !== undefined && { next: following }),
    };
    if (kept <= 1 || estimatedTokens(JSON.stringify(answer)) <= maxTokens) return answer;
  }
};
