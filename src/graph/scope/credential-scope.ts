import { hash } from 'node:crypto';
import type { AbortSignalLike } from '../../client/abort.ts';
import type { Answered, CallOptions, Credential } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import {
  BadUpstreamRequest,
  CallError,
  Cancelled,
  CreditLimitReached,
  Forbidden,
  Unauthenticated,
} from '../../client/errors.ts';
import { creditUsage } from '../../contract/operation/credits.ts';
import type { Operation as Contract } from '../../contract/operation/operation.ts';
import { searchProfiles } from '../../contract/operation/profiles.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import { priceOf } from '../../contract/price.ts';
import type { Company } from '../../contract/record/company.ts';
import type { Profile } from '../../contract/record/profile.ts';
import { recordsPerFetch } from '../../contract/upstream-profile.ts';
import { placeholders } from '../../contract/wire-names.ts';
import { pageFrom } from '../../reading/page.ts';
import type { CredentialCache } from '../cache/credential-cache.ts';
import type { Budget, Reservation } from '../credits/budget.ts';
import type { PriceEstimate } from '../credits/price-estimate.ts';
import type { Receipt } from '../credits/receipt.ts';
import { PaymentRequired } from '../credits/spending-refused.ts';
import type { BatchScheduler, RevealedKinds } from '../loaders/batch-scheduler.ts';
import type { LoadPort } from '../loaders/load-port.ts';
import { companyKind, profileKind } from '../loaders/record-kind.ts';
import { RecordLoader } from '../loaders/record-loader.ts';
import { RelationshipLoader } from '../loaders/relationship-loader.ts';
import type { Services } from '../services.ts';
import type { Payer } from '../state/purses/purses.ts';
import type { Session } from '../state/sessions/session.ts';
import type { OperationState } from './operation-state.ts';

/** How many relationships are read to learn the hosts of people's pages. */
const hostSample = 20;

/**
 * A credential within an operation: the key, and the child team in whose context calls run. Links stay in the scope
 * they are reached from; each scope has its own loaders and headers.
 */
export class CredentialScope implements LoadPort {
  /** Private, so that nothing reaches through a scope to its request. */
  readonly #operation: OperationState;
  readonly credential: Credential;
  readonly cache: CredentialCache;
  #profiles: RecordLoader<Profile> | undefined;
  #companies: RecordLoader<Company> | undefined;
  #relationships: RelationshipLoader | undefined;
  #refusal: Error | undefined;

  constructor(operation: OperationState, credential: Credential) {
    this.#operation = operation;
    this.credential = credential;
    this.cache = operation.services.cache.forCredential(credential);
  }

  // Created on first use: few operations need all loaders.

  get profiles(): RecordLoader<Profile> {
    this.#profiles ??= new RecordLoader(profileKind, this, this.cache.profiles);
    return this.#profiles;
  }
  get companies(): RecordLoader<Company> {
    this.#companies ??= new RecordLoader(companyKind, this, this.cache.companies);
    return this.#companies;
  }
  get relationships(): RelationshipLoader {
    this.#relationships ??= new RelationshipLoader(this);
    return this.#relationships;
  }

  /**
   * Reserves the maximum cost of a call, first in the operation's budget, then in the credential's purses. All
   * reservations go through here.
   */
  reserve(contract: Contract, credits: number, unit: number): Reservation | Promise<Reservation> {
    const { budget, services, receipt } = this.#operation;
    const inPurses = (budgeted: Reservation): Reservation | Promise<Reservation> => {
      const { payer } = this;
      if (budgeted.granted === 0 || !services.purses.bound(payer)) return budgeted;
      return services.purses.reserve(payer, { credits, unit, cause: contract.name }, budgeted, receipt);
    };
    const budgeted = budget.reserve(credits, unit);
    return budgeted instanceof Promise ? budgeted.then(inPurses) : inPurses(budgeted);
  }

  get payer(): Payer {
    const { childTeamId } = this.credential;
    const { session } = this;
    const invitersPurses = session?.inviters?.flatMap(({ purse }) => purse ?? []);
    return { owner: this.cache.owner, childTeamId, sessionPurse: session?.purse, invitersPurses };
  }

