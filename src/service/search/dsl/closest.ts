import leven from 'leven';

/**
 * The known name that was probably meant; undefined where none is close. Compared are all letters or those of the last
 * part alone, since people leave out or mistake what stands before. Of a name with a known one before its last part, such
 * as `x.keyword` of a keyword `x`, that one is meant.
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

/** By how many letters a name differs from a known one: close are one of a short name, two, or a third of a long one. */
function away(given: string, known: string): { readonly by: number; readonly isClose: boolean } {
  const by = leven(given, known.toLowerCase());
  return { by, isClose: by <= (known.length < 4 ? 1 : Math.max(2, known.length / 3)) };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
