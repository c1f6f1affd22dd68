import { searchCompanies } from '../../../contract/operation/companies.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import { loadAllForSelection, loadForSelection } from '../../operation/load-for-selection.ts';
import type { Scope } from '../../operation/scope.ts';
import type { Builder, Scoped } from '../builder.ts';
import { type CompanyReference, companyNamed } from '../company/company-reference.ts';
import { type ProfileReference, profileNamed } from '../profile/profile-reference.ts';
import { addFilters } from './filters.ts';
import { addPageInfo, addPageType, compiledDsl, nodesOf, type QueriedPage } from './page-type.ts';
import { walk } from './page-walk.ts';

/** The search fields' page types and arguments; the same on Query, Team and Company. */
export type Search = ReturnType<typeof addSearch>;

export function addSearch(builder: Builder) {
  const pageInfo = addPageInfo(builder);
  const filters = addFilters(builder);
  const paging = () =>
    builder.args((t) => ({
      first: t.int({ defaultValue: 20, description: 'How many to return, 0 to 10,000; 0 counts only.' }),
      after: t.string({ description: 'A cursor of an earlier page of the same query.' }),
    }));
  const stable = () =>
    builder.args((t) => ({
      stable: t.boolean({ defaultValue: false, description: 'Keep pages consistent if data changes between them.' }),
    }));
  return {
    pageInfo,
    filters,
    profilePage: addPageType<ProfileReference, QueriedPage<ProfileReference>>(builder, pageInfo, {
      more: compiledDsl,
      name: 'ProfileSearchConnection',
      description:
        'People that match a search, in the data service’s own order: the interface can ask for no other. Ids are free; other fields load the records on the page.',
      node: (t) =>
        t.field({
          type: 'Profile',
          covers: { id: 'id' },
          description: 'What stands here.',
          resolve: ({ node }, _args, _context, info) => loadForSelection(node.fork(), info),
        }),
      nodes: (t) =>
        t.field({
          type: ['Profile'],
          covers: { id: 'id' },
          nullable: { list: true, items: true },
          ofPage: true,
          description: 'The page without cursors.',
          resolve: (page, _args, _context, info) =>
            loadAllForSelection(
              nodesOf(page).map((node) => node.fork()),
              info,
            ),
        }),
    }),
    companyPage: addPageType<CompanyReference, QueriedPage<CompanyReference>>(builder, pageInfo, {
      more: compiledDsl,
      name: 'CompanySearchConnection',
      description:
        'Companies that match a search, in the data service’s own order: the interface can ask for no other. Ids are free; other fields load the records on the page.',
      node: (t) =>
        t.field({
          type: 'Company',
          covers: { id: 'id' },
          description: 'What stands here.',
          resolve: ({ node }, _args, _context, info) => loadForSelection(node.fork(), info),
        }),
      nodes: (t) =>
        t.field({
          type: ['Company'],
          covers: { id: 'id' },
          nullable: { list: true, items: true },
          ofPage: true,
          description: 'The page without cursors.',
          resolve: (page, _args, _context, info) =>
            loadAllForSelection(
              nodesOf(page).map((node) => node.fork()),
              info,
            ),
        }),
    }),
    relationshipPage: addPageType<Scoped<Relationship>, QueriedPage<Scoped<Relationship>>>(builder, pageInfo, {
      more: compiledDsl,
      name: 'RelationshipConnection',
      description:
        'People whom the team’s network reaches, in the data service’s own order (`introPaths` ranks them); free of credits.',
      node: (t) => t.field({ type: 'Relationship', description: 'What stands here.', resolve: ({ node }) => node }),
      nodes: (t) =>
        t.field({
          type: ['Relationship'],
          nullable: { list: true, items: true },
          ofPage: true,
          description: 'The page without cursors.',
          resolve: nodesOf,
        }),
    }),
    profileArgs: {
      ...filters.profile.args(),
      ...paging(),
      ...stable(),
      ...builder.args((t) => ({
        inNetworkOnly: t.boolean({ defaultValue: false, description: 'Only people whom the team’s connectors know.' }),
      })),
    },
    companyArgs: { ...filters.company.args(), ...paging(), ...stable() },
    relationshipArgs: { ...filters.profile.args(), ...paging() },
  };
}

interface SearchArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly stable?: boolean | null | undefined;
  readonly inNetworkOnly?: boolean | null | undefined;
}

const defaultFirst = 20;

const everything: QueryDsl = { match_all: {} };

/** Searches people in a scope, without a query all of them; free. */
export async function searchProfilesIn(
  scope: Scope,
  args: SearchArgs,
  query: QueryDsl = everything,
): Promise<QueriedPage<ProfileReference>> {
  const request = {
    query,
    ...(args.stable ? { stable_pagination: true } : {}),
    ...(args.inNetworkOnly ? { in_network_only: true } : {}),
  };
  const found = await walk({
    ...walked('searchProfiles', request, args),
    fetchPage: async (token, limit) => {
      const { body } = await scope.search(searchProfiles, { ...request, ...page(token, limit) });
      const items = body.ids.map((id) => profileNamed(scope, { kind: 'ids', value: id }));
      return { items, total: body.total_count, next: body.pagination_token ?? undefined };
    },
  });
  return { ...found, query };
}

/** Searches companies in a scope, without a query all of them; free. */
export async function searchCompaniesIn(
  scope: Scope,
  args: SearchArgs,
  query: QueryDsl = everything,
): Promise<QueriedPage<CompanyReference>> {
  const request = {
    query,
    ...(args.stable ? { stable_pagination: true } : {}),
  };
  const found = await walk({
    ...walked('searchCompanies', request, args),
    fetchPage: async (token, limit) => {
      const { body } = await scope.search(searchCompanies, { ...request, ...page(token, limit) });
      const items = body.ids.map((id) => companyNamed(scope, { kind: 'ids', value: id }));
      return { items, total: body.total_count, next: body.pagination_token ?? undefined };
    },
  });
  return { ...found, query };
}

/** The relationships of a scope's team, without a query all of them; free. */
export async function relationshipsIn(
  scope: Scope,
  args: SearchArgs,
  query: QueryDsl = everything,
): Promise<QueriedPage<Scoped<Relationship>>> {
  // The interface does not say whether a query may be left out, so one is always sent.
  const request = { query };
  const found = await walk({
    ...walked('findRelationships', request, args),
    fetchPage: async (token, limit) => {
      const { body } = await scope.search(findRelationships, { ...request, ...page(token, limit) });
      const items = body.items.map((value) => ({ scope, value }));
      return { items, total: body.total_count, next: body.pagination_token ?? undefined };
    },
  });
  return { ...found, query };
}

const walked = (operation: string, request: object & { readonly stable_pagination?: boolean }, args: SearchArgs) => ({
  operation,
  query: request,
  first: args.first ?? defaultFirst,
  after: args.after,
  fullPages: request.stable_pagination === true,
});

const page = (token: string | undefined, limit: number) => ({ limit, ...(token ? { pagination_token: token } : {}) });
