/**
 * Finds which results of a search belong to which of several items, if a result does not show what it was found by: items
 * are numbered, and for each binary digit two searches are made, for the items with a 0 there and for those with a 1. A
 * result in exactly one of each pair belongs to the item with that number: n items take 2·⌈log2 n⌉ searches, all
 * concurrent. Items that may share a result with another are searched alone, at most `maxAlone` of them.
 */
export async function locate<Item>(
  items: readonly Item[],
  search: (some: readonly Item[]) => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<Item, ReadonlySet<string>>> {
  const [only] = items;
  if (items.length <= 1) return new Map(only === undefined ? [] : [[only, await search(items)]]);
  const digits = Array.from({ length: Math.ceil(Math.log2(items.length)) }, (_, digit) => 2 ** digit);
  const halves = await Promise.all(
    digits.map(async (digit) => {
      const [zeros, ones] = await Promise.all([
        search(items.filter((_, at) => (at & digit) === 0)),
        search(items.filter((_, at) => (at & digit) !== 0)),
      ]);
      return { digit, zeros, ones };
    }),
  );
  const found = new Map<Item, Set<string>>();
  const shared = new Set<Item>();
  for (const result of new Set(halves.flatMap(({ zeros, ones }) => [...zeros, ...ones]))) {
    const own = items.filter((_, at) =>
      halves.every(({ digit, zeros, ones }) => ((at & digit) === 0 ? zeros : ones).has(result)),
    );
    for (const item of own) {
      if (own.length > 1) shared.add(item);
      else found.set(item, (found.get(item) ?? new Set()).add(result));
    }
  }
  const alone = [...shared].slice(0, maxAlone);
  const results = await Promise.all(alone.map(async (item) => [item, await search([item])] as const));
  return new Map([...found, ...results]);
}

/** Maximum number of items searched one by one, if several share a result. */
const maxAlone = 20;
