import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { BadUpstreamRequest, CallError } from '../../../client/errors.ts';
import {
  mapNetwork,
  type NetworkMapped,
  type NetworkMapperRequest,
  type NetworkMappingStarted,
} from '../../../contract/operation/network-mapper.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { buyMapping } from './buy.ts';
import type { Mutex } from './mutex.ts';
import type { Intent } from './store/task.ts';
import type { TaskStore } from './store/task-store.ts';

/** How long an equal request is treated as a retry of one without an answer, in milliseconds. */
const intentMs = 3_600_000;

interface Options {
  readonly store: TaskStore;
  readonly mutex: Mutex;
  /** Base URL at which the upstream reaches this graph, without a final slash; undefined: no callbacks. */
  readonly publicUrl: string | undefined;
  readonly onStoreTrouble: (error: unknown) => void;
}

export interface Posted {
  readonly answer: NetworkMapped | NetworkMappingStarted;
  /** The secret part of the callback's path; undefined if no callback was requested. */
  readonly callback: string | undefined;
}

/**
 * Posts mappings. An intent with the idempotency key is stored before a request is sent, and removed after its answer.
 * If the answer is lost (a timeout, a crash), a repeated request has the same key and body: an upstream that honours
 * keys then repeats its answer and charges once.
 */
export class MappingStarts {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param owner the credential's hash
   * @param callerKey the caller's idempotency key, with which a request can be repeated even after its answer
   * @param onAnswer awaited before the intent is removed
   * @throws {CallError}
   * @throws {import('../../credits/spending-refused.ts').SpendingRefused}
   */
  post<Value>(
    scope: CredentialScope,
    owner: string,
    request: NetworkMapperRequest,
    callerKey: string | undefined,
    onAnswer: (posted: Posted) => Promise<Value>,
  ): Promise<Value> {
    const { mutex, publicUrl } = this.#options;
    const name = `start:${digest([owner, publicUrl ?? null, request, ...(callerKey === undefined ? [] : [callerKey])])}`;
    return mutex.run(name, async () => {
      const intent = this.#newIntent(request, owner, callerKey);
      const intended = await this.#intend(name, intent);
      const { key, callback } = intended;
      const asked = callback === undefined ? {} : { callback_url: `${publicUrl}/callbacks/${callback}` };
      try {
        const value = await onAnswer({ answer: await buyMapping(scope, { ...request, ...asked }, key), callback });
        await this.#clearIntent(name);
        return value;
      } catch (error) {
        const isLost = error instanceof CallError && error.charged === 'maybe';
        // An earlier request with a stored intent may have been charged: its intent is kept.
        if (intended === intent && !isLost) await this.#clearIntent(name);
        const hasCallback = 'callback_url' in { ...request, ...asked };
        throw error instanceof BadUpstreamRequest && !hasCallback ? withMissing(error, request) : error;
      }
    });
  }

  #newIntent(request: NetworkMapperRequest, owner: string, callerKey: string | undefined): Intent {
    // The caller's callback URL, if any, is used instead of the graph's.
    const callsBack =
      this.#options.publicUrl !== undefined && request.callback_url === undefined && request.mapping_company_website;
    // A caller's key must give the same body each time; the owner's keyed hash makes the callback's path unguessable.
    const derived = (what: string) => (callerKey === undefined ? undefined : digest([what, owner, callerKey]));
    return {
      key: derived('key') ?? randomUUID(),
      ...(callsBack && { callback: derived('callback') ?? randomBytes(32).toString('base64url') }),
    };
  }

  async #intend(name: string, intent: Intent): Promise<Intent> {
    const { store, onStoreTrouble } = this.#options;
    try {
      return (await store.intend(name, intent, intentMs)) ?? intent;
    } catch (error) {
      onStoreTrouble(error);
      return intent;
    }
  }

  #clearIntent(name: string): Promise<void> {
    const { store, onStoreTrouble } = this.#options;
    return store.clearIntent(name).catch(onStoreTrouble);
  }
}

/**
 * Names what a refused mapping lacks, if the upstream's reason names it: some accounts require a callback and a website,
 * though the interface makes both optional.
 */
function withMissing(error: BadUpstreamRequest, { mapping_company_website: website }: NetworkMapperRequest): Error {
  const { status, requestId, sentences } = error;
  if (!sentences.some((sentence) => /callback/i.test(sentence))) return error;
  const also = website === undefined ? ', and give companyWebsite' : '';
  return new BadUpstreamRequest(
    { operation: mapNetwork, sent: true, status, requestId, sentences },
    `the data service requires a callback for this account’s mappings: set KITH_PUBLIC_URL to the address at which it reaches the graph, or give callbackUrl${also}`,
  );
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
