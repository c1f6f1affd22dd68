import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';

/** How a caller is answered. */
export interface NegotiatedResponse {
  /** The media type negotiated from its `accept`; undefined where it takes no plain answer. */
  readonly mediaType: string | undefined;
  /** What an answer's head says to such a caller, the length aside. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same, names and values in turn. */
  readonly head: readonly string[];
}

/** Asks the server that knows the rules anything, with these headers. */
export type Ask = (headers: Readonly<Record<string, string>>) => Response | Promise<Response>;

/** The types of answers that are no streams. */
const plainTypes: ReadonlySet<string> = new Set(['application/json', 'application/graphql-response+json']);

const mostKnown = 500;
const longestKey = 500;

/** What negotiation and CORS come to: learnt from who knows, once for each pair of `accept` and `origin`. */
export class Negotiation {
  readonly #ask: Ask;
  readonly #known = new LRUCache<string, NegotiatedResponse>({ max: mostKnown });

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** What was learnt no longer holds, such as of origins. */
  clear(): void {
    this.#known.clear();
  }

  /** Undefined where it has to be learnt first. */
  known(headers: IncomingHttpHeaders): NegotiatedResponse | undefined {
    return this.#known.get(keyOf(headers));
  }

  async learn(headers: IncomingHttpHeaders): Promise<NegotiatedResponse> {
    const { accept, origin } = headers;
    const response = await this.#ask({
      ...(accept !== undefined && { accept }),
      ...(origin !== undefined && { origin }),
    });
    await response.text();
    const said = headersOf(response);
    // A refusal of all that is accepted has a type, too.
    const type = response.status === 406 ? undefined : said['content-type']?.split(';')[0];
    const negotiated: NegotiatedResponse = {
      mediaType: type && plainTypes.has(type) ? type : undefined,
      headers: said,
      head: Object.entries(said).flat(),
    };
    const key = keyOf(headers);
    if (key.length <= longestKey) this.#known.set(key, negotiated);
    return negotiated;
  }
}

/** Neither header can hold a line's end. */
const keyOf = ({ accept = '', origin }: IncomingHttpHeaders): string =>
  origin === undefined ? accept : `${accept}\n${origin}`;

/** The headers of an answer, under small letters; its length is left out. */
export const headersOf = ({ headers }: Response): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers]
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== 'content-length'),
  );
