import { createServer } from 'node:http';
import {
  access,
  context,
  each,
  type FieldArgs,
  lambda,
  loadMany,
  loadOne,
  makeGrafastSchema,
  type Step,
} from 'grafast';
import { grafserv } from 'grafserv/node';
import type { Representation } from './resolvers.ts';
import { typeDefs } from './schema.ts';
import {
  type CompanyRecord,
  companiesByIds,
  connectionsByIds,
  findRelationships,
  listening,
  type ProfileRecord,
  profilesByIds,
  profilesBySlugs,
  searchProfiles,
} from './wire.ts';

/** Grafast: a plan for each field, loads batched by the plan. */
type Found = ProfileRecord | CompanyRecord;
interface Search {
  readonly dsl: unknown;
  readonly first: number;
}
const key = () => access<string>(context(), 'key');

/** Fields that read one member of what the parent holds. */
const members = (path: readonly string[], names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).map(([name, member]) => [name, ($parent: Step) => access($parent, [...path, member])]),
  );

const byId = {
  shared: key,
  load: (ids: readonly string[], { shared }: { shared: string }) => profilesByIds(shared, ids),
};
const bySlug = {
  shared: key,
  load: (slugs: readonly string[], { shared }: { shared: string }) => profilesBySlugs(shared, slugs),
};
const company = {
  shared: key,
  load: (ids: readonly string[], { shared }: { shared: string }) => companiesByIds(shared, ids),
};
const connections = {
  shared: key,
  load: (ids: readonly string[], { shared }: { shared: string }) => connectionsByIds(shared, ids),
};
const entities = {
  shared: key,
  /** References come one by one; people and companies are each asked for once. */
  async load(all: readonly Representation[], { shared }: { shared: string }): Promise<(Found | null)[]> {
    const ids = (type: string) => [...new Set(all.flatMap(({ __typename, id }) => (__typename === type ? [id] : [])))];
    const [people, companies] = [ids('Profile'), ids('Company')];
    const found = await Promise.all([
      people.length > 0 ? profilesByIds(shared, people) : [],
      companies.length > 0 ? companiesByIds(shared, companies) : [],
    ]);
    const byId = new Map(found.flat().map((one) => [one?.id, one]));
    return all.map(({ id }) => byId.get(id) ?? null);
  },
};
const profilePages = {
  shared: key,
  load: (all: readonly Search[], { shared }: { shared: string }) =>
    Promise.all(all.map(({ dsl, first }) => searchProfiles(shared, dsl, first))),
};
const relationshipPages = {
  shared: key,
  load: (all: readonly Search[], { shared }: { shared: string }) =>
    Promise.all(all.map(({ dsl, first }) => findRelationships(shared, dsl, first))),
};

const asked = (args: FieldArgs) => ({ dsl: args.getRaw('dsl'), first: args.getRaw('first') });

const schema = makeGrafastSchema({
  typeDefs,
  objects: {
    Query: {
      plans: {
        profile: (_: Step, args: FieldArgs) => loadOne(access<string>(args.getRaw('by'), 'xnetSlug'), bySlug),
        searchProfiles: (_: Step, args: FieldArgs) => loadOne(asked(args), profilePages),
        relationships: (_: Step, args: FieldArgs) => loadOne(asked(args), relationshipPages),
        _entities: (_: Step, args: FieldArgs) =>
          each(args.getRaw('representations') as Step<Representation[]>, ($one) =>
            loadOne<Step<Representation>, Found, Found | null, Record<string, unknown>, Step<string>>($one, entities),
          ),
      },
    },
    ProfileSearchConnection: {
      plans: {
        totalCount: ($page: Step) => access($page, 'total_count'),
        nodes: ($page: Step) => each(access<string[]>($page, 'ids'), ($id) => loadOne($id, byId)),
      },
    },
    RelationshipConnection: {
      plans: {
        totalCount: ($page: Step) => access($page, 'total_count'),
        nodes: ($page: Step) => access($page, 'items'),
      },
    },
    Relationship: {
      plans: {
        // A person is a whole record or a relationship's summary of it: both hold their members in profile_info.
        profile: ($item: Step) =>
          lambda(access<ProfileRecord['profile_info']>($item, 'profile'), (info) => ({ profile_info: info }), true),
        connections: ($item: Step) => access($item, 'connections'),
      },
    },
    Profile: {
      plans: {
        ...members(['profile_info'], {
          id: 'id',
          fullName: 'full_name',
          headline: 'headline',
          currentTitle: 'current_title',
          currentLocation: 'current_location',
          skills: 'skills',
        }),
        currentCompany: ($person: Step) =>
          loadOne(access<string>($person, ['profile_info', 'current_company_id']), company),
        connections: ($person: Step) => loadMany(access<string>($person, ['profile_info', 'id']), connections),
      },
    },
    Company: {
      plans: members(['company_info'], { id: 'id', name: 'name', industries: 'industries', workforce: 'workforce' }),
    },
    Connection: {
      plans: members([], {
        connectorName: 'connector_name',
        connectorCurrentTitle: 'connector_current_title',
        connectorCurrentCompanyName: 'connector_current_company_name',
        strength: 'connection_strength',
        sources: 'sources',
      }),
    },
  },
  unions: {
    ProfileLookup: {
      planType: ($specifier: Step) => ({
        $__typename: lambda($specifier, (found) => (found ? 'Profile' : 'NotFound'), true),
        planForType: () => $specifier,
      }),
    },
    _Entity: {
      planType: ($specifier: Step) => ({
        $__typename: lambda(
          $specifier,
          (found) => (found ? (Object.hasOwn(found, 'company_info') ? 'Company' : 'Profile') : null),
          true,
        ),
        planForType: () => $specifier,
      }),
    },
  },
});

const serv = grafserv({
  schema,
  preset: {
    grafast: { context: ({ node }) => ({ key: String(node?.req.headers['x-api-key'] ?? '') }) },
    grafserv: { graphqlPath: '/graphql', graphiql: false },
  },
});
const server = createServer();
await serv.addTo(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') listening(address.port);
});
