import type { ExecutionResult } from 'graphql';
import type { GraphAnswer } from '../../../support/graph/graph.ts';
import { opaque } from './document.ts';

/** An answer in the form in which two of them are compared. */
export interface Canonical {
  readonly data: unknown;
  /** The data as JSON: with the fields in the order that was asked for, which is lost where objects are compared. */
  readonly text: string;
  /** Each as JSON, in no order: the specification gives them none. Those of fields below a null are not among them. */
  readonly errors: readonly string[];
  /** The errors of fields below each null of the data, by its path: each kind once, without paths. */
  readonly belowNulls: Readonly<Record<string, readonly string[]>>;
}

/** What an object was answered from, and by which names it was found: that depends on what else is asked with it. */
const circumstance = /(^|_)(completeness|foundBy)$/;

/**
 * Of several calls that are refused to a credential, the first refusal keeps the others from being sent, and stands for them:
 * which call it names is a race.
 */
const refused = /^\w+: (the API key )/;

/** @param alone leaves out what depends on what else was asked at the same time */
export function canonical(
  { data, errors = [] }: ExecutionResult | GraphAnswer<unknown>,
  { alone = false } = {},
): Canonical {
  const sent: unknown = JSON.parse(JSON.stringify(data ?? null), (name, value: unknown) =>
    name.startsWith(opaque) || (alone && circumstance.test(name)) ? typeof value : value,
  );
  const shown: string[] = [];
  const belowNulls: Record<string, string[]> = {};
  for (const { path, message, locations, extensions } of errors) {
    // Every request has an id of its own, and a status is for the HTTP server, which takes it out.
    const { requestId: _id, http: _http, ...others } = extensions ?? {};
    const kind = { message: message.replace(refused, '$1'), extensions: others };
    const above = path && nullAbove(sent, path);
    if (above === undefined) shown.push(JSON.stringify({ ...kind, path, locations }));
    else {
      const at = above.join('.');
      belowNulls[at] = [...(belowNulls[at] ?? []), JSON.stringify(kind)];
    }
  }
  for (const [path, kinds] of Object.entries(belowNulls)) belowNulls[path] = [...new Set(kinds)].sort();
  return { data: sent, text: JSON.stringify(sent), errors: shown.sort(), belowNulls };
}

/** The path of the null that stands in the place of an object or list above the field; undefined where none does. */
function nullAbove(data: unknown, path: readonly (string | number)[]): readonly (string | number)[] | undefined {
  let value = data;
  for (const [depth, key] of path.entries()) {
    if (value === null) return path.slice(0, depth);
    value = typeof value === 'object' ? Reflect.get(value, key) : undefined;
  }
  return undefined;
}

/**
 * What an answer must be to agree with the reference's. Once the error of a non-null field has made null of the selection set
 * around it, “any sibling fields which have not yet executed or have not yet yielded a value may be cancelled” (GraphQL
 * specification, “Errors and Non-Null Fields”): graphql-js reports their errors where they come before the answer leaves, and the
 * graph none of them. So the answer has some of the kinds of errors that the reference has below each such null, and no other.
 */
export function agreeing(reference: Canonical, answer: Canonical): Canonical {
  const belowNulls = Object.entries(reference.belowNulls).map(([path, kinds]) => {
    const common = kinds.filter((kind) => answer.belowNulls[path]?.includes(kind));
    return [path, common.length > 0 ? common : kinds] as const;
  });
  return { ...reference, belowNulls: Object.fromEntries(belowNulls) };
}

/** What the cast's free payloads could tell of a company, and do not. */
const untold = /(^|_)(canonicalName|industries|locations)$/;

/**
 * Whether what was told, of free payloads where they do, is what whole records say. Where a payload may tell a member
 * and this one does not, the answer is null.
 */
export function bearsOut(whole: unknown, told: unknown, name = ''): boolean {
  if (Array.isArray(told))
    return Array.isArray(whole) && whole.length === told.length && told.every((one, at) => bearsOut(whole[at], one));
  if (typeof told !== 'object' || told === null) return whole === told || (told === null && untold.test(name));
  return (
    typeof whole === 'object' &&
    whole !== null &&
    Object.entries(told).every(([member, value]) => bearsOut(Reflect.get(whole, member), value, member))
  );
}
