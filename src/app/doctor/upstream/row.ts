/** One check of an upstream: its name, the finding, and what that means for the operator of the graph. */
export interface Row {
  readonly check: string;
  readonly found: string;
  readonly means: string;
  /** `warning`: something could be better; `problem`: the graph answers wrongly or overpays until it is fixed. */
  readonly state: 'ok' | 'warning' | 'problem';
}

const leastCheck = 26;
const widths = { found: 40, means: 54 } as const;

/** Formats the rows as a table of three columns, wrapped at words. */
export function* printTable(rows: readonly Row[]): Generator<string> {
  // A field path counts as one word.
  const longest = Math.max(leastCheck, ...rows.flatMap(({ check }) => check.split(' ')).map(({ length }) => length));
  const line = (state: string, check = '', found = '', means = ''): string =>
    `${state.padEnd(8)} ${check.padEnd(longest)} ${found.padEnd(widths.found)} ${means}`.trimEnd();
  yield line('', 'check', 'what we found', 'what it means for you');
  for (const { check, found, means, state } of rows) {
    const columns = [wrapped(check, longest), wrapped(found, widths.found), wrapped(means, widths.means)];
    const height = Math.max(...columns.map(({ length }) => length));
    for (let at = 0; at < height; at += 1)
      yield line(at === 0 ? state : '', columns[0]?.[at], columns[1]?.[at], columns[2]?.[at]);
  }
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = '';
    }
    current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
