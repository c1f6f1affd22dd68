import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { searchCompanies } from '../../src/contract/operation/companies.ts';
import { type ProfileSearchRequest, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { openService } from '../../src/service/server.ts';
import { writeProfiles } from '../../src/store/record/write.ts';
import { companies, people, present, type TeamName } from '../support/cast/cast.ts';
import { searchingServices } from '../support/searching-services.ts';
import type { CastService } from '../support/service.ts';

const query = { match_all: {} };
const everyone = Object.values(people).map(({ id }) => id);

for (const { name: engine, skip, open } of searchingServices)
  suite(`pages of a search, by ${engine}`, { skip }, () => {
    let service: CastService;
    let clock = present;
    before(async () => {
      service = await open({ now: () => clock });
    });
    after(() => service.close());

    /** Follows the tokens to the last page. */
    const walk = async (
      as: TeamName,
      request: ProfileSearchRequest,
      between: () => Promise<unknown> = async () => {},
    ) => {
      const pages: (readonly string[])[] = [];
      let token: string | null | undefined;
      do {
        const answer = await service.ask(as, searchProfiles, {
          ...request,
          ...(token && { pagination_token: token }),
        });
        pages.push(answer.ids);
        token = answer.pagination_token;
        if (token) await between();
      } while (token);
      return pages;
    };
    const tokenOf = async (as: TeamName, request: ProfileSearchRequest) => {
      const { pagination_token: token } = await service.ask(as, searchProfiles, request);
      assert.ok(token);
      return token;
    };
    const refusal = async (as: TeamName, path: string, body: unknown, team?: TeamName) => {
      const answer = await service.post(as, path, body, team && { team });
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      return answer.body;
    };

    test('it answers a page of ids in a stable order, the exact count, and a token for the next page [search-pages.answers-page-ids]', async () => {
      const answer = await service.ask('meadow', searchProfiles, { query, limit: 4 });
      assert.deepEqual(answer.ids, everyone.slice(0, 4));
      assert.equal(answer.total_count, 10);
      assert.equal(typeof answer.pagination_token, 'string');
    });

    test('it walks every id once, whatever the size of the pages [search-pages.walks-every-id]', async () => {
      for (const limit of [1, 3, 5, 9, 10, 11]) {
        const pages = await walk('meadow', { query, limit });
        assert.deepEqual(pages.flat(), everyone);
        assert.equal(pages.length, Math.ceil(10 / limit));
      }
      const { ids, pagination_token } = await service.ask('meadow', searchCompanies, { query });
      assert.deepEqual(
        ids,
        Object.values(companies)
          .map(({ id }) => id)
          .sort(),
      );
      assert.equal(pagination_token, undefined);
    });

    test('it lets a next page have another size [search-pages.lets-next-page]', async () => {
      const token = await tokenOf('meadow', { query, limit: 2 });
      const next = await service.ask('meadow', searchProfiles, { query, limit: 5, pagination_token: token });
      assert.deepEqual(next.ids, everyone.slice(2, 7));
    });

    test('it only counts when the limit is 0 [search-pages.counts-limit-0]', async () => {
      assert.deepEqual(await service.ask('meadow', searchProfiles, { query, limit: 0 }), { ids: [], total_count: 10 });
    });

    test("it restricts to the asking team's network on request [search-pages.restricts-asking-teams]", async () => {
      const { dmitri, farid, hiro, ines, ...others } = people;
      const inNetwork = [...Object.values(others), dmitri, farid].map(({ id }) => id).sort();
      const network = { query, in_network_only: true };
      const ofOrchard = await service.ask('orchard', searchProfiles, network);
      assert.deepEqual(ofOrchard, { ids: inNetwork, total_count: 8 });
      assert.ok(!inNetwork.includes(hiro.id) && !inNetwork.includes(ines.id));
      assert.deepEqual(await service.ask('meadow', searchProfiles, network), { ids: [], total_count: 0 });
      const ofChild = await service.ask('harbor', searchProfiles, network, { team: 'lighthouse' });
      assert.deepEqual(ofChild.ids, [people.ada.id, people.ben.id, people.grace.id, people.jonas.id]);
      assert.deepEqual((await walk('orchard', { ...network, limit: 3 })).flat(), inNetwork);
    });

    test('it refuses a token that it did not give [search-pages.refuses-token-did]', async () => {
      const token = await tokenOf('meadow', { query, limit: 2 });
      const [content = '', signature = ''] = token.split('.');
      const forged = Buffer.from(content, 'base64url')
        .toString()
        .replace(everyone[1] ?? '', everyone[5] ?? '');
      const errors = ['pagination_token: must be a token that this service gave, but got another text'];
      const attempts = ['', 'x', '.', content, `${content}.`, `${content}.${signature.slice(1)}`, `.${signature}`];
      for (const attempt of [...attempts, `${Buffer.from(forged).toString('base64url')}.${signature}`]) {
        const body = { query, limit: 2, pagination_token: attempt };
        assert.deepEqual(await refusal('meadow', '/v3/profiles/search', body), { code: 400, errors });
      }
      await using other = await openService({ ...service.context, secret: 'another secret, which is long enough too' });
      const answer = await fetch(`${other.url}/v3/profiles/search`, {
        method: 'POST',
        headers: { 'x-api-key': 'kith_test_meadow', 'content-type': 'application/json' },
        body: JSON.stringify({ query, pagination_token: token }),
      });
      assert.equal(answer.status, 400);
    });

    test('it refuses a token of another query, team, operation, network or stability [search-pages.refuses-token-another]', async () => {
      const pagination_token = await tokenOf('harbor', { query, limit: 2 });
      const path = '/v3/profiles/search';
      const other = {
        code: 400,
        errors: [
          'pagination_token: must be sent with the operation, team and request that it was given for, but got it with another',
        ],
      };
      assert.deepEqual(await refusal('meadow', path, { query, pagination_token }), other);
      assert.deepEqual(await refusal('harbor', path, { query, pagination_token }, 'lighthouse'), other);
      assert.deepEqual(await refusal('harbor', '/v3/companies/search', { query, pagination_token }), other);
      assert.deepEqual(await refusal('harbor', '/v3/relationships', { query, pagination_token }), other);
      const matchNone = { query: { bool: { must_not: [query] } }, pagination_token };
      assert.deepEqual(await refusal('harbor', path, matchNone), other);
      assert.deepEqual(await refusal('harbor', path, { query, pagination_token, in_network_only: true }), other);
      const stable = { query, pagination_token, stable_pagination: true, limit: 1000 };
      assert.deepEqual(await refusal('harbor', path, stable), other);
    });

    test('it takes the same query with its members in another order', async () => {
      const range = (bounds: object) => ({ range: { 'profile_info.created_at': bounds } });
      const written = { bool: { must: [query], must_not: [range({ gte: '2020-01-01', lt: '2021-01-01' })] } };
      const turned = { bool: { must_not: [range({ lt: '2021-01-01', gte: '2020-01-01' })], must: [query] } };
      const pagination_token = await tokenOf('meadow', { query: written, limit: 2 });
      const next = await service.ask('meadow', searchProfiles, { query: turned, limit: 2, pagination_token });
      assert.deepEqual(next.ids, everyone.slice(2, 4));
    });

    test('it gives no id twice, and every id that matches throughout, while records come and go [search-pages.gives-id-twice]', async () => {
      const inserted = ['00000000-0000-4000-8000-00000000000f', 'aaaaaaaa-0000-4000-8000-0000000000ff'];
      const comeAndGo = async () => {
        await writeProfiles(
          service.store.db,
          inserted.map((id) => ({ id, profile_info: { full_name: 'Passing Through' } })),
        );
        await service.store.db
          .deleteFrom('profile')
          .where('id', '=', inserted[0] ?? '')
          .execute();
        await service.settled();
      };
      const ids = (await walk('meadow', { query, limit: 3 }, comeAndGo)).flat();
      await service.store.db.deleteFrom('profile').where('id', 'in', inserted).execute();
      await service.settled();
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(
        ids.filter((id) => !inserted.includes(id)),
        everyone,
      );
    });

    suite('with stable pagination', () => {
      const stable = { query, stable_pagination: true, limit: 1000 };
      const crowd = Array.from({ length: 2015 }, (_, index) => ({
        id: `bbbbbbbb-0000-4000-8000-${String(index).padStart(12, '0')}`,
        profile_info: { full_name: `Extra ${index}` },
      }));
      const crowdIds = crowd.map(({ id }) => id);
      before(async () => {
        await writeProfiles(service.store.db, crowd);
        await service.settled();
      });
      after(() => service.store.db.deleteFrom('profile').where('id', 'in', crowdIds).execute());

      test('it gives exactly the ids of the first page’s moment, whatever is written later [search-pages.gives-exactly-ids]', async () => {
        let round = 0;
        const change = async () => {
          const late = `cccccccc-0000-4000-8000-${String(round++).padStart(12, '0')}`;
          await writeProfiles(service.store.db, [{ id: late, profile_info: { full_name: 'Late' } }]);
          await service.store.db
            .deleteFrom('profile')
            .where('id', '=', crowdIds.at(-1 - round) ?? '')
            .execute();
          await service.settled();
        };
        const pages = await walk('meadow', stable, change);
        assert.deepEqual(pages.flat(), [...everyone, ...crowdIds]);
        assert.deepEqual(
          pages.map((page) => page.length),
          [1000, 1000, 25],
        );
        await service.store.db
          .deleteFrom('profile')
          .where('id', '>=', 'cccccccc-0000-4000-8000-000000000000')
          .execute();
        await writeProfiles(service.store.db, crowd);
        await service.settled();
      });

      test('it keeps the view five minutes after its last use, then says that it has expired [search-pages.keeps-view-five]', async () => {
        const first = await tokenOf('meadow', stable);
        const minutes = (count: number) => {
          clock = new Date(clock.getTime() + count * 60_000);
        };
        minutes(5);
        const request = { ...stable, pagination_token: first };
        const second = await service.ask('meadow', searchProfiles, request);
        assert.equal(second.total_count, 2025);
        minutes(5);
        assert.deepEqual(await service.ask('meadow', searchProfiles, request), second);
        minutes(5.01);
        assert.deepEqual(await refusal('meadow', '/v3/profiles/search', request), {
          code: 400,
          errors: ['pagination_token: must be used within 5 minutes of the page before, but got one that has expired'],
        });
        await tokenOf('meadow', stable);
        const kept = await service.store.db.selectFrom('search_snapshot').select('id').execute();
        assert.equal(kept.length, 1);
      });

      test('it refuses a view that would take more bytes than a snapshot may', async () => {
        const ask = async (snapshotBytes: number) => {
          await using other = await openService({ ...service.context, snapshotBytes });
          const answer = await fetch(`${other.url}/v3/profiles/search`, {
            method: 'POST',
            headers: { 'x-api-key': 'kith_test_meadow', 'content-type': 'application/json' },
            body: JSON.stringify(stable),
          });
          return { status: answer.status, body: await answer.json() };
        };
        assert.equal((await ask(2025 * 16)).status, 200);
        const errors = ['query: must match at most 2024 records for stable pagination, but matches more; narrow it'];
        assert.deepEqual(await ask(2024 * 16), { status: 400, body: { code: 400, errors } });
      });

      test('it keeps no more views of a team than that many bytes, the latest ones, and leaves those of others', async () => {
        await service.store.db.deleteFrom('search_snapshot').execute();
        await using other = await openService({ ...service.context, snapshotBytes: 2025 * 16 });
        const first = async (team: string, more: object = {}) => {
          const answer = await fetch(`${other.url}/v3/profiles/search`, {
            method: 'POST',
            headers: { 'x-api-key': `kith_test_${team}`, 'content-type': 'application/json' },
            body: JSON.stringify({ ...stable, ...more }),
          });
          return { status: answer.status, body: await answer.json() };
        };
        const neighbours = await first('harbor');
        let last = neighbours;
        for (let asked = 0; asked < 12; asked += 1) {
          last = await first('meadow');
          clock = new Date(clock.getTime() + 1);
        }
        const kept = await service.store.db.selectFrom('search_snapshot').select('id').execute();
        assert.ok(kept.length <= 1 + 7, `${kept.length} views are kept`);
        const next = (answer: typeof last) => ({ pagination_token: answer.body.pagination_token });
        assert.equal((await first('meadow', next(last))).status, 200);
        assert.equal((await first('harbor', next(neighbours))).status, 200);
      });

      test('it keeps nothing where one page holds everything', async () => {
        await service.store.db.deleteFrom('search_snapshot').execute();
        const answer = await service.ask('orchard', searchProfiles, { ...stable, in_network_only: true });
        assert.deepEqual([answer.ids.length, answer.total_count, answer.pagination_token], [8, 8, undefined]);
        assert.deepEqual(await service.store.db.selectFrom('search_snapshot').select('id').execute(), []);
      });
    });
  });
