import leven from 'leven';

/**
 * The closest known name, for error sentences; undefined if none is close. Compares whole names, and last parts alone,
 * since the path before is often missing or wrong. If the name without its last part is known, as in `x.keyword` of a
 * keyword `x`, that is the closest.
 */
export function closest(name: string, known: ReadonlySet<string>): string | undefined {
  const given = name.slice(0, 100).toLowerCase();
  const before = given.slice(0, -lastPart(given).length - 1);
  if (known.has(before)) return before;
  const candidates = [...known].flatMap((other) => {
    const [whole, last] = [away(given, other), away(lastPart(given), lastPart(other))];
    return whole.isClose || last.isClose ? [{ other, by: Math.min(whole.by, last.by + 1), whole: whole.by }] : [];
  });
  return candidates.toSorted((a, b) => a.by - b.by || a.whole - b.whole).at(0)?.other;
}

/** Edit distance to a known name. Close means one letter for a short name, otherwise two, or a third of a long one. */
function away(given: string, known: string): { readonly by: number; readonly isClose: boolean } {
  const by = leven(given, known.toLowerCase());
  return { by, isClose: by <= (known.length < 4 ? 1 : Math.max(2, known.length / 3)) };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
