import { BadUpstreamRequest } from '../../../client/errors.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { namesNothing } from '../../loaders/batch-scheduler.ts';
import type { Scope } from '../../operation/scope.ts';
import { dayOf } from './affiliation.ts';
import { employedAt } from './overlap-query.ts';

/** A company, and a time there as moments. */
export interface Place {
  readonly companyId: string;
  readonly from: number;
  readonly until: number;
}

/** Counts asked for one question, at most: those of the places that most ties share. */
export const mostCounts = 8;

/** Counts for all questions of a plan together. */
const mostInAll = 40;

/** Head counts are asked for the first day of every fifth year where that lies within the time. */
const everyYears = 5;

/**
 * How many people, of those on record, were employed at companies when ties there were made; free, a call for each
 * company and time unless the credential's cache has it. What the upstream does not tell stays unknown.
 */
export class HeadCounts {
  readonly #scope: Scope;
  readonly #counts = new Map<string, number | undefined>();
  /** Calls that may still be made, where several questions share these counts. */
  #left = mostInAll;
  #loading: Promise<unknown> = Promise.resolve();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /**
   * Asks for the head counts of the places that occur most often, side by side, in `calls` calls at most; `preferred` places
   * come before all others. What is cached counts as a call, so that an answer does not depend on what was asked before.
   */
  load(places: readonly Place[], calls = mostCounts, preferred: readonly Place[] = []): Promise<void> {
    const loaded = this.#loading.then(() => this.#load(places, calls, preferred));
    this.#loading = loaded.catch(() => undefined);
    return loaded;
  }

  async #load(places: readonly Place[], calls: number, preferred: readonly Place[]): Promise<void> {
    const mostOften = (some: readonly Place[]) =>
      [...Map.groupBy(some, keyOf)].toSorted(([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1));
    const wanted = new Map([...mostOften(preferred), ...mostOften(places)]);
    const unknown = [...wanted].filter(([key]) => !this.#counts.has(key));
    const taken = unknown.slice(0, Math.min(calls, this.#left));
    this.#left -= taken.length;
    await Promise.all(
      taken.map(async ([key, [place]]) => {
        if (place) this.#counts.set(key, await this.#count(key, place));
      }),
    );
  }

  /** Takes a head count from a payload. */
  take(place: Place, count: number): void {
    this.#counts.set(keyOf(place), count);
  }

  /** How many were there then; undefined where it was not asked for, or is not told. */
  at(place: Place): number | undefined {
    return this.#counts.get(keyOf(place));
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
      const { body } = await this.#scope.search(searchProfiles, { query, limit: 0 }, namesNothing);
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
