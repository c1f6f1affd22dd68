/** What a tool answers, before it is cut to its bound. */
export interface Shaped {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The member of `fields` that may be cut at its end. */
  readonly list?: string;
  /** What to call to go on after `kept` items of the list; undefined where there is nothing more. */
  readonly next?: (kept: number) => object | string | undefined;
}

/**
 * An estimate of the tokens of a text, from above for JSON of names, ids and numbers: most tokens of o200k are longer. The
 * tokenizer itself would be 2 MB for each process.
 */
const estimatedTokens = (text: string): number => {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d{1,3}|[^A-Za-z\d\s]/g))
    tokens += /^[A-Za-z]/.test(piece) ? Math.ceil(piece.length / 5) : 1;
  return tokens;
};

/** Drops items at the end of the list until the answer is within its bound, and says how to go on. */
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
