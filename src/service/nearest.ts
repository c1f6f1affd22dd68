/** How many single-character edits lead from `a` to `b` (Levenshtein). */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known name that was probably meant: at most a third of its letters differ. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 64) return undefined;
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const away = distance(name.toLowerCase(), candidate.toLowerCase());
    if (away <= candidate.length / 3 && (best === undefined || away < best.distance)) {
      best = { name: candidate, distance: away };
    }
  }
  return best?.name;
}
