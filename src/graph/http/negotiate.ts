import { LRUCache } from 'lru-cache';
import { isUtf8, type MediaType, readMediaType } from '../../http/media-type.ts';

/** Media types of answers in one piece, the preferred one first. */
export const jsonTypes = ['application/json', 'application/graphql-response+json'] as const;
export type JsonType = (typeof jsonTypes)[number];

/** Media types of streams; the multipart type is that of Apollo's protocol. */
export const streamTypes = ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'] as const;
export type StreamType = (typeof streamTypes)[number];

/** The negotiated media types; undefined if the caller accepts none of the kind. */
export interface Accepted {
  readonly json: JsonType | undefined;
  readonly stream: StreamType | undefined;
}

/** Parsed headers: clients repeat the same one, and parsing takes as long as executing a small operation. */
const read = new LRUCache<string, Accepted>({ max: 500 });
const longestKept = 500;

/**
 * Reads `accept` (RFC 9110, 12.5.1): for each kind of answer, the type with the highest weight, then the first listed.
 */
export function negotiate(accept = ''): Accepted {
  const known = read.get(accept);
  if (known) return known;
  const accepted = readAccept(accept);
  if (accept.length <= longestKept) read.set(accept, accepted);
  return accepted;
}

function readAccept(accept: string): Accepted {
  const ranges = (accept.trim() || '*/*').split(',').flatMap((text) => readMediaType(text) ?? []);
  return { json: preferred(jsonTypes, ranges), stream: preferred(streamTypes, ranges) };
}

function preferred<Type extends string>(types: readonly Type[], ranges: readonly MediaType[]): Type | undefined {
  let best: { readonly type: Type; readonly weight: number; readonly place: number } | undefined;
  for (const type of types) {
    const known = readMediaType(type);
    // The most specific range determines the weight of a type.
    const place = known ? ranges.findIndex((range) => matches(known, range, false)) : -1;
    const at = place < 0 && known ? ranges.findIndex((range) => matches(known, range, true)) : place;
    const { weight = 0 } = ranges[at] ?? {};
    if (weight === 0) continue;
    if (!best || weight > best.weight || (weight === best.weight && at < best.place))
      best = { type, weight, place: at };
  }
  return best?.type;
}

function matches(known: MediaType, range: MediaType, wildcards: boolean): boolean {
  if (!isUtf8(range)) return false;
  const spec = known.parameters.subscriptionspec;
  if (range.type === known.type && range.subtype === known.subtype) return spec === range.parameters.subscriptionspec;
  // A wildcard does not match multipart: only clients that name its protocol can read it.
  return wildcards && spec === undefined && (range.type === '*' || range.type === known.type) && range.subtype === '*';
}
