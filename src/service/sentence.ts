import type { ErrorObject } from 'ajv';
import leven from 'leven';
import { type JsonSchema, membersOf } from '../contract/schema.ts';
import { shown } from './shown.ts';

/** Words a validator's errors as sentences that name the path, what was expected and what came. */

const sentencesAtMost = 20;

/** At most twenty sentences, and one with the number of further mistakes. `root` names the request as a whole. */
export function sentencesOf(errors: readonly ErrorObject[], root: string): readonly string[] {
  const own = errors.filter((error) => !/\/(?:anyOf|oneOf|not)\//.test(error.schemaPath));
  const sentences = own.slice(0, sentencesAtMost).map((error) => sentenceOf(error, root));
  return own.length > sentencesAtMost
    ? [...sentences, `${root}: has ${own.length - sentencesAtMost} more mistakes`]
    : sentences;
}

function sentenceOf(error: ErrorObject, root: string): string {
  // Safe: only schemas of the contract are compiled.
  const schema = (error.parentSchema ?? {}) as JsonSchema & Rules;
  const path = pathOf(error.instancePath);
  if (error.keyword === 'additionalProperties')
    return unknownName(path, String(error.params.additionalProperty), schema);
  if (error.keyword === 'required') {
    return `${inside(path, String(error.params.missingProperty))}: must be present, but is missing`;
  }
  return `${path || root}: ${expectation(error, schema)}`;
}

/** Rules of a request schema across several members. */
interface Rules {
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
}

function expectation(error: ErrorObject, schema: JsonSchema & Rules): string {
  const but = `but got ${shown(error.data)}`;
  switch (error.keyword) {
    case 'type':
      return `must be ${withArticle(String(error.params.type))}, ${but}`;
    case 'format':
      return `must be a ${String(error.params.format)}, ${but}`;
    case 'enum':
      return `must be one of ${schema.enum?.join(', ')}, ${but}`;
    case 'minimum':
    case 'maximum':
      return `must be ${range(schema.minimum, schema.maximum)}, ${but}`;
    case 'minItems':
    case 'maxItems':
      return `must hold ${range(schema.minItems, schema.maxItems)} items, ${but}`;
    case 'minLength':
      return `must not be empty, ${but}`;
    case 'anyOf':
      return `must have at least one of ${memberNames(schema.anyOf)}, but has none`;
    case 'oneOf':
      return `must have one of ${memberNames(schema.oneOf)}, but has ${error.params.passingSchemas === null ? 'none' : 'both'}`;
    case 'not':
      return `must not have ${schema.not?.required?.join(' together with ')}, but has both`;
    default:
      return `${error.message ?? 'is not valid'}, ${but}`;
  }
}

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `between ${minimum} and ${maximum}`;
}

const memberNames = (choices: readonly JsonSchema[] = []): string =>
  choices.flatMap((choice) => choice.required ?? []).join(', ');

/** A JSON pointer as a dotted path. */
const pathOf = (pointer: string): string =>
  pointer.slice(1).split('/').join('.').replaceAll('~1', '/').replaceAll('~0', '~');

const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Mistaken names from other search interfaces or other operations, and what is meant. */
const slips = new Map([
  ['size', 'limit'],
  ['from', 'pagination_token'],
  ['search_after', 'pagination_token'],
  ['xnet_usernames', 'xnet_names'],
  ['xnet_slugs', 'xnet_names'],
  ['usernames', 'xnet_usernames'],
]);

/** Members of a search engine's request that have no counterpart, and the advice. */
const elsewhere = new Map([
  ['_source', 'a search returns only ids; the fetch of their records takes fields'],
  ['fields', 'a search returns only ids; the fetch of their records takes fields'],
  ['track_total_hits', 'total_count is always exact'],
  ['sort', 'records always come in the order of their ids'],
  ['aggs', 'there are no aggregations; limit 0 counts what matches a query'],
  ['aggregations', 'there are no aggregations; limit 0 counts what matches a query'],
]);

function unknownName(path: string, name: string, schema: JsonSchema): string {
  const known = membersOf(schema).map(([member]) => member);
  const slip = slips.get(name);
  const meant =
    slip !== undefined && known.includes(slip)
      ? slip
      : (known.find((member) => bare(member) === bare(name)) ?? nearest(name, known));
  const other = known.includes('query') && known.includes('pagination_token') ? elsewhere.get(name) : undefined;
  const hint = other ?? (meant === undefined ? `it takes ${known.join(', ') || 'none'}` : `did you mean ${meant}?`);
  const label = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  return `${inside(path, label)}: is not a property of this request; ${hint}`;
}

/** A name without case and underscores, the only difference between v2's and v3's. */
const bare = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** The closest known name, if at most a third of its letters differ. */
function nearest(name: string, known: Iterable<string>): string | undefined {
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
