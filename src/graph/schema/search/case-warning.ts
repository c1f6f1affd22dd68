import type { Clause } from '../../../contract/clause.ts';
import { isObject } from '../../../contract/json.ts';
import { shortened } from '../../operation/short-message.ts';
import { camelCase } from '../contract-types.ts';

/** Why a query may have found nothing: its first condition whose value is compared in the same case, as a sentence. */
export function caseWarning(query: Clause): string | undefined {
  const condition = sameCase(query);
  if (condition === undefined) return undefined;
  const field = camelCase(condition.path.slice(condition.path.lastIndexOf('.') + 1));
  return shortened(
    `Nothing was found. ${JSON.stringify(condition.value)} is compared with ${field} in the same case: \`eqIgnoreCase\` takes any case.`,
  );
}

interface Condition {
  readonly path: string;
  readonly value: string;
}

const exact: readonly string[] = ['term', 'terms', 'prefix'];

function sameCase(query: unknown): Condition | undefined {
  if (Array.isArray(query)) return firstOf(query, sameCase);
  if (!isObject(query)) return undefined;
  return firstOf(Object.entries(query), ([name, body]) => {
    // What must not match is not why nothing does.
    if (name === 'must_not') return undefined;
    if (!exact.includes(name) || !isObject(body)) return sameCase(body);
    return firstOf(Object.entries(body), ([path, given]) => {
      const value = [given].flat().find((one) => typeof one === 'string' && hasCase(one));
      return typeof value === 'string' ? { path, value } : undefined;
    });
  });
}

/** Ids have none: whatever wrote them, they are compared as they are. */
const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const hasCase = (value: string): boolean => value.toLowerCase() !== value.toUpperCase() && !isId.test(value);

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
