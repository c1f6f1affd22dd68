import { BadUpstreamRequest, CallError, Cancelled, Forbidden, Unauthenticated } from '../../../client/errors.ts';
import { isObject } from '../../../contract/json.ts';
import { oursLimits } from '../../../contract/limits.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { tooLongStatuses } from '../../../contract/upstream-profile.ts';
import { because, type Reason } from './reason.ts';

/** Items whose search failed, and why. */
export interface Failed<Item> {
  readonly items: readonly Item[];
  readonly reason: Reason;
}

/** The part of each limit that a batch uses: an upstream's own are unknown, and a refusal halves the batch. */
const share = 0.8;
/** Maximum lookups in nested lists per query; ours. */
const nestedClauses = 60;

/** What a query counts against the limits. */
interface Size {
  readonly clauses: number;
  readonly terms: number;
  readonly bytes: number;
  readonly nested: number;
}

function sizeOf(query: QueryDsl): Size {
  let [clauses, terms, nested] = [0, 0, 0];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      if (value.every((one) => typeof one === 'string')) terms += value.length;
      else for (const one of value) visit(one);
    } else if (isObject(value))
      for (const [name, body] of Object.entries(value)) {
        if (/^(?:bool|terms?|match\w*|nested|prefix|exists|ids)$/.test(name)) clauses += 1;
        if (name === 'nested') nested += 1;
        visit(body);
      }
    else if (typeof value === 'string') terms += value.split(' ').length;
  };
  visit(query);
  return { clauses, terms, nested, bytes: JSON.stringify(query).length };
}

/** What a query may take. */
const room: Size = {
  clauses: share * oursLimits.dslClauses,
  terms: share * oursLimits.dslTerms,
  bytes: share * oursLimits.bodyBytes,
  nested: nestedClauses,
};

/**
 * Puts items into batches of at most `most`, so that the query for each batch, one `should` clause per item, is within
 * the limits.
 */
export function batchesOf<Item>(
  items: readonly Item[],
  clauseOf: (item: Item) => QueryDsl,
  most = Infinity,
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let left = 0;
  let free: Size = { clauses: 0, terms: 0, bytes: 0, nested: 0 };
  for (const item of items) {
    const size = sizeOf(clauseOf(item));
    const fits =
      left > 0 &&
      size.clauses <= free.clauses &&
      size.terms <= free.terms &&
      size.bytes <= free.bytes &&
      size.nested <= free.nested;
    if (fits) batches.at(-1)?.push(item);
    else {
      batches.push([item]);
      left = most;
      free = room;
    }
    left -= 1;
    free = {
      clauses: free.clauses - size.clauses,
      terms: free.terms - size.terms,
      bytes: free.bytes - size.bytes,
      nested: free.nested - size.nested,
    };
  }
  return batches;
}

/**
 * Puts items into batches of at most `most`, so that the query for each batch is within the limits. For queries that put
 * the values of several items into one clause: far more of them fit than one by one.
 */
export function batchesByQuery<Item>(
  items: readonly Item[],
  queryOf: (items: readonly Item[]) => QueryDsl,
  most: number,
): readonly (readonly Item[])[] {
  const batches: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; ) {
    let batch = items.slice(from, from + most);
    for (;;) {
      const { clauses, terms, bytes, nested } = sizeOf(queryOf(batch));
      const excess = Math.max(clauses / room.clauses, terms / room.terms, bytes / room.bytes, nested / room.nested);
      if (excess <= 1 || batch.length === 1) break;
      batch = batch.slice(0, Math.max(1, Math.min(batch.length - 1, Math.floor(batch.length / excess))));
    }
    batches.push(batch);
    from += batch.length;
  }
  return batches;
}

/** Chunks of at most `most` items. */
export const chunksOf = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));

/**
 * Sends a search for a batch of items. If it is refused and a search for one item is not, the batch was too long: it is
 * sent again in halves. A failure of a search is the outcome of its items, never an empty result.
 *
 * @throws an error that concerns the whole request, such as a refused key
 */
export async function sendHalving<Item>(
  items: readonly Item[],
  send: (items: readonly Item[]) => Promise<void>,
  isProbed = false,
): Promise<readonly Failed<Item>[]> {
  const failure = await send(items).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure === undefined) return [];
  if (!(failure instanceof CallError) || isWhole(failure)) throw failure;
  const failed = { items, reason: reasonOf(failure) };
  const [first, ...others] = items;
  if (first === undefined || others.length === 0 || !mayBeTooLong(failure)) return [failed];
  if (!isProbed) {
    const alone = await sendHalving([first], send, true);
    if (alone.length > 0) return [failed];
  }
  const rest = isProbed ? items : others;
  const half = Math.ceil(rest.length / 2);
  const halves = [rest.slice(0, half), rest.slice(half)].filter(({ length }) => length > 0);
  return (await Promise.all(halves.map((some) => sendHalving(some, send, true)))).flat();
}

const isWhole = (error: CallError): boolean =>
  error instanceof Unauthenticated || error instanceof Forbidden || error instanceof Cancelled;

const mayBeTooLong = (error: CallError): boolean =>
  error instanceof BadUpstreamRequest || tooLongStatuses.includes(error.status ?? 0);

function reasonOf(error: CallError): Reason {
  const [sentence] = error.sentences;
  return error instanceof BadUpstreamRequest
    ? because(
        'REFUSED',
        `The data service refuses this search${sentence === undefined ? '' : `: ${sentence.slice(0, 200).replace(/\.$/, '')}`}.`,
      )
    : because(mayBeTooLong(error) ? 'REFUSED' : 'FAILED', `Not searched: ${error.message}`);
}
