import { pageLimit } from '../../../contract/limits.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import { websiteFrom } from '../../../reading/website.ts';
import { type RevealedKinds, revealsNothing } from '../../loaders/batch-scheduler.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { type Affiliation, lastOf } from './affiliation.ts';
import type { CallBudget } from './call-budget.ts';
import { companiesAtWebsite, hasWebsite } from './companies-at-website.ts';
import type { HeadCounts, Place } from './head-counts.ts';
import { year } from './known-ties.ts';
import { anyOfSome, forYears, ofFunction, ofLocation, together } from './overlap-query.ts';

/** A person in the team's network who overlapped with the target at an employer or school. */
export interface Bridge {
  readonly id: string;
  /** The target's employers and schools at which they overlapped; never empty. */
  readonly affiliations: Set<Affiliation>;
  /** Lower bound of their overlap at one employer or school, in years. */
  years: number;
  /** True if they had the same function at an employer; undefined if unknown, never false. */
  sameFunction: true | undefined;
  /** Set if the search has already read it. */
  readonly relationship?: Relationship | undefined;
}

export interface FoundBridges {
  readonly bridges: readonly Bridge[];
  /** Sentences about searches that were skipped or are incomplete. */
  readonly notes: readonly string[];
}

/** Ids per page. A search returns only ids, so that even the largest page is small. */
const pageSize = pageLimit.maximum;
/** Relationships read for each current employer if careers cannot be searched. */
const relationshipPage = 60;
/** Minimum overlaps that are searched for, in years. */
const [someYears, manyYears] = [1, 3] as const;

const websitePath = 'profile_info.current_company_website';

/** The last span at an employer, or its last ten years, as a place to count heads for; undefined for a school. */
export function placeAt(affiliation: Affiliation): Place | undefined {
  const { from, until } = lastOf(affiliation);
  const { companyId } = affiliation;
  return companyId === undefined ? undefined : { companyId, from: Math.max(from, until - 10 * year), until };
}

/** The first page of ids that a query finds. */
interface List {
  readonly ids: readonly string[];
  readonly total: number;
}

const fits = ({ ids, total }: List): boolean => ids.length >= total;

/** Facts that hold for each person that a query finds. */
type OverlapMark = Partial<Pick<Bridge, 'years' | 'sameFunction'>>;

interface MarkQuery {
  readonly query: QueryDsl;
  readonly marks: OverlapMark;
}

/**
 * Finds people in the team's network who overlapped with the target at an employer or school, by free searches. `start`
 * runs one search for each employer and school, and searches for the length of the overlap and for the function, in
 * parallel. `finish` adds narrower searches if the first ones found more people than a page holds.
 */
export class BridgeSearch {
  readonly #scope: CredentialScope;
  readonly #named: RevealedKinds;
  readonly #calls: CallBudget;
  readonly #affiliations: readonly Affiliation[];
  /** One list for each affiliation; undefined if the upstream refused the search. */
  #lists: readonly (List | undefined)[] = [];
  readonly #bridges = new Map<string, Bridge>();
  readonly #notes: string[] = [];
  #unasked: readonly MarkQuery[] = [];
  /** Employers for which a head count was requested. */
  readonly #counted = new Set<Affiliation>();

  constructor(scope: CredentialScope, named: RevealedKinds, calls: CallBudget, affiliations: readonly Affiliation[]) {
    this.#scope = scope;
    this.#named = named;
    this.#calls = calls;
    this.#affiliations = affiliations;
  }

