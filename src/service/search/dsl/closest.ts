import leven from 'leven';

/**
 * The known name closest to one that is not known: by the letters of all of it, or of its last part alone, since people
 * leave out or mistake what stands before.
 */
export function closest(name: string, known: Iterable<string>): string | undefined {
  const given = name.slice(0, 100).toLowerCase();
  const away = (other: string): readonly [number, number] => {
    const whole = leven(given, other.toLowerCase());
    return [Math.min(whole, leven(lastPart(given), lastPart(other.toLowerCase())) + 1), whole];
  };
  return [...known]
    .map((other) => ({ other, away: away(other) }))
    .toSorted((a, b) => a.away[0] - b.away[0] || a.away[1] - b.away[1])
    .at(0)?.other;
}

/** The known name that was probably meant: two of its letters differ, or a third of a long one's. */
export function likely(name: string, known: Iterable<string>): string | undefined {
  const other = closest(name, known);
  return other !== undefined && leven(name.slice(0, 100), other) <= Math.max(2, other.length / 3) ? other : undefined;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
