import { badRequest } from './problem.ts';

const deepest = 200;

/** Canonical JSON: object members are sorted, so that equal values have equal texts. */
export const canonical = (value: unknown): string => JSON.stringify(sorted(value, 0));

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) throw badRequest(`body: must be at most ${deepest} levels deep, but got one that is deeper`);
  if (Array.isArray(value)) return value.map((element) => sorted(element, depth + 1));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member, depth + 1)]));
}
