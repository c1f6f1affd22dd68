import { LRUCache } from 'lru-cache';
import type { CallListener } from '../../client/adapted-client.ts';
import type { Credential } from '../../client/call.ts';
import { Forbidden, Unauthenticated } from '../../client/errors.ts';
import type { Operation } from '../../contract/operation/operation.ts';

/** Minimum time between the first refusal and the one that confirms it, in milliseconds. */
const confirmAfterMs = 60_000;

/** Maximum number of verdicts, of keys and of their child teams. */
const maxVerdicts = 20_000;

interface Verdict {
  /** Start of the latest accepted call, by the monotonic clock. */
  acceptedAt: number;
  /** The first refusal since, by the monotonic clock, and by the wall clock. */
  refused: { readonly at: number; readonly since: number } | undefined;
  isConfirmed: boolean;
}

interface Options {
  readonly ownerOf: (apiKey: string) => string;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Wall clock, in milliseconds since 1970. */
  readonly wallNow: () => number;
}

/** Notified of changed verdicts. */
export interface VerdictListener {
  /** With each accepted call of a credential. */
  accepted(credential: Credential): void;
  /**
   * @param isTeam whether only the child team was refused, not the key
   * @param isConfirmed whether a second refusal, at least a minute after the first, agrees
   */
  refused?(credential: Credential, isTeam: boolean, isConfirmed: boolean): void;
}

/**
 * The data service's verdicts about keys and their child teams, from the answers of all calls.
 *
 * A single refusal may be temporary, so it only ends trust: code that requires a valid key asks again. Records that the
 * key paid for, and sessions that depend on it, are deleted once a second refusal, at least a minute later, confirms
 * the first.
 */
export class KeyVerdicts implements CallListener {
  readonly #verdicts = new LRUCache<string, Verdict>({ max: maxVerdicts });
  readonly #asking = new Map<string, Promise<void>>();
  readonly #options: Options;
  readonly #listeners: VerdictListener[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  listen(listener: VerdictListener): void {
    this.#listeners.push(listener);
  }

  answered(_: Operation, credential: Credential, began: number): void {
    const owner = this.#options.ownerOf(credential.apiKey);
    const key = this.#noteAccepted(owner, began);
    const team = this.#noteAccepted(teamNameOf(owner, credential), began);
    if (key && team) for (const listener of this.#listeners) listener.accepted(credential);
  }

  failed(error: unknown, credential: Credential, operation: Operation): void {
    if (error instanceof Unauthenticated) this.#noteRefused(credential, false);
    // A partner-only call is refused to other keys in every team, so the 403 says nothing about this team.
    else if (error instanceof Forbidden && credential.childTeamId !== undefined && !operation.partnerOnly)
      this.#noteRefused(credential, true);
  }

  /** Whether a call of the key, in whichever team, was accepted within this time, and none refused since. */
  isAccepted(apiKey: string, withinMs: number): boolean {
    return this.#holds(this.#nameOf(apiKey), withinMs);
  }

  /** Whether the key, or its child team, is refused beyond doubt. */
  isRefused({ apiKey, childTeamId }: Credential): boolean {
    const names = [this.#nameOf(apiKey), this.#nameOf(apiKey, { childTeamId })];
    return names.some((name) => this.#verdicts.peek(name)?.isConfirmed === true);
  }

  /**
   * Resolves if the credential was accepted within this time, and not refused since; else calls `ask`, a call that
   * concurrent callers share, and rejects as it does.
   */
  async confirm(credential: Credential, withinMs: number, ask: () => Promise<unknown>): Promise<void> {
    const { apiKey } = credential;
    const name = this.#nameOf(apiKey, credential);
    if (this.#verdicts.peek(this.#nameOf(apiKey))?.refused === undefined && this.#holds(name, withinMs)) return;
    // Callers that need an answer of another age may ask in another way, such as at a limited rate.
    const shared = `${name} ${withinMs}`;
    let asking = this.#asking.get(shared);
    if (!asking) {
      asking = ask()
        .then(() => undefined)
        .finally(() => this.#asking.delete(shared));
      this.#asking.set(shared, asking);
    }
    await asking;
  }

  #holds(name: string, withinMs: number): boolean {
    const verdict = this.#verdicts.get(name);
    return verdict !== undefined && !verdict.refused && this.#options.now() - verdict.acceptedAt <= withinMs;
  }

  /** False if it was refused after the call began. */
  #noteAccepted(name: string, began: number): boolean {
    const verdict = this.#verdicts.get(name);
    if (verdict?.refused && began < verdict.refused.at) return false;
    const acceptedAt = Math.max(began, verdict?.acceptedAt ?? Number.NEGATIVE_INFINITY);
    if (verdict) {
      verdict.acceptedAt = acceptedAt;
      verdict.refused = undefined;
      verdict.isConfirmed = false;
    } else this.#verdicts.set(name, { acceptedAt, refused: undefined, isConfirmed: false });
    return true;
  }

  #noteRefused(credential: Credential, isTeam: boolean): void {
    const { now, wallNow } = this.#options;
    const name = this.#nameOf(credential.apiKey, isTeam ? credential : undefined);
    const verdict = this.#verdicts.get(name) ?? {
      acceptedAt: Number.NEGATIVE_INFINITY,
      refused: undefined,
      isConfirmed: false,
    };
    verdict.refused ??= { at: now(), since: wallNow() };
    verdict.isConfirmed ||= wallNow() - verdict.refused.since >= confirmAfterMs;
    this.#verdicts.set(name, verdict);
    for (const listener of this.#listeners) listener.refused?.(credential, isTeam, verdict.isConfirmed);
  }

  /** The name of a key or, with a credential, of the key in its team. */
  #nameOf(apiKey: string, team?: Pick<Credential, 'childTeamId'>): string {
    const owner = this.#options.ownerOf(apiKey);
    return team ? teamNameOf(owner, team) : owner;
  }
}

const teamNameOf = (owner: string, { childTeamId = '' }: Pick<Credential, 'childTeamId'>): string =>
  `${owner} ${childTeamId}`;
