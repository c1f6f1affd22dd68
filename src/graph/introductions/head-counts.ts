import { BadUpstreamRequest } from '../../client/errors.ts';
import { searchProfiles } from '../../contract/operation/profiles.ts';
import { revealsNothing } from '../loaders/batch-scheduler.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { dayOf } from './affiliation.ts';
import { employedAt } from './overlap-query.ts';

/** A company, and a time there as moments. */
export interface Place {
  readonly companyId: string;
  readonly from: number;
  readonly until: number;
}

/** Counts asked for one question, at most: those of the places that most ties share. */
export const maxCounts = 8;

/** Counts for all questions of a plan together. */
const maxInAll = 40;

/** Head counts are asked for the first day of every fifth year where that lies within the time. */
const everyYears = 5;

/** Bounds of one load. */
export interface CountBounds {
  /** Calls at most. */
  readonly calls: number;
  /** Places at most, those that occur most often: others stay unknown, though their count be at hand. */
  readonly places: number;
}

/** Of a question's own ties: the same places whatever else is asked, so that a tie has one confidence. */
const ownTies: CountBounds = { calls: maxCounts, places: maxCounts };

/** The head count on record of a place; undefined where it was not asked for, or is not told. */
export type CountOnRecord = (place: Place) => number | undefined;

/** Calls that the own ties of a question take, at most. */
export const callsFor = (places: readonly Place[]): number => Math.min(maxCounts, new Set(places.map(keyOf)).size);

/**
 * How many people, of those on record, were employed at companies when ties there were made; free, a call for each
 * company and time unless the credential's cache has it. What the upstream does not tell stays unknown. A payload's count,
 * the middle of a class of sizes, holds for potential ties alone: known ones are weighed alike where no payload is at hand.
 */
export class HeadCounts {
  readonly #scope: CredentialScope;
  readonly #counts = new Map<string, number | undefined>();
  readonly #told = new Map<string, number>();
  /** Calls that may still be made, where several questions share these counts. */
  #left = maxInAll;
  #loading: Promise<unknown> = Promise.resolve();

  constructor(scope: CredentialScope) {
    this.#scope = scope;
  }

  /**
   * Asks for the head counts of the places that occur most often, side by side, and resolves with those on record. What is
   * cached counts as a call, so that an answer does not depend on what was asked before.
   */
  load(places: readonly Place[], bounds = ownTies): Promise<CountOnRecord> {
    const loaded = this.#loading.then(() => this.#load(places, bounds));
    this.#loading = loaded.catch(() => undefined);
    return loaded;
  }

  async #load(all: readonly Place[], { calls, places }: CountBounds): Promise<CountOnRecord> {
    const wanted = new Map(
      [...Map.groupBy(all, keyOf)]
        .toSorted(([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1))
        .slice(0, places),
    );
    const unknown = [...wanted].filter(([key]) => !this.#counts.has(key));
    const taken = unknown.slice(0, Math.min(calls, this.#left));
    this.#left -= taken.length;
    await Promise.all(
      taken.map(async ([key, [place]]) => {
        if (place) this.#counts.set(key, await this.#count(key, place));
      }),
    );
    return (place) => (wanted.has(keyOf(place)) ? this.#counts.get(keyOf(place)) : undefined);
  }

  /** Takes a head count from a payload, for potential ties. */
  take(place: Place, count: number): void {
    this.#told.set(keyOf(place), count);
  }

  /** How many were there then, for a potential tie: by a payload, else on record; undefined where neither tells. */
  forPotential(place: Place): number | undefined {
    return this.#told.get(keyOf(place)) ?? this.#counts.get(keyOf(place));
  }

  /** Where nobody is on record then, the count is of no use. */
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
 * The day on which heads are counted, as a moment: the first day of the fifth year that is nearest to the middle of the time,
 * so that ties of about the same time share a call; where that lies outside of it, of a year or a month that begins within.
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
