import DataLoader from 'dataloader';
import { allOf, anyOf } from '../../../contract/clause.ts';
import { searchCompanies } from '../../../contract/operation/companies.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import { slugFrom } from '../../../reading/page.ts';
import { type Website, websiteFrom } from '../../../reading/website.ts';
import type { Identifier } from '../../cache/record-key.ts';
import type { SharedKind } from '../../cache/shared-cache.ts';
import { type RevealedKinds, revealsNothing } from '../../loaders/batch-scheduler.ts';
import { identityQuery } from '../../loaders/identity-query.ts';
import { locate } from '../../loaders/locate.ts';
import { readNetwork } from '../../loaders/read-network.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { hasHost, hasWebsite } from './companies-at-website.ts';

/** The people of the network at a website, or by a name. */
export interface Reached {
  readonly items: readonly Relationship[];
  /** Whether all pages were read. */
  readonly complete: boolean;
  /** The ids of the records with the name; undefined if relationships alone were searched. */
  readonly ids?: readonly string[];
}

/** A target, and a further filter on the people. */
interface Asked<Target> {
  readonly target: Target;
  readonly filter: QueryDsl | undefined;
}

type Name = Identifier & { readonly kind: Exclude<Identifier['kind'], 'ids'> };

const websitePath = 'profile_info.current_company_website';
const companyWebsitesPath = 'company_info.websites';
const idPath = 'profile_info.id';
/** Each host takes several clauses. */
const hostsPerCall = 50;

/**
 * Reads the relationships to many targets of one operation together: those at websites in one walk over pages, and those by
 * slugs, numeric or entity ids in another; free. People are assigned to their targets by their summaries.
 */
class ReachLoader {
  readonly #scope: CredentialScope;
  readonly #named = new Set<SharedKind>();
  readonly #atWebsites: DataLoader<Asked<Website>, Reached, string>;
  readonly #byNames: DataLoader<Asked<Name>, Reached, string>;

  readonly #companies: DataLoader<string, number>;