  get budget(): Budget {
    return this.#operation.budget;
  }
  get receipt(): Receipt {
    return this.#operation.receipt;
  }
  get schedule(): BatchScheduler {
    return this.#operation.scheduler;
  }
  get signal(): AbortSignalLike | undefined {
    return this.#operation.signal;
  }
  get sendBy(): number | undefined {
    return this.#operation.sendBy;
  }
  get maxAgeMs(): number | undefined {
    return this.#operation.options.maxAgeMs;
  }
  get recordsPerFetch(): number {
    return recordsPerFetch(this.client.profile);
  }
  get repeatKey(): string | undefined {
    return this.client.chargesOncePerKey ? this.#operation.options.idempotencyKey : undefined;
  }
  hasAnswered(contract: Contract): boolean {
    return this.client.hasAnswered(contract);
  }
  get requestId(): string {
    return this.#operation.requestId;
  }
  get priceOnly(): boolean {
    return this.quote !== undefined;
  }
  /** Present if the operation is only priced. */
  get quote(): PriceEstimate | undefined {
    return this.#operation.quote;
  }
  get client(): Client {
    return this.services.client;
  }
  get session(): Session | undefined {
    return this.#operation.session;
  }
  get services(): Services {
    return this.#operation.services;
  }
  get warnings(): Set<string> {
    return this.#operation.warnings;
  }
  get isAllowanceUsedUp(): boolean {
    return this.services.allowances.isUsedUp(this.credential.apiKey);
  }
  get stopped(): Error | undefined {
    return this.#operation.refusal ?? this.#refusal;
  }

  stopAfter(error: Error): void {
    if (error instanceof CreditLimitReached) this.#operation.refusal = error;
    else if (error instanceof Unauthenticated || error instanceof Forbidden) this.#refusal = error;
  }

  /**
   * Makes a free call. Paid loads of the kinds that it may name wait for its answer. Identical calls in flight of the
   * same credential share one answer, unless the caller requires fresh data (`maxAgeMs` is 0).
   */
  search<Request, Answer>(
    contract: Contract<Request, Answer>,
    request: Request,
    named: RevealedKinds,
  ): Promise<Answered<Answer>> {
    return this.#operation.scheduler.during(named, () => this.#callTogether(contract, request));
  }

  /** The same credential in the same operation, where a search that was answered is not sent again. For what only reads. */
  remembering(): CredentialScope {
    return new RememberingScope(this.#operation, this.credential);
  }

  async #callTogether<Request, Answer>(
    contract: Contract<Request, Answer>,
    request: Request,
  ): Promise<Answered<Answer>> {
    const { services, signal, options, trace } = this.#operation;
    if (options.maxAgeMs === 0 || signal?.aborted) return this.call(contract, request, { signal });
    const { apiKey, childTeamId } = this.credential;
    const started = performance.now();
    const note = (outcome: Answered<unknown> | CallError) =>
      trace?.note(contract, request, started, outcome, childTeamId !== undefined, true);
    const { first, outcome } = services.cache.calls.run(
      apiKey,
      JSON.stringify([contract.method, contract.path, childTeamId, request]),
      (abandoned) => this.call(contract, request, { signal: abandoned }),
      signal,
    );
    try {
      const answer = await outcome;
      if (!first) note(answer);
      // The key includes the method and path: all its answers have this type.
      return answer as Answered<Answer>;
    } catch (error) {
      if (!first && error instanceof CallError) note(error);
      throw this.#withReason(error, contract);
    }
  }

  /**
   * Fetches records, which may cost credits. The caller's abort stops the call before it is sent, not after. Of the
   * records, members that are never read may never be parsed.
   */
  fetch<Request, Answer>(contract: Contract<Request, Answer>, request: Request): Promise<Answered<Answer>> {
    const { signal, options } = this.#operation;
    const idempotencyKey =
      options.idempotencyKey &&
      hash('sha256', JSON.stringify([options.idempotencyKey, contract.name, request]), 'base64url');
    return this.call(contract, request, { signal, idempotencyKey });
  }

  /**
   * Makes a call with a price for its answer, within the budget and the purses, and books it. `results` counts the
   * results in the answer. A replayed answer (same idempotency key) costs nothing. The caller's abort stops the call
   * before it is sent, not after.
   *
   * @throws {import('../credits/spending-refused.ts').SpendingRefused} if the budget or a purse does not allow it
   */
  async buy<Request, Answer>(
    contract: Contract<Request, Answer>,
    request: Request,
    results: (answer: Answer) => number,
    options: Pick<CallOptions, 'idempotencyKey'> = {},
  ): Promise<Answer> {
    const { receipt } = this.#operation;
    const worst = priceOf(contract.price, 1);
    using reservation = await this.reserve(contract, worst, worst);
    if (reservation.granted < worst) throw reservation.refusal;
    try {
      const { body, replayed } = await this.call(contract, request, {
        ...options,
        signal: this.#operation.signal,
      });
      const { childTeamId } = this.credential;
      reservation.spend(receipt.charge(contract, replayed ? 0 : results(body), { childTeamId }));
      return body;
    } catch (error) {
      if (error instanceof CallError && error.charged === 'maybe') {
        receipt.maybeCharged += worst;
        reservation.spendMaybe(worst);
      }
      throw error;
    }
  }

