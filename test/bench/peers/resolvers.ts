import DataLoader from 'dataloader';
import {
  type CompanyRecord,
  type ConnectionRecord,
  companiesByIds,
  connectionsByIds,
  findRelationships,
  type ProfileRecord,
  profilesByIds,
  profilesBySlugs,
  type RelationshipRecord,
  searchProfiles,
} from './wire.ts';

/** Loaders of one request, as every tutorial makes them. */
export const makeLoaders = (key: string) => ({
  key,
  byId: new DataLoader((ids: readonly string[]) => profilesByIds(key, ids), { maxBatchSize: 1000 }),
  bySlug: new DataLoader((slugs: readonly string[]) => profilesBySlugs(key, slugs), { maxBatchSize: 1000 }),
  company: new DataLoader((ids: readonly string[]) => companiesByIds(key, ids), { maxBatchSize: 1000 }),
  connections: new DataLoader((ids: readonly string[]) => connectionsByIds(key, ids), { maxBatchSize: 1000 }),
});
export type Loaders = ReturnType<typeof makeLoaders>;

interface Paging {
  readonly dsl?: unknown;
  readonly first: number;
}
interface By {
  readonly by: { readonly id?: string; readonly xnetSlug?: string };
}

/** What a gateway refers to. */
export interface Representation {
  readonly __typename: string;
  readonly id: string;
}

/** A person as found: a whole record, or a relationship's summary of it. */
export type Person = ProfileRecord;

export const fields = {
  person: {
    id: 'id',
    fullName: 'full_name',
    headline: 'headline',
    currentTitle: 'current_title',
    currentLocation: 'current_location',
  },
  connection: {
    connectorName: 'connector_name',
    connectorCurrentTitle: 'connector_current_title',
    connectorCurrentCompanyName: 'connector_current_company_name',
  },
} as const;

const of = <Parent>(
  names: Readonly<Record<string, string>>,
  read: (parent: Parent) => Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(Object.entries(names).map(([name, member]) => [name, (parent: Parent) => read(parent)[member]]));

/** What the root fields do, the same for every peer with DataLoader. */
export const root = {
  profile: async (by: By['by'], { byId, bySlug }: Loaders): Promise<ProfileRecord | null> =>
    by.id ? byId.load(by.id) : bySlug.load(by.xnetSlug ?? ''),
  async searchProfiles({ dsl, first }: Paging, { key, byId }: Loaders) {
    const { ids, total_count } = await searchProfiles(key, dsl, first);
    return { totalCount: total_count, nodes: ids.map((id) => byId.load(id)) };
  },
  async relationships({ dsl, first }: Paging, { key }: Loaders) {
    const { items, total_count } = await findRelationships(key, dsl, first);
    return { totalCount: total_count, nodes: items };
  },
  _entities: (representations: readonly Representation[], { byId, company }: Loaders) =>
    representations.map(({ __typename, id }) => (__typename === 'Company' ? company.load(id) : byId.load(id))),
};

/** The fields that read a value in hand. */
export const plain = {
  Profile: {
    ...of(fields.person, (person: Person) => person.profile_info),
    skills: (person: Person) => person.profile_info.skills,
  },
  Company: {
    name: (company: CompanyRecord) => company.company_info.name,
    industries: (company: CompanyRecord) => company.company_info.industries,
    workforce: (company: CompanyRecord) => company.company_info.workforce,
  },
  Connection: {
    ...of(fields.connection, (connection: ConnectionRecord) => connection),
    strength: (connection: ConnectionRecord) => connection.connection_strength,
  },
  Relationship: {
    profile: ({ profile }: RelationshipRecord): Person => ({ id: profile.id, profile_info: profile }),
  },
};

/** Resolvers over DataLoader, for servers that take a map of them. */
export const resolvers = {
  Query: {
    profile: async (_: unknown, { by }: By, loaders: Loaders) =>
      (await root.profile(by, loaders)) ?? { __typename: 'NotFound', message: 'Nobody has this name.' },
    searchProfiles: (_: unknown, args: Paging, loaders: Loaders) => root.searchProfiles(args, loaders),
    relationships: (_: unknown, args: Paging, loaders: Loaders) => root.relationships(args, loaders),
    _entities: (_: unknown, { representations }: { representations: readonly Representation[] }, loaders: Loaders) =>
      root._entities(representations, loaders),
  },
  _Entity: { __resolveType: (value: object) => ('company_info' in value ? 'Company' : 'Profile') },
  ProfileLookup: {
    __resolveType: (value: object) => ('profile_info' in value ? 'Profile' : 'NotFound'),
  },
  ...plain,
  Profile: {
    ...plain.Profile,
    currentCompany: ({ profile_info: info }: Person, _: unknown, { company }: Loaders) =>
      info.current_company_id ? company.load(info.current_company_id) : null,
    connections: ({ id }: Person, _: unknown, { connections }: Loaders) => connections.load(id),
  },
};
