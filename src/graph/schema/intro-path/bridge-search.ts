import { BadUpstreamRequest } from '../../../client/errors.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import { namesNothing, type RecordNames } from '../../loaders/batch-scheduler.ts';
import type { Scope } from '../../operation/scope.ts';
import { allOf } from '../search/where/clause.ts';
import type { CallBudget } from './call-budget.ts';
import { type Employer, lastOf } from './career.ts';
import type { HeadCounts, Place } from './head-counts.ts';
import { placesOfAll, year } from './known-ties.ts';
import { amongPeople, anyOfSome, colleagues, forYears, ofFunction, ofLocation } from './overlap-query.ts';

/** Somebody in the team's network who was at an employer of a person at the same time. */
export interface Bridge {
  readonly relationship: Relationship;
  /** The employers at which they were at the same time; never empty. */
  readonly employers: Set<Employer>;
  /** Years that they were there together, at least. */
  years: number;
  /** True where they had one function at one of them; nothing is told of others. */
  sameFunction: true | undefined;
}

export interface FoundBridges {
  readonly bridges: readonly Bridge[];
  /** What was not looked for, or not read to the end, as sentences. */
  readonly notes: readonly string[];
}

/** Employers of a person that are looked at, the latest first. */
const mostEmployers = 4;
/** People read for one query. */
const pageSize = 60;
/** Head counts asked for the ties between connectors and bridges. */
const mostKnownCounts = 4;
/** The years together that are asked for. */
const [someYears, manyYears] = [1, 3] as const;

const websitePath = 'profile_info.current_company_website';

/** The last ten years that somebody was at an employer, as a place whose head count can be asked for. */
export const placeAt = (employer: Employer): Place => {
  const { from, until } = lastOf(employer);
  return { companyId: employer.companyId, from: Math.max(from, until - 10 * year), until };
};

/**
 * Finds people in the team's network who were at a person's employers at the same time, free. First one query for each
 * employer, side by side; then, side by side, narrower ones where more were there than one page holds, and those that tell how long
 * and in which function people were there together.
 */
export class BridgeSearch {
  readonly #scope: Scope;
  readonly #named: RecordNames;
  readonly #calls: CallBudget;
  readonly #bridges = new Map<string, Bridge>();
  readonly #notes: string[] = [];

  constructor(scope: Scope, named: RecordNames, calls: CallBudget) {
    this.#scope = scope;
    this.#named = named;
    this.#calls = calls;
  }

