/** A tool's answer before truncation. */
export interface Shaped {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The lists in `fields` that may be truncated, all to the same length. */
  readonly lists?: readonly string[];
  /** How to continue after `kept` items of the lists; undefined if there are no more. */
  readonly next?: (kept: number) => object | string | undefined;
  /** Texts of others are already cleaned and marked. */
  readonly isMarked?: boolean;
  /** How to continue, if more than the lists was cut. */
  readonly cutNext?: string;
}

/**
 * Estimates the tokens of a text. An upper bound for JSON of names, ids and numbers, since most tokens of o200k are
 * longer; a character outside ASCII may be a token for each two of its bytes. The tokenizer itself would take 2 MB per
 * process.
 */
export const estimatedTokens = (text: string): number => {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d{1,3}|[\u0080-\u07ff]|[\u0800-\uffff]|[^A-Za-z\d\s]/gu)) {
    const [first = ''] = piece;
    if (/^[A-Za-z]/.test(first)) tokens += Math.ceil(piece.length / 5);
    else if (first > '\u07ff') tokens += 2;
    else tokens += 1;
  }
  return tokens;
};

/**
 * Truncates the lists until the answer is within the maximum, and adds how to continue. If an answer with one item is
 * still too long, texts and lists within it are shortened, too.
 */
export const fitted = ({ fields, lists = [], next, cutNext }: Shaped, maxTokens: number): Record<string, unknown> => {
  const whole = Math.max(0, ...lists.map((list) => listIn(fields, list).length));
  const answerOf = (kept: number): Record<string, unknown> => {
    const following = next?.(kept);
    return {
      ...fields,
      ...Object.fromEntries(lists.map((list) => [list, listIn(fields, list).slice(0, kept)])),
      ...(following !== undefined && { next: following }),
    };
  };
  for (let kept = whole; ; kept -= Math.max(1, Math.floor(kept / 10))) {
    const answer = answerOf(kept);
    if (estimatedTokens(JSON.stringify(answer)) <= maxTokens) return answer;
    if (kept <= 1) return shortened({ ...answer, ...(cutNext !== undefined && { next: cutNext }) }, maxTokens);
  }
};

const listIn = (fields: Readonly<Record<string, unknown>>, list: string): readonly unknown[] => {
  const items = fields[list];
  return Array.isArray(items) ? items : [];
};

/** The answer with its texts and inner lists as short as needed; `next` stays as it is. */
function shortened({ next, ...answer }: Record<string, unknown>, maxTokens: number): Record<string, unknown> {
  for (let most = 32; most > 0; most = Math.floor(most / 2)) {
    const cut = { ...Object(cutTo(answer, most)), ...(next !== undefined && { next }), cut: true };
    if (estimatedTokens(JSON.stringify(cut)) <= maxTokens) return cut;
  }
  return { ...(next !== undefined && { next }), cut: true };
}

const cutTo = (value: unknown, most: number): unknown => {
  if (typeof value === 'string') return value.length > 4 * most ? `${[...value].slice(0, 4 * most).join('')}…` : value;
  if (Array.isArray(value)) return value.slice(0, most).map((one) => cutTo(one, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 2 * most)
      .map(([name, one]) => [name, cutTo(one, most)]),
  );
};