  constructor(scope: CredentialScope) {
    this.#scope = scope;
    this.#companies = new DataLoader((hosts) => this.#countAll(hosts), {
      batchScheduleFn: scope.schedule.free,
      maxBatchSize: hostsPerCall,
    });
    const batchScheduleFn = scope.schedule.free;
    this.#atWebsites = new DataLoader((all) => this.#loadEach(all, (some) => this.#atSites(some)), {
      cacheKeyFn: ({ target, filter }) => `${target.key} ${JSON.stringify(filter)}`,
      batchScheduleFn,
    });
    this.#byNames = new DataLoader((all) => this.#loadEach(all, (some) => this.#withNames(some)), {
      cacheKeyFn: ({ target, filter }) => `${target.kind} ${target.value} ${JSON.stringify(filter)}`,
      batchScheduleFn,
    });
  }

  atWebsite(target: Website, filter: QueryDsl | undefined, named: RevealedKinds): Promise<Reached> {
    for (const kind of named) this.#named.add(kind);
    return this.#atWebsites.load({ target, filter });
  }

  byName(target: Name, filter: QueryDsl | undefined, named: RevealedKinds): Promise<Reached> {
    for (const kind of named) this.#named.add(kind);
    return this.#byNames.load({ target, filter });
  }

  /** Number of companies whose website is a page on a host, not the host; one call shows that several hosts have none. */
  companiesOnPagesOf(host: string): Promise<number> {
    return this.#companies.load(host);
  }

  async #countAll(hosts: readonly string[]): Promise<readonly number[]> {
    const count = async (some: readonly string[]): Promise<number> => {
      const query = anyOf(some.map(onPageOf)) ?? { match_none: {} };
      const { body } = await this.#scope.search(searchCompanies, { query, limit: 0 }, revealsNothing);
      return body.total_count;
    };
    const inAll = await count(hosts);
    if (hosts.length === 1 || inAll === 0) return hosts.map(() => inAll);
    return Promise.all(hosts.map((host) => count([host])));
  }

  /** Loads targets with one filter together. */
  async #loadEach<Target>(
    all: readonly Asked<Target>[],
    load: (some: readonly Asked<Target>[]) => Promise<ReadonlyMap<Asked<Target>, Reached>>,
  ): Promise<readonly (Reached | Error)[]> {
    const groups = [...Map.groupBy(all, ({ filter }) => JSON.stringify(filter)).values()];
    const loaded = await Promise.all(
      groups.map((some) =>
        load(some).catch((error: unknown) => {
          const failure = error instanceof Error ? error : new Error(String(error));
          return new Map(some.map((one) => [one, failure]));
        }),
      ),
    );
    const found = new Map<Asked<Target>, Reached | Error>(loaded.flatMap((one) => [...one]));
    return all.map((one) => found.get(one) ?? nobody);
  }

  async #atSites(some: readonly Asked<Website>[]): Promise<ReadonlyMap<Asked<Website>, Reached>> {
    const queryOf = (few: readonly Asked<Website>[]): QueryDsl =>
      allOf([
        { terms: { [websitePath]: few.flatMap(({ target }) => termsOf(hasWebsite(websitePath, target.key))) } },
        few[0]?.filter,
      ]) ?? { match_none: {} };
    return this.#assign(some, queryOf, ({ target }, { profile }) =>
      profile?.current_company_website ? websiteFrom(profile.current_company_website)?.key === target.key : false,
    );
  }

  async #withNames(some: readonly Asked<Name>[]): Promise<ReadonlyMap<Asked<Name>, Reached>> {
    const kinds = Map.groupBy(some, ({ target }) => target.kind);
    const found = await Promise.all(
      [...kinds].map(async ([kind, ofKind]) => {
        const person = (few: readonly Asked<Name>[]): QueryDsl =>
          identityQuery(
            'profile',
            kind,
            few.map(({ target }) => target),
          ) ?? { match_none: {} };
        const queryOf = (few: readonly Asked<Name>[]): QueryDsl =>
          allOf([person(few), few[0]?.filter]) ?? { match_none: {} };
        const shows = ({ target }: Asked<Name>, { profile }: Relationship) =>
          kind === 'xnet_names' &&
          Boolean(profile?.xnet_url) &&
          slugFrom(profile?.xnet_url ?? '', 'profile') === slugFrom(target.value, 'profile');
        const [first, second] = ofKind;
        if (first === undefined || second !== undefined) return this.#assign(ofKind, queryOf, shows);
        // For one name, both searches run at once.
        const request = { query: person(ofKind), limit: 2 };
        const [read, { body }] = await Promise.all([
          this.#assign(ofKind, queryOf, shows),
          this.#scope.search(searchProfiles, request, revealsNothing),
        ]);
        return new Map([...read].map(([asked, reached]) => [asked, { ...reached, ids: body.ids }]));
      }),
    );
    return new Map(found.flatMap((one) => [...one]));
  }

  /** Reads the people of several targets, and assigns them by their summaries, or by further searches. */
  async #assign<Target>(
    some: readonly Asked<Target>[],
    queryOf: (few: readonly Asked<Target>[]) => QueryDsl,
    shows: (asked: Asked<Target>, item: Relationship) => boolean,
  ): Promise<ReadonlyMap<Asked<Target>, Reached>> {
    const { items, complete } = await this.#read(queryOf(some));
    const [only] = some;
    if (only && some.length === 1) return new Map([[only, { items, complete }]]);
    if (!complete) {
      const half = Math.ceil(some.length / 2);
      const halves = [some.slice(0, half), some.slice(half)];
      const read = await Promise.all(halves.map((few) => this.#assign(few, queryOf, shows)));
      return new Map(read.flatMap((one) => [...one]));
    }
    const own = new Map(some.map((asked) => [asked, items.filter((item) => shows(asked, item))]));
    const shown = new Set([...own.values()].flat());
    const hidden = new Map(items.filter((item) => !shown.has(item)).map((item) => [item.profile?.id ?? '', item]));
    if (hidden.size > 0) {
      const located = await locate(some, async (few) => {
        const among = { terms: { [idPath]: [...hidden.keys()] } };
        const read = await this.#read(allOf([queryOf(few), among]) ?? among);
        return new Set(read.items.map(({ profile }) => profile?.id ?? ''));
      });
      for (const [asked, ids] of located) own.get(asked)?.push(...[...ids].flatMap((id) => hidden.get(id) ?? []));
    }
    return new Map([...own].map(([asked, of]) => [asked, { items: of, complete: true }]));
  }

  #read(query: QueryDsl): Promise<Reached> {
    return readNetwork((page) => this.#scope.search(findRelationships, page, this.#named), query);
  }
}

const onPageOf = (host: string): QueryDsl => ({
  bool: { filter: [hasHost(companyWebsitesPath, host)], must_not: [hasWebsite(companyWebsitesPath, host)] },
});

const nobody: Reached = { items: [], complete: true };

const termsOf = ({ terms }: QueryDsl): readonly string[] =>
  typeof terms === 'object' && terms !== null ? Object.values(terms).flat() : [];

const loaders = new WeakMap<CredentialScope, ReachLoader>();

/** The loader of a scope, shared by all fields of its operation. */
export function reachOf(scope: CredentialScope): ReachLoader {
  const known = loaders.get(scope) ?? new ReachLoader(scope);
  loaders.set(scope, known);
  return known;
}
