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
  readonly counts: Map<string, number | undefined>;
  readonly told: Map<string, number>;
  /** Calls left for all targets. */
  left: number;
  loading: Promise<unknown>;
  /** Resolves when all searches that were begun in turn have made their loads, or have ended. */
  turn: Promise<unknown>;
}

const newShared = (): Shared => ({
  ...{ counts: new Map(), told: new Map(), left: maxInAll },
  ...{ loading: Promise.resolve(), turn: Promise.resolve() },
});

/** A target's turn to load: begins after those before it, and ends with its first load. */
interface Turn {
  readonly before: Promise<unknown>;
  readonly end: () => void;
}

/**
 * Number of people on record who were employed at a company at the time of a tie. Free: one call for each company and
 * reference date, unless the credential's cache has it. A count that the upstream refuses stays unknown. The size in a
 * record (the midpoint of a range) is used for potential ties only: known ties weigh the same with or without a record.
 */
export class HeadCounts {
  readonly #scope: CredentialScope;
  readonly #shared: Shared;
  readonly #turn: Turn | undefined;

  constructor(scope: CredentialScope, shared = newShared(), turn?: Turn) {
    this.#scope = scope;
    this.#shared = shared;
    this.#turn = turn;
  }

  /**
   * Runs the search of one of several targets, whose first load waits until the searches before it have made theirs, or
   * have ended. So the calls left go to the same targets, whichever search answers first.
   */
  inTurn<Found>(search: (headCounts: HeadCounts) => Promise<Found>): Promise<Found> {
    const [before, loaded] = [this.#shared.turn, Promise.withResolvers<void>()];
    const found = search(new HeadCounts(this.#scope, this.#shared, { before, end: loaded.resolve }));
    this.#shared.turn = Promise.allSettled([before, Promise.race([loaded.promise, found])]);
    return found;
  }

  /**
   * Requests the head counts of the most frequent places in parallel, and resolves with those on record. A cache hit
   * counts as a call, so that results do not depend on earlier queries.
   */
  async load(places: readonly Place[], bounds = ownTies): Promise<CountOnRecord> {
    await this.#turn?.before;
    const loaded = this.#shared.loading.then(() => this.#load(places, bounds));
    this.#shared.loading = loaded.catch(() => undefined);
    return loaded.finally(this.#turn?.end);
  }

  async #load(all: readonly Place[], { calls, places }: CountBounds): Promise<CountOnRecord> {
    const wanted = new Map(
      [...Map.groupBy(all, keyOf)]
        .toSorted(([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1))
        .slice(0, places),
    );
    const unknown = [...wanted].filter(([key]) => !this.#shared.counts.has(key));
    const taken = unknown.slice(0, Math.min(calls, this.#shared.left));
    this.#shared.left -= taken.length;
    await Promise.all(
      taken.map(async ([key, [place]]) => {
        if (place) this.#shared.counts.set(key, await this.#count(key, place));
      }),
    );
    return (place) => (wanted.has(keyOf(place)) ? this.#shared.counts.get(keyOf(place)) : undefined);
  }

  /** Sets a head count from a record, for potential ties. */
  take(place: Place, count: number): void {
    this.#shared.told.set(keyOf(place), count);
  }

  /** Head count for a potential tie: from a record, else the count on record; undefined if neither is known. */
  forPotential(place: Place): number | undefined {
    return this.#shared.told.get(keyOf(place)) ?? this.#shared.counts.get(keyOf(place));
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