  async find(employers: readonly Employer[], headCounts: HeadCounts): Promise<FoundBridges> {
    const looked = employers.slice(0, mostEmployers);
    const left = employers.slice(mostEmployers).map(({ name }) => name);
    if (left.length > 0) this.#note(`The ${mostEmployers} latest employers were looked at, not: ${left.join(', ')}.`);
    this.#calls.search(looked.length);
    const pages = Promise.all(looked.map((employer) => this.#page(employer, colleagues(employer))));
    const unknown = looked.filter(({ headCount }) => headCount === undefined).map(placeAt);
    for (const employer of looked)
      if (employer.headCount !== undefined) headCounts.take(placeAt(employer), employer.headCount);
    await headCounts.load(unknown, this.#calls.count(unknown.length));
    const totals = await pages;
    if (looked.length > 0 && totals.every((total) => total === undefined)) await this.#presentColleagues(looked);
    else await this.#refine(looked, totals, headCounts);
    return { bridges: [...this.#bridges.values()], notes: this.#notes };
  }

  async #refine(
    employers: readonly Employer[],
    totals: readonly (number | undefined)[],
    headCounts: HeadCounts,
  ): Promise<void> {
    const large = employers.filter((_, at) => (totals[at] ?? 0) > pageSize);
    const ids = [...this.#bridges.keys()];
    const years = (least: number) => () =>
      this.#mark(
        ids,
        employers.map((one) => forYears(one, least, employers.length)).filter((query) => query !== undefined),
        (bridge) => {
          bridge.years = Math.max(bridge.years, least);
        },
      );
    const sameFunction = () =>
      this.#mark(
        ids,
        employers.filter(({ functions }) => functions.size > 0).map((one) => colleagues(one, ofFunction(one))),
        (bridge) => {
          bridge.sameFunction = true;
        },
      );
    const steps = [
      ...large.map((one) => () => this.#longest(one)),
      ...(ids.length > 0 ? [years(someYears)] : []),
      ...large.map((one) => () => this.#nearest(one)),
      ...(ids.length > 0 ? [sameFunction, years(manyYears)] : []),
    ];
    const taken = steps.slice(0, this.#calls.search(steps.length));
    const places = placesOfAll(
      [...this.#bridges.values()].flatMap(({ relationship }) => relationship.connections ?? []),
    );
    await Promise.all([...taken.map((step) => step()), headCounts.load(places, this.#calls.count(mostKnownCounts))]);
    employers.forEach((employer, at) => {
      const [total, read] = [totals[at] ?? 0, this.#read(employer)];
      if (total > read)
        this.#note(
          `Of ${total} people in the network who were at ${employer.name} at the same time, ${read} were read: those who were there longest together, or in the same place, as far as calls allow.`,
        );
    });
  }

  /** Of a large employer, those who were there for years together in one function. */
  async #longest(employer: Employer): Promise<void> {
    const long = forYears(employer, manyYears) ?? forYears(employer, someYears);
    const query = allOf([colleagues(employer, ofFunction(employer)), long]);
    const years = forYears(employer, manyYears) ? manyYears : long ? someYears : 0;
    if (query) await this.#page(employer, query, { years, sameFunction: employer.functions.size > 0 || undefined });
  }

  /** Of a large employer, those who worked in one place, in one function. */
  async #nearest(employer: Employer): Promise<void> {
    const query = colleagues(employer, [...ofFunction(employer), ...ofLocation(employer)]);
    await this.#page(employer, query, { years: 0, sameFunction: employer.functions.size > 0 || undefined });
  }

  /** Reads a page of people; tells how many there are, or nothing where the upstream refuses the query. */
  async #page(
    employer: Employer,
    query: QueryDsl,
    tells: Pick<Bridge, 'years' | 'sameFunction'> = { years: 0, sameFunction: undefined },
  ): Promise<number | undefined> {
    const request = { query, limit: pageSize };
    const answer = await unlessRefused(this.#scope.search(findRelationships, request, this.#named));
    for (const relationship of answer?.body.items ?? []) {
      const id = relationship?.profile?.id?.toLowerCase();
      if (!relationship || !id) continue;
      const bridge: Bridge = this.#bridges.get(id) ?? { relationship, employers: new Set(), ...tells };
      bridge.employers.add(employer);
      bridge.years = Math.max(bridge.years, tells.years);
      bridge.sameFunction ??= tells.sameFunction;
      this.#bridges.set(id, bridge);
    }
    return answer && Math.max(answer.body.total_count, answer.body.items.length);
  }

  /** Marks those of whom one of the queries holds. */
  async #mark(ids: readonly string[], queries: readonly QueryDsl[], mark: (bridge: Bridge) => void): Promise<void> {
    if (queries.length === 0) return;
    const query = amongPeople(ids, anyOfSome(queries));
    const answer = await unlessRefused(this.#scope.search(searchProfiles, { query, limit: ids.length }, namesNothing));
    for (const id of answer?.body.ids ?? []) {
      const bridge = this.#bridges.get(id.toLowerCase());
      if (bridge) mark(bridge);
    }
  }

  /** Where careers cannot be searched: those who work now where the person does, by a path that the interface names. */
  async #presentColleagues(employers: readonly Employer[]): Promise<void> {
    this.#note(
      'The data service does not search careers: only people who work now where the target works now were looked for.',
    );
    for (const employer of employers) {
      if (!lastOf(employer).current || employer.website === undefined || this.#calls.search(1) === 0) continue;
      await this.#page(employer, { term: { [websitePath]: employer.website } });
    }
  }

  #read(employer: Employer): number {
    return [...this.#bridges.values()].filter(({ employers }) => employers.has(employer)).length;
  }

  #note(sentence: string): void {
    this.#notes.push(sentence);
  }
}

/** Nothing where the upstream does not take the request, such as one with a path that it does not search by. */
export const unlessRefused = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof BadUpstreamRequest) return undefined;
    throw error;
  });
