/** Reads a JSON document whose parts may or may not be there. */

type Member = readonly [name: string, value: unknown];

/** An object's members in their order; none for whatever is no object. */
export const members = (value: unknown): readonly Member[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** The value at the end of a path; undefined where the path leaves the document. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner: unknown, name) => new Map(members(inner)).get(name), value);

export const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
};

export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};
