import type { ExecutionResult } from 'graphql';
import type { GraphAnswer } from '../../../support/graph/graph.ts';
import { opaque } from './document.ts';

/** An answer in the form in which two of them are compared. */
export interface Canonical {
  readonly data: unknown;
  /** The data as JSON: with the fields in the order that was asked for, which is lost where objects are compared. */
  readonly text: string;
  /** Each as JSON, in no order: the specification gives them none. */
  readonly errors: readonly string[];
}

/** What an object was answered from, and by which names it was found: that depends on what else is asked with it. */
const circumstance = /(^|_)(completeness|foundBy)$/;

/** Of several calls that are refused to a credential, the first refusal keeps the others from being sent. */
const refused = /^\w+: (the API key )/;

/** @param alone leaves out what depends on what else was asked at the same time */
export function canonical(
  { data, errors = [] }: ExecutionResult | GraphAnswer<unknown>,
  { alone = false } = {},
): Canonical {
  const sent: unknown = JSON.parse(JSON.stringify(data ?? null), (name, value: unknown) =>
    name.startsWith(opaque) || (alone && circumstance.test(name)) ? typeof value : value,
  );
  const isNull = sent === null;
  const shown = errors.map(({ path, message, locations, extensions }) => {
    // Every request has an id of its own, and a status is for the HTTP server, which takes it out.
    const { requestId: _id, http: _http, ...others } = extensions ?? {};
    const place = isNull ? {} : { path, locations };
    return JSON.stringify({ message: alone ? message.replace(refused, '$1') : message, ...place, extensions: others });
  });
  // Once the root is null, its other fields' errors may come or not: one of each kind stands for them.
  return { data: sent, text: JSON.stringify(sent), errors: (isNull ? [...new Set(shown)] : shown).sort() };
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
