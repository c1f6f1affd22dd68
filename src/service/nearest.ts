import leven from 'leven';

/** The known name that was probably meant: at most a third of its letters differ. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 64) return undefined;
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const away = leven(name.toLowerCase(), candidate.toLowerCase());
    if (away <= candidate.length / 3 && (best === undefined || away < best.distance)) {
      best = { name: candidate, distance: away };
    }
  }
  return best?.name;
}
