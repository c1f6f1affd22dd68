import { defineConfig } from '@graphql-hive/gateway';
import { Kind, type SelectionSetNode } from 'graphql';

/**
 * Hive Gateway over our OpenAPI document: the upstream's own shapes, and links between them that batch, with Mesh's SDK
 * of a source (`argsFromKeys` for one look-up of all keys, `valuesFromResults` to give each its own).
 */

/** A level around what is selected, as the upstream's answers have it. */
const within =
  (name: string) =>
  (selections: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name }, selectionSet: selections }],
  });

/** The same with the member by which a result is told apart. */
const keyed = (name: string, key: SelectionSetNode) => (selections: SelectionSetNode) =>
  within(name)({ ...selections, selections: [...key.selections, ...selections.selections] });

const field = (name: string, ...below: readonly string[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: [
    {
      kind: Kind.FIELD,
      name: { kind: Kind.NAME, value: name },
      ...(below[0] !== undefined && { selectionSet: field(below[0]) }),
    },
  ],
});

interface Asking {
  readonly root: object;
  readonly context: unknown;
  readonly info: unknown;
  readonly selectionSet?: (selections: SelectionSetNode) => SelectionSetNode;
  readonly args?: object;
  readonly key?: string;
  readonly argsFromKeys?: (keys: readonly string[]) => object;
  readonly valuesFromResults?: (answer: never, keys: readonly string[]) => unknown;
}
interface Sources {
  readonly people: { readonly Query: Readonly<Record<string, (asking: Asking) => unknown>> };
}
interface Answer {
  readonly results: readonly { readonly id: string }[];
}
interface Relationships {
  readonly items: readonly { readonly profile: { readonly id: string } }[];
}

const inOrder = <One>(all: readonly One[], idOf: (one: One) => string, ids: readonly string[]): (One | null)[] => {
  const found = new Map(all.map((one) => [idOf(one), one]));
  return ids.map((id) => found.get(id) ?? null);
};

export const gatewayConfig = defineConfig({
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }) => ({ 'x-api-key': request.headers.get('x-api-key') ?? '' }),
  },
  additionalTypeDefs: /* GraphQL */ `
    extend type SearchAnswer { people: ProfileFetchAnswer }
    extend type ProfileInfo { company: CompanyRecord }
    extend type ProfileRecord { relationship: RelationshipRecord }
  `,
  additionalResolvers: {
    SearchAnswer: {
      people: {
        selectionSet: '{ ids }',
        resolve: (root: { readonly ids: readonly string[] }, _: unknown, context: Sources, info: unknown) =>
          context.people.Query.fetchProfiles?.({
            root,
            context,
            info,
            args: { input: { ids: root.ids } },
          }),
      },
    },
    ProfileInfo: {
      company: {
        selectionSet: '{ current_company_id }',
        resolve: (root: { readonly current_company_id?: string }, _: unknown, context: Sources, info: unknown) =>
          context.people.Query.fetchCompanies?.({
            root,
            context,
            info,
            ...(root.current_company_id !== undefined && { key: root.current_company_id }),
            argsFromKeys: (ids) => ({ input: { ids } }),
            selectionSet: keyed('results', field('id')),
            valuesFromResults: ({ results }: Answer, ids) => inOrder(results, ({ id }) => id, ids),
          }),
      },
    },
    ProfileRecord: {
      relationship: {
        selectionSet: '{ id }',
        resolve: (root: { readonly id: string }, _: unknown, context: Sources, info: unknown) =>
          context.people.Query.findRelationships?.({
            root,
            context,
            info,
            key: root.id,
            argsFromKeys: (ids) => ({ input: { query: { terms: { 'profile_info.id': ids } }, limit: 1000 } }),
            selectionSet: keyed('items', field('profile', 'id')),
            valuesFromResults: ({ items }: Relationships, ids) => inOrder(items, ({ profile }) => profile.id, ids),
          }),
      },
    },
  },
});
