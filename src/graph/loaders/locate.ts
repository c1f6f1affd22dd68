/**
 * Finds which results of a search belong to which of several items, if a result does not show what it was found by: each item
 * is in another half of a few searches, all concurrent. A result of one item is in exactly that half; one of several items
 * is in more of them, and its items are searched alone, at most `maxAlone` of them. Twenty items take 6 searches, a
 * thousand take 13.
 */
export async function locate<Item>(
  items: readonly Item[],
  search: (some: readonly Item[]) => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<Item, ReadonlySet<string>>> {
  const [only] = items;
  if (items.length <= 1) return new Map(only === undefined ? [] : [[only, await search(items)]]);
  const codes = codesFor(items.length);
  const searches = Array.from({ length: codes.searches }, (_, at) =>
    search(items.filter((_, item) => codes.of[item]?.has(at))),
  );
  const results = await Promise.all(searches);
  const found = new Map<Item, Set<string>>();
  const shared = new Set<Item>();
  for (const result of new Set(results.flatMap((one) => [...one]))) {
    const own = items.filter((_, item) => [...(codes.of[item] ?? [])].every((at) => results[at]?.has(result)));
    for (const item of own) {
      if (own.length > 1) shared.add(item);
      else found.set(item, (found.get(item) ?? new Set()).add(result));
    }
  }
  const alone = [...shared].slice(0, maxAlone);
  const answers = await Promise.all(alone.map(async (item) => [item, await search([item])] as const));
  return new Map([...found, ...answers]);
}

/** Maximum number of items searched one by one, if several share a result. */
const maxAlone = 20;

/**
 * Sets of searches, one for each of `count` items, none of which contains another: all subsets of one size. That size is half
 * of the searches, of which there are most (Sperner).
 */
function codesFor(count: number): { readonly searches: number; readonly of: readonly ReadonlySet<number>[] } {
  for (let searches = 2; ; searches += 1) {
    const of = subsets(searches, Math.floor(searches / 2), count);
    if (of.length === count) return { searches, of };
  }
}

/** At most `most` subsets of `size` of the numbers below `below`. */
function subsets(below: number, size: number, most: number): readonly ReadonlySet<number>[] {
  const found: ReadonlySet<number>[] = [];
  const extend = (chosen: readonly number[], from: number): void => {
    if (chosen.length === size) found.push(new Set(chosen));
    else
      for (let next = from; next <= below - (size - chosen.length) && found.length < most; next += 1)
        extend([...chosen, next], next + 1);
  };
  extend([], 0);
  return found;
}
