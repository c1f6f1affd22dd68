import { BadUpstreamRequest } from '../../../client/errors.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { dayOf } from './affiliation.ts';
import { employedAt } from './overlap-query.ts';

/** A company and a period there, in milliseconds since 1970. */
export interface Place {
  readonly companyId: string;
  readonly from: number;
  readonly until: number;
}

/** Maximum number of counts for one target: those of the places that most ties share. */
export const maxCounts = 8;

/** Maximum number of counts for all targets of a plan. */
const maxInAll = 40;

/** Head counts are taken on 1 January of every fifth year, if that is within the period. */
const everyYears = 5;

/** Bounds of one load. */
export interface CountBounds {
  /** Maximum number of calls. */
  readonly calls: number;
  /** Maximum number of places, the most frequent ones; others stay unknown, even if their count is loaded. */
  readonly places: number;
}

/** Bounds for a target's direct ties: always the same places, so that a tie has one confidence. */
const ownTies: CountBounds = { calls: maxCounts, places: maxCounts };

/** The head count on record of a place; undefined if it was not requested or is not available. */
export type CountOnRecord = (place: Place) => number | undefined;

/** Maximum number of calls for a target's direct ties. */
export const callsFor = (places: readonly Place[]): number => Math.min(maxCounts, new Set(places.map(keyOf)).size);

/** What the targets of a plan share. */
interface Shared {
  readonly counts: Map<string, Promise<number | undefined>>;
  /** Calls left for all targets. */
  left: number;
}

/**
 * The turns of searches that run at once: their loads wait until every search that has not ended waits, and begin in the
 * order of the searches. So the calls left go to the same targets, whichever search answers first.
 */
class Turns {
  readonly #waiting = new Map<number, (() => void)[]>();
  #searching: number;

  constructor(searches: number) {
    this.#searching = searches;
  }

  /** Resolves when it is the turn of a search. */
  take(at: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(at, [...(this.#waiting.get(at) ?? []), resolve]);
    this.#begin();
    return promise;
  }

  end(): void {
    this.#searching -= 1;
    this.#begin();
  }

  /** A search that loads twice at once has both loads in one turn, since microtasks run after it. */
  #begin(): void {
    queueMicrotask(() => {
      if (this.#waiting.size < this.#searching) return;
      const begun = [...this.#waiting].toSorted(([a], [b]) => a - b).flatMap(([, loads]) => loads);
      this.#waiting.clear();
      for (const load of begun) load();
    });
  }
}

/**
 * Number of people on record who were employed at a company at the time of a tie. Free: one call for each company and
 * reference date, unless the credential's cache has it. A count that the upstream refuses stays unknown. The size in a
 * record (the midpoint of a range) is used for potential ties only: known ties weigh the same with or without a record.
 */
export class HeadCounts {
  readonly #scope: CredentialScope;
  readonly #shared: Shared;
  readonly #turn: () => Promise<void>;
  /** Sizes in the target's record. */
  readonly #told = new Map<string, number>();
  /** The counts that were begun by this target's last load. */
  readonly #known = new Map<string, number | undefined>();

  constructor(
    scope: CredentialScope,
    shared: Shared = { counts: new Map(), left: maxInAll },
    turn: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#scope = scope;
    this.#shared = shared;
    this.#turn = turn;
  }

  /** Runs the searches of several targets at once; their loads take turns, so that each gets the same counts in every run. */
  inTurn<Found>(searches: readonly ((headCounts: HeadCounts) => Promise<Found>)[]): Promise<Found[]> {
    const turns = new Turns(searches.length);
    return Promise.all(
      searches.map((search, at) =>
        search(new HeadCounts(this.#scope, this.#shared, () => turns.take(at))).finally(() => turns.end()),
      ),
    );
  }

  /**
   * Requests the head counts of the most frequent places in parallel, and resolves with those on record. A cache hit
   * counts as a call, so that results do not depend on earlier queries.
   */
  async load(all: readonly Place[], { calls, places } = ownTies): Promise<CountOnRecord> {
    const wanted = new Map(
      [...Map.groupBy(all, keyOf)]
        .toSorted(([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1))
        .slice(0, places),
    );
    await this.#turn();
    const { counts } = this.#shared;
    const unknown = [...wanted].filter(([key]) => !counts.has(key));
    const taken = unknown.slice(0, Math.min(calls, this.#shared.left));
    this.#shared.left -= taken.length;
    for (const [key, [place]] of taken) if (place) counts.set(key, this.#count(key, place));
    // What other targets begin later is not used: it would depend on the order of answers.
    const begun = [...counts];
    await Promise.all(
      begun.map(async ([key, count]) => {
        const known = await count.catch((error: unknown) => {
          // A later load may ask again.
          if (counts.get(key) === count) counts.delete(key);
          if (wanted.has(key)) throw error;
          return undefined;
        });
        this.#known.set(key, known);
      }),
    );
    return (place) => (wanted.has(keyOf(place)) ? this.#known.get(keyOf(place)) : undefined);
  }

  /** Resolves when every search of the plan has come as far, or has ended. */
  inStep(): Promise<void> {
    return this.#turn();
  }

  /** Sets a head count from a record, for potential ties. */
  take(place: Place, count: number): void {
    this.#told.set(keyOf(place), count);
  }

  /** Head count for a potential tie: from a record, else the count on record; undefined if neither is known. */
  forPotential(place: Place): number | undefined {
    return this.#told.get(keyOf(place)) ?? this.#known.get(keyOf(place));
  }

  /** A count of zero is returned as unknown. */
  async #count(key: string, place: Place): Promise<number | undefined> {
    const { cache, maxAgeMs } = this.#scope;
    const count = cache.headCounts.get(key, maxAgeMs) ?? (await this.#ask(place));
    if (count !== undefined) cache.headCounts.set(key, count);
    return count || undefined;
  }

  async #ask(place: Place): Promise<number | undefined> {
    const day = dayAt(place);
    const query = employedAt(place.companyId, { startedBy: day, notEndedBy: day });
    try {
      const { body } = await this.#scope.search(searchProfiles, { query, limit: 0 }, revealsNothing);
      return body.total_count;
    } catch (error) {
      if (error instanceof BadUpstreamRequest) return undefined;
      throw error;
    }
  }
}

const keyOf = (place: Place): string => `${place.companyId.toLowerCase()} ${dayOf(dayAt(place))}`;

/**
 * The reference date for a head count, in milliseconds since 1970: 1 January of the fifth year nearest to the middle of
 * the period, so that ties of about the same time share a call. If that is outside the period: 1 January of the middle
 * year or of the next, else the first day of the middle month, else the end.
 */
function dayAt({ from, until }: Place): number {
  const middle = new Date((from + until) / 2);
  const [year, month] = [middle.getUTCFullYear(), middle.getUTCMonth()];
  const days = [
    Date.UTC(Math.round(year / everyYears) * everyYears, 0, 1),
    Date.UTC(year, 0, 1),
    Date.UTC(year + 1, 0, 1),
    Date.UTC(year, month, 1),
  ];
  return days.find((day) => from <= day && day <= until) ?? until;
}
