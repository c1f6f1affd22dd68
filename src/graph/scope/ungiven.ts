/**
 * The path of a value within JSON that is a variable which was not given; undefined if there is none. It has no JSON form:
 * a query without it would match more than intended.
 */
export function ungivenIn(value: unknown, path: string): string | undefined {
  if (value === undefined) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, one] of Object.entries(value)) {
    const found = ungivenIn(one, path === '' || path === 'input' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const ungiven = (path: string): string =>
  `${path}: must have a value, but got a variable that was not given: leave the member out instead.`;
