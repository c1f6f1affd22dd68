import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ProfileInfo } from '../../../src/contract/record/profile.ts';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import type { Search, SearchEngine } from '../../../src/service/search/engine.ts';
import type { Database } from '../../../src/store/database.ts';
import { queriesAbout } from '../service/queries.ts';

/** Milliseconds, p50, by what was asked. */
export type Figures = ReadonlyMap<string, number>;

export interface Asked {
  readonly db: Kysely<Database>;
  readonly teamId: string;
  readonly person: ProfileInfo;
  readonly rounds: number;
}

/** The rows that goals are about. */
export const selective = ['three keywords', 'nested, selective', 'in one company'];
export const counts = ['exact count of a match', 'exact count of most'];
export const coldNetwork = 'match in a network that has changed';
export const warmNetwork = 'match in a network';

/** One way of asking takes so long at most, after three rounds. */
const longestMs = 20_000;

async function median(rounds: number, run: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + longestMs;
  const spent: number[] = [];
  while (spent.length < rounds && (spent.length < 3 || performance.now() < end)) {
    const begun = performance.now();
    await run();
    spent.push(performance.now() - begun);
  }
  return spent.toSorted((a, b) => a - b)[Math.floor(spent.length / 2)] ?? 0;
}

/** Asks an engine each kind of query. */
export async function measure(engine: SearchEngine, { db, teamId, person, rounds }: Asked): Promise<Figures> {
  const figures = new Map<string, number>();
  const take = async (name: string, run: () => Promise<unknown>, times = rounds) => {
    await run();
    figures.set(name, await median(times, run));
  };
  const searchFor = (query: object, inNetworkOnly = false): Search => ({
    kind: 'profile',
    tree: parseQuery('profile', query),
    scope: { teamId },
    inNetworkOnly,
  });
  const queries = queriesAbout(person);
  const { match = {}, 'exists, of most': most = {} } = queries;
  for (const [name, query] of Object.entries(queries)) {
    await take(name, () => engine.page(searchFor(query), { limit: 1001 }));
  }
  await take('everyone', () => engine.page(searchFor({ match_all: {} }), { limit: 1001 }));
  await take('exact count of a match', () => engine.page(searchFor(match), { limit: 0 }));
  await take('exact count of most', () => engine.page(searchFor(most), { limit: 0 }));
  const inNetwork = () => engine.page(searchFor(match, true), { limit: 1001 });
  const few = Math.ceil(rounds / 5);
  await take(
    coldNetwork,
    async () => {
      await sql`insert into network_change (team_id, changes) values (${teamId}::uuid, 1)`.execute(db);
      await inNetwork();
    },
    few,
  );
  await take(warmNetwork, inNetwork);
  const size = { limit: 1000, now: new Date() };
  const first = () => engine.stable(searchFor(match), undefined, size);
  await take('first stable page of a match', first, few);
  const { next } = await first();
  if (next) await take('later stable page', () => engine.stable(searchFor(match), next, size), few);
  return figures;
}

/** A team that knows so many people, until this is disposed of. */
export async function openTeam(
  db: Kysely<Database>,
  known: number,
): Promise<AsyncDisposable & { readonly id: string }> {
  const id = randomUUID();
  const connectorId = randomUUID();
  await db.insertInto('team').values({ id, name: id, callback_secret: '' }).execute();
  await sql`insert into connector (id, team_id, profile_id, slug, status, user_id)
    select ${connectorId}::uuid, ${id}::uuid, id, 'bench', 'mapped', ${connectorId}::uuid from profile limit 1`.execute(
    db,
  );
  await sql`insert into connection (connector_id, profile_id, team_id, strength, origins, sources)
    select ${connectorId}::uuid, id, ${id}::uuid, 0.5, '{work_overlap}', '[]'
    from profile order by md5(id::text) limit ${known}`.execute(db);
  await sql`analyze connection`.execute(db);
  return {
    id,
    [Symbol.asyncDispose]: async () => {
      await db.deleteFrom('team').where('id', '=', id).execute();
    },
  };
}
