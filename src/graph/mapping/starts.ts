import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { CallError } from '../../client/errors.ts';
import type {
  NetworkMapped,
  NetworkMapperRequest,
  NetworkMappingStarted,
} from '../../contract/operation/network-mapper.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import type { Mutex } from '../state/mutex.ts';
import type { Intent } from '../state/tasks/task.ts';
import type { TaskStore } from '../state/tasks/task-store.ts';
import { buyMapping } from './buy.ts';

/** How long a repeated request is taken for a retry of one whose answer was lost, in milliseconds. */
const intentMs = 3_600_000;

interface Options {
  readonly store: TaskStore;
  readonly mutex: Mutex;
  /** Where the upstream reaches this graph, without a slash at the end; absent: it is not asked to call back. */
  readonly publicUrl: string | undefined;
  readonly onStoreTrouble: (error: unknown) => void;
}

export interface Posted {
  readonly answer: NetworkMapped | NetworkMappingStarted;
  /** The random part of the path at which the upstream calls back, where it was asked to. */
  readonly callback: string | undefined;
}

/**
 * Posts mappings. Each is noted in the store before it is sent, with its idempotency key, until its answer has come.
 * Where that is lost (a time-out, a crash), a caller that repeats the request sends the same key and the same body: an
 * upstream that honours keys then repeats its answer, and is paid once.
 */
export class MappingStarts {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param owner the credential's hash
   * @param callerKey an idempotency key of the caller's, with which a request can be repeated even after its answer
   * @param onAnswer awaited before the note is removed
   * @throws {CallError}
   * @throws {import('../credits/spending-refused.ts').SpendingRefused}
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
        // Whether an earlier request with this key was answered is still not known.
        if (intended === intent && !isLost) await this.#clearIntent(name);
        throw error;
      }
    });
  }

  #newIntent(request: NetworkMapperRequest, owner: string, callerKey: string | undefined): Intent {
    // A callback URL of the caller’s own takes the place of the graph’s.
    const callsBack =
      this.#options.publicUrl !== undefined && request.callback_url === undefined && request.mapping_company_website;
    // The same key goes with the same body; the owner's hash keeps the callback's path unknown to all others.
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

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