  async start(headCounts: HeadCounts): Promise<void> {
    const affiliations = this.#affiliations;
    this.#calls.search(affiliations.length);
    this.#unasked = marksOf(affiliations).slice(0, Math.max(0, 2 * affiliations.length - 1));
    const [lists, mark] = await Promise.all([
      Promise.all(affiliations.map((affiliation) => this.#list(together(affiliation)))),
      this.#askMarks(),
      this.#countHeads(headCounts),
    ]);
    this.#lists = lists;
    for (const [at, affiliation] of affiliations.entries()) this.#add(affiliation, lists[at]);
    mark();
  }

  /** Narrows the searches that found more than a page, and makes the calls that exceeded the budget before. */
  async finish(headCounts: HeadCounts): Promise<FoundBridges> {
    const [affiliations, lists] = [this.#affiliations, this.#lists];
    const [mark] = await Promise.all([
      this.#askMarks(),
      this.#countHeads(headCounts),
      this.#readOn(affiliations, lists),
    ]);
    mark();
    return { bridges: [...this.#bridges.values()], notes: this.#notes };
  }

  /** Runs mark queries within the budget. The returned function sets the marks: call it once all bridges are known. */
  async #askMarks(): Promise<() => void> {
    const asked = this.#unasked.slice(0, this.#calls.search(this.#unasked.length));
    this.#unasked = this.#unasked.slice(asked.length);
    const lists = await Promise.all(asked.map(({ query }) => this.#list(query)));
    return () => {
      for (const [at, { marks }] of asked.entries()) this.#mark(lists[at], marks);
    };
  }

  async #readOn(affiliations: readonly Affiliation[], lists: readonly (List | undefined)[]): Promise<void> {
    if (affiliations.length > 0 && lists.every((list) => list === undefined))
      await this.#presentColleagues(affiliations);
    else
      await Promise.all(
        affiliations.map(async (affiliation, at) => {
          const list = lists[at];
          if (list && !fits(list)) await this.#narrow(affiliation, list);
        }),
      );
  }

  /** Takes head counts from the target's record, and requests missing ones within the budget. */
  async #countHeads(headCounts: HeadCounts): Promise<void> {
    const places = this.#affiliations.flatMap((affiliation) => {
      const place = placeAt(affiliation);
      if (!place || this.#counted.has(affiliation)) return [];
      if (affiliation.headCount === undefined) return [{ affiliation, place }];
      headCounts.take(place, affiliation.headCount);
      return [];
    });
    const taken = places.slice(0, this.#calls.count(places.length));
    for (const { affiliation } of taken) this.#counted.add(affiliation);
    await headCounts.load(
      taken.map(({ place }) => place),
      { calls: taken.length, places: taken.length },
    );
  }

  /** Searches again, by length of overlap, function and location, if more people overlapped than a page holds. */
  async #narrow(affiliation: Affiliation, widest: List): Promise<void> {
    const alike = ofFunction(affiliation);
    const near = [...alike, ...ofLocation(affiliation)];
    const sameFunction = alike.length > 0 && affiliation.kind === 'employer' ? true : undefined;
    const narrower: readonly { readonly query: QueryDsl | undefined; readonly marks: OverlapMark }[] = [
      { query: forYears(affiliation, someYears, { also: alike }), marks: { years: someYears, sameFunction } },
      { query: forYears(affiliation, manyYears, { also: near }), marks: { years: manyYears, sameFunction } },
    ];
    const queries = narrower.flatMap(({ query, marks }) => (query ? [{ query, marks }] : []));
    if (queries.length === 0 && near.length > 0)
      queries.push({ query: together(affiliation, near), marks: { sameFunction } });
    const taken = queries.slice(0, this.#calls.search(queries.length));
    const lists = await Promise.all(taken.map(({ query }) => this.#list(query)));
    for (const [at, { marks }] of taken.entries()) {
      this.#add(affiliation, lists[at]);
      this.#mark(lists[at], marks);
    }
    const found = [...this.#bridges.values()].filter(({ affiliations }) => affiliations.has(affiliation)).length;
    const part = lists.some((list) => list && fits(list)) ? 'all' : 'a page of those';
    this.#notes.push(
      `Of ${widest.total} people in the network who were at ${affiliation.name} at the same time, ${found} were found: one page of them${
        taken.length > 0 ? `, and ${part} who were there for years in the same function or place` : ''
      }.`,
    );
  }

  /** Reads one page of ids; undefined if the upstream refuses the query. */
  async #list(query: QueryDsl): Promise<List | undefined> {
    const request = { query, in_network_only: true, limit: pageSize };
    const answer = await unlessRefused(this.#scope.search(searchProfiles, request, revealsNothing));
    return answer && { ids: answer.body.ids.map((id) => id.toLowerCase()), total: answer.body.total_count };
  }

  #add(affiliation: Affiliation, list: List | undefined): void {
    for (const id of list?.ids ?? []) {
      const bridge = this.#bridges.get(id) ?? { id, affiliations: new Set(), years: 0, sameFunction: undefined };
      bridge.affiliations.add(affiliation);
      this.#bridges.set(id, bridge);
    }
  }

  #mark(list: List | undefined, { years = 0, sameFunction }: OverlapMark): void {
    for (const id of list?.ids ?? []) {
      const bridge = this.#bridges.get(id);
      if (!bridge) continue;
      bridge.years = Math.max(bridge.years, years);
      bridge.sameFunction ??= sameFunction;
    }
  }

  /** Fallback if careers cannot be searched: current colleagues, by the employer's website (a documented path). */
  async #presentColleagues(affiliations: readonly Affiliation[]): Promise<void> {
    this.#notes.push(
      'The data service does not search careers, so only the target’s current colleagues were looked for.',
    );
    for (const affiliation of affiliations) {
      const { website } = affiliation;
      if (!lastOf(affiliation).current || website === undefined || this.#calls.search(1) === 0) continue;
      const site = websiteFrom(website);
      // If companies share the website, employees of another one would pass for colleagues.
      if (site && ((await companiesAtWebsite(this.#scope, site.key)) ?? 1) > 1) continue;
      const request = { query: hasWebsite(websitePath, website), limit: relationshipPage };
      const answer = await unlessRefused(this.#scope.search(findRelationships, request, this.#named));
      for (const relationship of answer?.body.items ?? []) {
        const id = relationship?.profile?.id?.toLowerCase();
        if (!relationship || !id) continue;
        const affiliations = this.#bridges.get(id)?.affiliations ?? new Set();
        affiliations.add(affiliation);
        this.#bridges.set(id, { id, affiliations, years: 0, sameFunction: undefined, relationship });
      }
    }
  }
}

/** Mark queries over all employers at once, by priority: one year, the same function, then more years. */
function marksOf(affiliations: readonly Affiliation[]): readonly MarkQuery[] {
  const employers = affiliations.filter(({ kind }) => kind === 'employer');
  const mark = (queryOf: (employer: Affiliation) => QueryDsl | undefined, marks: OverlapMark) => {
    const queries = employers.map(queryOf).filter((query) => query !== undefined);
    return queries.length > 0 ? [{ query: anyOfSome(queries), marks }] : [];
  };
  const share = employers.length;
  return [
    ...mark((employer) => forYears(employer, someYears, { share }), { years: someYears }),
    ...mark((employer) => (employer.functions.size > 0 ? together(employer, ofFunction(employer)) : undefined), {
      sameFunction: true,
    }),
    ...mark((employer) => forYears(employer, manyYears, { share }), { years: manyYears }),
  ];
}
