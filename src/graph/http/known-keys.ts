import { GraphQLError } from 'graphql';
import type { Client } from '../../client/client.ts';
import { CallError, Unauthenticated } from '../../client/errors.ts';
import { creditUsage } from '../../contract/operation/credits.ts';
import { addressId } from '../../http/limits/caller-id.ts';
import { LimitReached } from '../../http/limits/limit-reached.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';
import type { KeyVerdicts } from '../cache/key-verdicts.ts';
import type { KeyHolder, KnownCallers } from '../cache/known-caller.ts';
import { explained } from '../errors.ts';
import { rateLimited } from '../operation/execution-limits.ts';

/** How long a key counts as accepted after its last accepted call, in milliseconds. */
const ttlMs = 10 * 60_000;

/** Confirmations per minute: of one address, and of all addresses together. */
const perAddress = 30;
const perMinute = 300;

/**
 * Keys that the data service accepts: from a key's first accepted call until ten minutes after its last one, or until a
 * 401. Any other key has the narrow limits of callers without a key. Sessions are known by their seal.
 */
export class KnownKeys implements KnownCallers {
  readonly #verdicts: KeyVerdicts;
  readonly #client: Client;
  readonly #ofAddress = new RateLimit({ name: 'confirmations', perMinute: perAddress });
  readonly #ofAll = new RateLimit({ name: 'confirmations', perMinute });

  constructor(client: Client, verdicts: KeyVerdicts) {
    this.#client = client;
    this.#verdicts = verdicts;
  }

  has({ apiKey, session }: KeyHolder): boolean {
    return apiKey !== undefined && (session !== undefined || this.#verdicts.isAccepted(apiKey, ttlMs));
  }

  /**
   * Checks an unknown key by a free call. Concurrent checks of the same key share one call.
   *
   * @throws {GraphQLError} 401 for a refused key, 429 past the rate of confirmations, 503 if the data service gives no
   *   verdict
   */
  async confirm(apiKey: string, address: string): Promise<void> {
    if (this.has({ apiKey })) return;
    const credential = { apiKey, childTeamId: undefined };
    try {
      await this.#verdicts.confirm(credential, ttlMs, async () => {
        await this.#ofAddress.take(addressId(address));
        await this.#ofAll.take('all');
        await this.#client.call(creditUsage, undefined, credential);
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof LimitReached) return rateLimited('rate', error);
  if (!(error instanceof CallError)) return error;
  const { code } = error;
  if (error instanceof Unauthenticated)
    return new GraphQLError(explained(error), { extensions: { code, http: { status: 401 } } });
  const sentence = 'The data service does not say at the moment whether it accepts the API key: try again in a moment.';
  return new GraphQLError(sentence, {
    extensions: { code, maybeCharged: false, http: { status: 503, headers: { 'retry-after': '1' } } },
  });
}
