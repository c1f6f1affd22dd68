import Fastify from 'fastify';
import { mercurius } from 'mercurius';
import { type Person, plain, type Representation, resolvers } from './resolvers.ts';
import { typeDefs } from './schema.ts';
import {
  companiesByIds,
  connectionsByIds,
  findRelationships,
  listening,
  profilesByIds,
  profilesBySlugs,
  searchProfiles,
} from './wire.ts';

/** Mercurius with its own loaders, and every operation compiled. */
interface Context {
  readonly key: string;
}
interface Asked<Parent> {
  readonly obj: Parent;
}

const app = Fastify();
await app.register(mercurius, {
  schema: typeDefs,
  jit: 1,
  context: (request) => ({ key: String(request.headers['x-api-key']) }),
  resolvers: {
    ...plain,
    ProfileLookup: { resolveType: resolvers.ProfileLookup.__resolveType },
    _Entity: { resolveType: resolvers._Entity.__resolveType },
    Query: {
      async profile(_: unknown, { by }: { by: { id?: string; xnetSlug?: string } }, { key }: Context) {
        const [found] = by.id ? await profilesByIds(key, [by.id]) : await profilesBySlugs(key, [by.xnetSlug ?? '']);
        return found ?? { message: 'Nobody has this name.' };
      },
      async searchProfiles(_: unknown, { dsl, first }: { dsl?: unknown; first: number }, { key }: Context) {
        const { ids, total_count } = await searchProfiles(key, dsl, first);
        return { totalCount: total_count, nodes: await profilesByIds(key, ids) };
      },
      async relationships(_: unknown, { dsl, first }: { dsl?: unknown; first: number }, { key }: Context) {
        const { items, total_count } = await findRelationships(key, dsl, first);
        return { totalCount: total_count, nodes: items };
      },
      async _entities(
        _: unknown,
        { representations }: { representations: readonly Representation[] },
        { key }: Context,
      ) {
        const named = (type: string) => [
          ...new Set(representations.flatMap(({ __typename, id }) => (__typename === type ? [id] : []))),
        ];
        const [people, companies] = [named('Profile'), named('Company')];
        const found = await Promise.all([
          people.length > 0 ? profilesByIds(key, people) : [],
          companies.length > 0 ? companiesByIds(key, companies) : [],
        ]);
        const byId = new Map(found.flat().map((one) => [one?.id, one]));
        return representations.map(({ id }) => byId.get(id) ?? null);
      },
    },
  } as never,
  loaders: {
    Profile: {
      async currentCompany(asked: readonly Asked<Person>[], { key }: Context) {
        const ids = asked.map(({ obj }) => obj.profile_info.current_company_id ?? '');
        const distinct = [...new Set(ids)];
        const found = new Map((await companiesByIds(key, distinct)).map((one, i) => [distinct[i], one]));
        return ids.map((id) => found.get(id) ?? null);
      },
      connections: (asked: readonly Asked<Person>[], { key }: Context) =>
        connectionsByIds(
          key,
          asked.map(({ obj }) => obj.id),
        ),
    },
  } as never,
});
listening(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
