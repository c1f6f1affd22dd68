import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import { createYoga } from 'graphql-yoga';
import { type Loaders, makeLoaders, type Person, plain, type Representation, root } from './resolvers.ts';
import type { CompanyRecord, ConnectionRecord, RelationshipRecord } from './wire.ts';
import { listening } from './wire.ts';

/** Yoga with a Pothos schema and a DataLoader for each request: the idiomatic recipe with the parts that Kith has. */
interface Types {
  Context: Loaders;
  DefaultFieldNullability: true;
  Scalars: {
    JSON: { Input: unknown; Output: unknown };
    ID: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
    _Any: { Input: Representation; Output: Representation };
  };
}
const builder = new SchemaBuilder<Types>({});
for (const name of ['JSON', 'ID', 'SafeInt', '_Any'] as const)
  builder.scalarType(name, { serialize: (value) => value as never, parseValue: (value) => value as never });

const Source = builder.objectRef<{ readonly origin?: string }>('ConnectionSource').implement({
  fields: (t) => ({ origin: t.string({ resolve: ({ origin }) => origin }) }),
});
const Connection = builder.objectRef<ConnectionRecord>('Connection').implement({
  fields: (t) => ({
    connectorName: t.string({ resolve: (one) => one.connector_name as string }),
    connectorCurrentTitle: t.string({ resolve: (one) => one.connector_current_title as string }),
    connectorCurrentCompanyName: t.string({ resolve: (one) => one.connector_current_company_name as string }),
    strength: t.float({ resolve: (one) => one.connection_strength as number }),
    sources: t.field({ type: [Source], resolve: (one) => one.sources }),
  }),
});
const Workforce = builder.objectRef<Readonly<Record<string, unknown>>>('Workforce').implement({
  fields: (t) => ({
    headcount: t.field({ type: 'SafeInt', resolve: ({ headcount }) => headcount as number }),
  }),
});
const Company = builder.objectRef<CompanyRecord>('Company').implement({
  fields: (t) => ({
    id: t.field({ type: 'ID', resolve: ({ id }) => id }),
    name: t.string({ resolve: (one) => plain.Company.name(one) as string }),
    industries: t.stringList({ resolve: (one) => plain.Company.industries(one) as string[] }),
    workforce: t.field({ type: Workforce, resolve: (one) => one.company_info.workforce }),
  }),
});
const Profile = builder.objectRef<Person>('Profile').implement({
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'profile_info' in value,
  fields: (t) => ({
    id: t.field({ type: 'ID', resolve: ({ id }) => id }),
    fullName: t.string({ resolve: (one) => one.profile_info.full_name as string }),
    headline: t.string({ resolve: (one) => one.profile_info.headline as string }),
    currentTitle: t.string({ resolve: (one) => one.profile_info.current_title as string }),
    currentLocation: t.string({ resolve: (one) => one.profile_info.current_location as string }),
    skills: t.stringList({ resolve: (one) => one.profile_info.skills as string[] }),
    currentCompany: t.field({
      type: Company,
      resolve: ({ profile_info: info }, _, { company }) =>
        info.current_company_id ? company.load(info.current_company_id) : null,
    }),
    connections: t.field({ type: [Connection], resolve: ({ id }, _, { connections }) => connections.load(id) }),
  }),
});
const Relationship = builder.objectRef<RelationshipRecord>('Relationship').implement({
  fields: (t) => ({
    profile: t.field({ type: Profile, resolve: plain.Relationship.profile }),
    connections: t.field({ type: [Connection], resolve: ({ connections }) => connections }),
  }),
});
const NotFound = builder.objectRef<{ readonly message: string }>('NotFound').implement({
  fields: (t) => ({ message: t.exposeString('message') }),
});
const ProfileLookup = builder.unionType('ProfileLookup', {
  types: [Profile, NotFound],
  resolveType: (value) => ('profile_info' in value ? Profile : NotFound),
});
const Entity = builder.unionType('_Entity', {
  types: [Profile, Company],
  resolveType: (value) => ('company_info' in value ? Company : Profile),
});
const ProfileBy = builder.inputType('ProfileBy', {
  fields: (t) => ({ id: t.field({ type: 'ID' }), xnetSlug: t.string() }),
});
const ProfilePage = builder
  .objectRef<{ readonly totalCount: number; readonly nodes: Promise<Person | null>[] }>('ProfileSearchConnection')
  .implement({
    fields: (t) => ({
      totalCount: t.field({ type: 'SafeInt', resolve: ({ totalCount }) => totalCount }),
      nodes: t.field({ type: [Profile], nullable: { list: true, items: true }, resolve: ({ nodes }) => nodes }),
    }),
  });
const RelationshipPage = builder
  .objectRef<{ readonly totalCount: number; readonly nodes: readonly RelationshipRecord[] }>('RelationshipConnection')
  .implement({
    fields: (t) => ({
      totalCount: t.field({ type: 'SafeInt', resolve: ({ totalCount }) => totalCount }),
      nodes: t.field({ type: [Relationship], resolve: ({ nodes }) => nodes }),
    }),
  });
builder.queryType({
  fields: (t) => ({
    profile: t.field({
      type: ProfileLookup,
      args: { by: t.arg({ type: ProfileBy, required: true }) },
      resolve: async (_, { by }, loaders) =>
        (await root.profile({ ...(by.id && { id: by.id }), xnetSlug: by.xnetSlug ?? '' }, loaders)) ?? {
          message: 'Nobody has this name.',
        },
    }),
    searchProfiles: t.field({
      type: ProfilePage,
      args: { dsl: t.arg({ type: 'JSON' }), first: t.arg.int({ defaultValue: 20 }) },
      resolve: (_, { dsl, first }, loaders) => root.searchProfiles({ dsl, first: first ?? 20 }, loaders),
    }),
    relationships: t.field({
      type: RelationshipPage,
      args: { dsl: t.arg({ type: 'JSON' }), first: t.arg.int({ defaultValue: 20 }) },
      resolve: (_, { dsl, first }, loaders) => root.relationships({ dsl, first: first ?? 20 }, loaders),
    }),
    _entities: t.field({
      type: [Entity],
      nullable: { list: false, items: true },
      args: { representations: t.arg({ type: ['_Any'], required: true }) },
      resolve: (_, { representations }, loaders) => root._entities(representations, loaders),
    }),
  }),
});

const yoga = createYoga({
  schema: builder.toSchema(),
  logging: false,
  context: ({ request }) => makeLoaders(request.headers.get('x-api-key') ?? ''),
});
const server = createServer(yoga);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') listening(address.port);
});