  /**
   * Whether a page's host is the provider's: its name holds the provider's word, or people's pages in records are there.
   * Any other site may have pages below `/in/`. One free call, if the host is unknown and no page was seen yet.
   */
  isProviderHost(host: string): boolean | Promise<boolean> {
    const { pageHosts } = this.cache;
    const words = [placeholders[0], this.client.names?.words.xnet];
    if (words.some((word) => word !== undefined && isHostNamed(word, host))) return true;
    const isSeen = () => [...pageHosts].some((seen) => host === seen || host.endsWith(`.${seen}`));
    if (pageHosts.size > 0) return isSeen();
    const request = { query: { match_all: {} }, limit: hostSample };
    return this.search(findRelationships, request, new Set()).then(
      ({ body }) => {
        for (const item of body.items) {
          const seen = item?.profile?.xnet_url ? pageFrom(item.profile.xnet_url)?.host : undefined;
          if (seen !== undefined) pageHosts.add(seen);
        }
        return isSeen();
      },
      (error: unknown) => {
        if (error instanceof BadUpstreamRequest) return false;
        throw error;
      },
    );
  }

  /** Resolves once the upstream has recently accepted the credential; if it has not, makes a free call to find out. */
  confirm(): Promise<void> {
    // Others of the key share the call, so one that would not be sent must not begin it.
    if (this.#operation.signal?.aborted) return Promise.reject(this.cancelled(creditUsage));
    return this.services.cache.confirm(this.credential, () =>
      this.credential.childTeamId === undefined
        ? this.call(creditUsage, undefined)
        : this.call(searchProfiles, { query: { match_all: {} }, limit: 0 }),
    );
  }

  /**
   * As `confirm`, to list and to end what the graph has stored for a team. The upstream refuses a team that was detached
   * from its partner; what is stored for it is still the key’s, which is then confirmed by itself. A session has no more
   * rights than its team.
   */
  async confirmKey(): Promise<void> {
    try {
      await this.confirm();
    } catch (error) {
      if (!(error instanceof Forbidden) || this.session || this.credential.childTeamId === undefined) throw error;
      await new CredentialScope(this.#operation, { apiKey: this.credential.apiKey, childTeamId: undefined }).confirm();
    }
  }

  /**
   * Calls the upstream in this scope. Every call goes through here: nothing begins after the caller has left, or after
   * the deadline.
   *
   * @throws {PaymentRequired} for a priced call in a quote
   */
  async call<Request, Answer>(
    contract: Contract<Request, Answer>,
    request: Request,
    options: Pick<CallOptions, 'signal' | 'idempotencyKey'> = {},
  ): Promise<Answered<Answer>> {
    const { services, requestId, trace, quote, signal, sendBy, span } = this.#operation;
    const { client, cache } = services;
    if (signal?.aborted) throw this.cancelled(contract);
    if (quote && contract.price.per !== 'nothing') throw new PaymentRequired(contract);
    const { childTeamId } = this.credential;
    const started = performance.now();
    try {
      const answer = await client.call(contract, request, this.credential, { ...options, requestId, sendBy, span });
      trace?.note(contract, request, started, answer, childTeamId !== undefined);
      return answer;
    } catch (error) {
      if (error instanceof CallError) trace?.note(contract, request, started, error, childTeamId !== undefined);
      throw this.#withReason(error, contract);
    } finally {
      // Ends sharing for the key after a change: the caller must not get an answer from before it.
      if (contract.idempotencyKey) cache.changed(this.credential.apiKey);
    }
  }

  /** The error for a call that is not sent, because the caller has left or the deadline has passed. */
  cancelled(operation: Contract): Cancelled {
    const { requestId, expired } = this.#operation;
    return new Cancelled(
      { operation, sent: false, requestId },
      expired ? 'the operation’s deadline passed' : 'the caller left',
    );
  }

  /** The client knows that a call was aborted; only the operation knows why. */
  #withReason(error: unknown, contract: Contract): unknown {
    return error instanceof Cancelled && this.#operation.expired ? this.cancelled(contract) : error;
  }
}

class RememberingScope extends CredentialScope {
  readonly #searches = new Map<string, Promise<Answered<unknown>>>();

  override search<Request, Answer>(
    contract: Contract<Request, Answer>,
    request: Request,
    named: RevealedKinds,
  ): Promise<Answered<Answer>> {
    const key = JSON.stringify([contract.name, request]);
    const known = this.#searches.get(key);
    // The key names the contract: all its answers have this type.
    if (known) return known as Promise<Answered<Answer>>;
    const answer = super.search(contract, request, named);
    this.#searches.set(key, answer);
    answer.catch(() => this.#searches.delete(key));
    return answer;
  }
}

/**
 * Whether a word is the registered name of a host, as in `de.xnet.com`, `xnet.co.uk` and `xnet` alone: elsewhere in a host, anybody
 * may put it.
 */
const isHostNamed = (word: string, host: string): boolean => {
  const labels = host.split('.');
  const at = labels.lastIndexOf(word);
  const [second, ...others] = labels.slice(at + 1);
  return at >= 0 && (others.length === 0 || (others.length === 1 && secondLevels.has(second ?? '')));
};

const secondLevels: ReadonlySet<string> = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'org']);
