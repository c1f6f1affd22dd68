import * as facts from './generated/facts.ts';

/** For Apollo Client's cache: the object types of unions and interfaces. */
export const possibleTypes: Record<string, string[]> = facts.possibleTypes;

/** For graphql-codegen: TypeScript types of the scalars. */
export const scalars: Record<string, string> = facts.scalars;

interface Page {
  readonly edges?: readonly unknown[];
  readonly nodes?: readonly unknown[];
  readonly pageInfo?: { readonly endCursor?: string | null };
}

interface FieldPolicy {
  readonly keyArgs: readonly string[];
  readonly merge: (
    existing: Page | undefined,
    incoming: Page,
    call: { readonly args: Readonly<Record<string, unknown>> | null },
  ) => Page;
}

/**
 * Appends the next page to the cached ones. A page that is already cached, as after a repeated call, changes nothing.
 */
const merge: FieldPolicy['merge'] = (existing, incoming, { args }) => {
  const after = args?.after;
  if (existing === undefined || typeof after !== 'string') return incoming;
  const end = existing.pageInfo?.endCursor;
  if (end !== undefined && end !== after) return existing;
  const edges = incoming.edges && [...(existing.edges ?? []), ...incoming.edges];
  const nodes = incoming.nodes && [...(existing.nodes ?? []), ...incoming.nodes];
  return { ...existing, ...incoming, ...(edges && { edges }), ...(nodes && { nodes }) };
};

/** Creates a value for each paged field, from the arguments that identify its list. */
const ofPagedFields = <Value>(
  make: (keyArgs: readonly string[]) => Value,
): readonly (readonly [type: string, fields: Record<string, Value>])[] =>
  Object.entries(facts.pagedFields).map(([type, fields]) => [
    type,
    Object.fromEntries(Object.entries(fields).map(([field, keyArgs]) => [field, make(keyArgs)])),
  ]);

/** For Apollo Client's cache: `fetchMore({ variables: { after } })` adds a page to `edges` and `nodes`. */
export const typePolicies: Record<string, { readonly fields: Record<string, FieldPolicy> }> = Object.fromEntries(
  ofPagedFields((keyArgs) => ({ keyArgs, merge })).map(([type, fields]) => [type, { fields }]),
);

/** For urql's Graphcache: objects without an `id` are embedded in their parent. */
export const keys: Record<string, () => null> = Object.fromEntries(
  facts.typesWithoutId.map((type) => [type, () => null]),
);

/** For urql's Graphcache: `resolvers: pagedBy(relayPagination())` paginates all paged fields. */
export const pagedBy = <Resolver>(resolver: Resolver): Record<string, Record<string, Resolver>> =>
  Object.fromEntries(ofPagedFields(() => resolver));
