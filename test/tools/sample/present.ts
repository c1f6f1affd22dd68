/** The object without its null members: a record says nothing of what it does not know. */
export function present<T extends object>(members: T): Partial<T> {
  const known: Partial<T> = {};
  for (const name in members) if (members[name] !== null) known[name] = members[name];
  return known;
}
