import type { Clause } from '../../../contract/clause.ts';
import { isObject } from '../../../contract/json.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { originsIn, originWords } from '../../../contract/origin.ts';
import type { UpstreamProfile } from '../../../contract/upstream-profile.ts';
import { websiteFrom } from '../../../reading/website.ts';
import { shortened } from '../../operation/short-message.ts';
import type { EmptySearch } from '../search/paged-search.ts';
import { fieldOfPath } from '../search/where/documented-path.ts';
import { conjunctsOf } from './emptying-condition.ts';

/** Maximum conditions that are counted, one free call each. */
const maxCounted = 4;

/** Why a search may have found nothing, if it has a condition on origins, or `where` an exact comparison. */
export const warningOfEmpty = async ({ where, query, profile, count }: EmptySearch): Promise<string | undefined> =>
  originWarning(query, profile) ?? (await emptyWarning(where, count));

/**
 * Why a query may have found nothing, as a sentence: a website in a spelling that records do not use, or a case-sensitive
 * condition. Of several conditions that must all hold, it names one that finds nothing by itself, by free counts.
 */
async function emptyWarning(query: Clause, count: (query: QueryDsl) => Promise<number>): Promise<string | undefined> {
  if (query === undefined) return undefined;
  const conditions = conjunctsOf(query);
  const suspects = conditions.filter((one) => warningOf(one) !== undefined).slice(0, maxCounted);
  if (conditions.length === 1) return suspects[0] && warningOf(suspects[0]);
  // A warning is not worth an error.
  const counts = await Promise.all(suspects.map((one) => count(one).catch(() => undefined)));
  const empty = suspects.find((_, at) => counts[at] === 0);
  return empty && warningOf(empty);
}

function warningOf(query: Clause): string | undefined {
  const website = exactCondition(query, isOddWebsite);
  if (website) return websiteWarning(website);
  const condition = exactCondition(query, ({ value }) => hasCase(value));
  if (condition === undefined) return undefined;
  const field = fieldOfPath(condition.path);
  return shortened(
    `Nothing was found. ${JSON.stringify(condition.value)} is compared with ${field} case-sensitively: \`eqIgnoreCase\` ignores case.`,
  );
}

/**
 * Why a query with a condition on origins may have found nothing: the data service may have other words. Names those that
 * the upstream’s examination found in use, or else all known ones.
 */
function originWarning(query: Clause, profile: UpstreamProfile | undefined): string | undefined {
  const asked = [...new Set(originsIn(query))];
  if (asked.length === 0) return undefined;
  const inUse = Object.entries(profile?.origins ?? {}).flatMap(([word, people]) => (people > 0 ? word : []));
  const would =
    inUse.length > 0
      ? `Of this data service’s network, ${inUse.join(', ')} find somebody.`
      : `Known words: ${originWords}.`;
  return `Nothing was found by origins ${shortened(asked.join(', '))}. ${would}`;
}

/** Whether a website has a scheme or `www.`: most records have a bare host. */
const isOddWebsite = ({ path, value }: Condition): boolean =>
  /websites?$/.test(path) && /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)/i.test(value.trim());

function websiteWarning(condition: Condition): string {
  const site = websiteFrom(condition.value);
  return shortened(
    `Nothing was found. ${JSON.stringify(condition.value)} is compared with ${fieldOfPath(condition.path)} exactly: most records have websites without a scheme and \`www.\`${site ? `, as ${JSON.stringify(site.key)}` : ''}.`,
  );
}

interface Condition {
  readonly path: string;
  readonly value: string;
}

const exact: readonly string[] = ['term', 'terms', 'prefix'];

function exactCondition(query: unknown, isSuch: (condition: Condition) => boolean): Condition | undefined {
  const within = (part: unknown) => exactCondition(part, isSuch);
  if (Array.isArray(query)) return firstOf(query, within);
  if (!isObject(query)) return undefined;
  return firstOf(Object.entries(query), ([name, body]) => {
    // A negated condition cannot be the reason.
    if (name === 'must_not') return undefined;
    if (!exact.includes(name) || !isObject(body)) return within(body);
    return firstOf(Object.entries(body), ([path, given]) => {
      const values = [given].flat().flatMap((value) => (typeof value === 'string' ? [{ path, value }] : []));
      return values.find(isSuch);
    });
  });
}

/** Ids are excluded: their case is not the reason. */
const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const hasCase = (value: string): boolean => value.toLowerCase() !== value.toUpperCase() && !isId.test(value);

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
