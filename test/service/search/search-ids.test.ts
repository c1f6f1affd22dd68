import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import type { Search, SearchPage } from '../../../src/service/search/engine.ts';
import { idOf, insertConnections, insertRecords } from './corpus.ts';
import { type SearchUnderTest, searchEngines } from './engines.ts';

const long = `https://xnet.example/in/${'%E5%8C%97'.repeat(40)}`;
const skills = ['go', long, `${long}a`, `${long.slice(0, 150)}Z${long.slice(150)}`];

const numberOf = (id: string) => Number.parseInt(id.slice(-12), 16);

for (const { name, skip, open } of searchEngines) {
  describe(`a page of ids on ${name}`, { skip }, () => {
    let under: SearchUnderTest;
    before(async () => {
      under = await open();
      const { store } = under;
      await insertRecords(
        store.db,
        'profile',
        Array.from({ length: 12 }, (_, n) => ({
          id: idOf('a', n),
          info: {
            id: idOf('a', n),
            skills: skills[n] ?? 'x',
            experience: [{ company: { name: n % 3 === 2 ? 'Acme' : 'Beta' } }],
          },
        })),
      );
      const [teamId, connectorId, origins] = [idOf('b', 0), idOf('c', 0), ['work_overlap']];
      await insertConnections(store.db, [
        { teamId, connectorId, origins, profileId: idOf('a', 1), mappedCompanyId: null },
        { teamId, connectorId, origins, profileId: idOf('a', 7), mappedCompanyId: null, strength: 0.9 },
        { teamId, connectorId: idOf('c', 1), origins, profileId: idOf('a', 8), mappedCompanyId: idOf('d', 0) },
        { teamId: idOf('b', 1), connectorId: idOf('c', 2), origins, profileId: idOf('a', 9), mappedCompanyId: null },
      ]);
      await under.settled();
    });
    after(() => under[Symbol.asyncDispose]());

    const asking = (query: object, team: number): Search => ({
      kind: 'profile',
      tree: parseQuery('profile', query),
      scope: { teamId: idOf('b', team) },
    });
    const search = (
      query: object,
      { inNetworkOnly, ...page }: SearchPage & Pick<Search, 'inNetworkOnly'> = { limit: 1000 },
      team = 0,
    ) => under.engine.page({ ...asking(query, team), inNetworkOnly }, page);
    const found = async (...asked: Parameters<typeof search>) => (await search(...asked)).ids.map(numberOf);
    const skill = (value: string) => ({ term: { 'profile_info.skills': value } });

    it('goes on after an id, and counts all pages', async () => {
      const first = await search(skill('x'), { limit: 5 });
      assert.deepEqual(first, { ids: [4, 5, 6, 7, 8].map((n) => idOf('a', n)), total: 8 });
      const last = await search(skill('x'), { limit: 5, afterId: first.ids[4] });
      assert.deepEqual(last, { ids: [9, 10, 11].map((n) => idOf('a', n)), total: 8 });
    });

    it('only counts where the limit is 0', async () => {
      assert.deepEqual(await search({ match_all: {} }, { limit: 0 }), { ids: [], total: 12 });
    });

    it('selects from a network, strongest connection first', async () => {
      const strongest = async (query: object, team = 0, mappedCompanyId: string | null = null) =>
        (await under.engine.strongest(asking(query, team), { teamIds: [idOf('b', team)], mappedCompanyId })).map(
          numberOf,
        );
      assert.deepEqual(await strongest({ match_all: {} }), [7, 1]);
      assert.deepEqual(await strongest(skill('x')), [7]);
      assert.deepEqual(await strongest({ bool: { must_not: skill('x') } }), [1]);
      assert.deepEqual(await strongest(skill('x'), 0, idOf('d', 0)), [8]);
      assert.deepEqual(await strongest({ exists: { field: 'connected_users' } }, 1), [9]);
      assert.deepEqual(await strongest({ match_none: {} }), []);
    });

    it('looks in nested lists and connections of the records that are named, and no others', async () => {
      const named = (ids: readonly number[], ...also: object[]) => ({
        bool: { filter: [{ terms: { 'profile_info.id': ids.map((n) => idOf('a', n)) } }, ...also] },
      });
      const worked = (name: string) => ({
        nested: { path: 'profile_info.experience', query: { match: { 'profile_info.experience.company.name': name } } },
      });
      assert.deepEqual(await found(named([2, 3, 5], worked('acme'))), [2, 5]);
      assert.deepEqual(
        await found({ bool: { should: [named([2], worked('acme')), named([3, 5], worked('beta'))] } }),
        [2, 3],
      );
      assert.deepEqual(await found(named([2, 3], { bool: { must_not: worked('acme') } })), [3]);
      assert.deepEqual(await found(named([1, 2, 9], { exists: { field: 'connected_users' } })), [1]);
    });

    it('is of the team’s own network where that is asked for', async () => {
      const page = { limit: 9, inNetworkOnly: true };
      assert.deepEqual(await found({ match_all: {} }, page), [1, 7]);
      assert.deepEqual(await found({ match_all: {} }, page, 1), [9]);
      assert.deepEqual(await found({ bool: { must_not: skill('x') } }, page), [1]);
    });

    it('knows the connectors of the asking team, and no other’s', async () => {
      const connected = (n: number) => ({ term: { connected_users: idOf('c', n) } });
      assert.deepEqual(await found(connected(0)), [1, 7]);
      assert.deepEqual(await found(connected(0), { limit: 9 }, 1), []);
      assert.deepEqual(await found(connected(1)), []);
      const named = (team: number) => ({
        nested: { path: 'team_connections', query: { term: { 'team_connections.team_id': idOf('b', team) } } },
      });
      assert.deepEqual(await found(named(0)), [1, 7]);
      assert.deepEqual(await found(named(1)), []);
    });

    it('finds a connection by the words of answers and by those of queries [search-ids.origin-either-word]', async () => {
      const origin = (query: object) => ({ nested: { path: 'team_connections', query } });
      const term = (word: string) => origin({ term: { 'team_connections.origins': word } });
      assert.deepEqual(await found(term('work_overlap')), [1, 7]);
      assert.deepEqual(await found(term('overlaps')), [1, 7]);
      assert.deepEqual(await found(origin({ prefix: { 'team_connections.origins': 'over' } })), [1, 7]);
      assert.deepEqual(await found(term('education-overlaps')), []);
      assert.deepEqual(await found({ bool: { filter: [term('overlaps')], must_not: [term('work_overlap')] } }), []);
    });

    it('tells long values apart, and finds them by what begins within their first 200 bytes', async () => {
      assert.deepEqual(await found(skill(long)), [1]);
      assert.deepEqual(await found(skill(`${long}a`)), [2]);
      const prefix = (length: number) => ({ prefix: { 'profile_info.skills': long.slice(0, length) } });
      assert.deepEqual(await found(prefix(150)), [1, 2, 3]);
      assert.deepEqual(await found(prefix(200)), [1, 2]);
      assert.deepEqual(await found(prefix(201)), []);
      const wildcard = (pattern: string) => ({ wildcard: { 'profile_info.skills': pattern } });
      assert.deepEqual(await found(wildcard('https*Z*')), [3]);
      assert.deepEqual(await found(wildcard('https*xnet?example*')), [1, 2, 3]);
      assert.deepEqual(await found(wildcard('g?')), [0]);
    });
  });
}
