import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openStore, type Store } from '../../../src/store/open.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { seedCast } from '../../support/cast/seed.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { markedPerson } from '../../support/marked-record.ts';
import { noOpenSearch, openSearchNode } from '../../support/opensearch/node.ts';
import { databasePlace, type Place } from '../../support/place.ts';

const postgres = process.env.KITH_TEST_POSTGRES_URL;
const skip = noOpenSearch || (!postgres && 'KITH_TEST_POSTGRES_URL names no PostgreSQL');

const newcomers = Array.from({ length: 50 }, (_, n) => ({
  id: `bbbbbbbb-0000-4000-8000-${String(n).padStart(12, '0')}`,
  profile_info: { full_name: `Newcomer ${n}` },
}));
const isNewcomer = { match: { 'profile_info.full_name': 'newcomer' } };
const everyone = { match_all: {} };

describe('an installation that moves to a search cluster, and back', { skip, timeout: 240_000 }, () => {
  const stack = new AsyncDisposableStack();
  let place: Place;
  let store: Store;
  let file: string;
  let clustered: Readonly<Record<string, string>>;
  before(async () => {
    const { url } = stack.use(await openSearchNode());
    place = stack.use(await databasePlace(postgres ?? ''));
    store = stack.use(await openStore(place.config));
    await seedCast(store.db);
    clustered = { KITH_SEARCH_URL: url };
    file = join(stack.use(await temporaryDirectory()).path, 'newcomers.ndjson');
    await writeFile(file, newcomers.map((record) => `${JSON.stringify(record)}\n`).join(''));
  });
  after(() => stack.disposeAsync());

  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    stack.use(new Kith(args, { ...place.env, KITH_SAMPLE: 'off', ...env }));
  const serve = async (env?: Readonly<Record<string, string>>) => {
    const kith = start(['service'], env);
    return { kith, url: await kith.says(/(http:\/\/\S+)/) };
  };
  /** The lines of JSON that a command says. */
  const told = async (args: readonly string[]) => {
    const { code, out, err } = await start(args, clustered).ended;
    assert.equal(code, 0, err);
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const totalOf = async (url: string, query: object): Promise<number> => {
    const answer = await fetch(`${url}/v3/profiles/search`, {
      method: 'POST',
      headers: { 'x-api-key': keyOf('orchard'), 'content-type': 'application/json' },
      body: JSON.stringify({ query, limit: 0 }),
    });
    assert.equal(answer.status, 200);
    return (await answer.json()).total_count;
  };

  it('answers rightly all the while, and finds what was imported and deleted once a command has ended', async () => {
    const count = Object.keys(people).length;
    const bySql = await serve();
    assert.equal(await totalOf(bySql.url, everyone), count);
    // One after the other, as a rolling restart does.
    const { kith, url } = await serve(clustered);
    await bySql.kith.stop();
    const state = async () => (await (await fetch(`${url}/readyz`)).json()).search.state;
    while ((await state()) !== 'current') assert.equal(await totalOf(url, everyone), count);

    const imported = await told(['import', file, '--rejects', `${file}.rejected`]);
    assert.equal(imported.at(-1).profiles.added, newcomers.length);
    assert.equal(await totalOf(url, isNewcomer), newcomers.length);

    const rebuilt = told(['search', 'rebuild']);
    let isRebuilding = true;
    const ended = rebuilt.finally(() => {
      isRebuilding = false;
    });
    while (isRebuilding) assert.equal(await totalOf(url, everyone), count + newcomers.length);
    await ended;
    assert.deepEqual(await rebuilt, [{ state: 'current', entries: 0, seconds: 0 }]);

    await store.db
      .deleteFrom('profile')
      .where('id', '=', newcomers[0]?.id ?? '')
      .execute();
    const checked = await told(['search', 'check']);
    assert.deepEqual(
      checked.map(({ kind, mended }) => [kind, mended]),
      [
        ['company', 0],
        ['profile', 0],
      ],
    );
    assert.equal(await totalOf(url, isNewcomer), newcomers.length - 1);

    const again = await serve();
    await kith.stop();
    assert.deepEqual(await told(['search', 'drop']), [{ dropped: true }]);
    assert.equal(await totalOf(again.url, isNewcomer), newcomers.length - 1);
    assert.deepEqual(await store.db.selectFrom('search_index').selectAll().execute(), []);
  });
});

describe('kith forget beside a search cluster', { skip, timeout: 300_000 }, () => {
  const mark = 'zqmarkzq';
  const id = uuidFrom('somebody who asks to be forgotten');
  const text = [markedPerson(mark, id), ...newcomers].map((line) => `${JSON.stringify(line)}\n`).join('');

  for (const through of ['alone', 'through a running service'] as const)
    it(`removes a person from it, ${through}`, async () => {
      await using node = await openSearchNode();
      await using place = await databasePlace(postgres ?? '');
      await using directory = await temporaryDirectory();
      const env = { ...place.env, KITH_SEARCH_URL: node.url };
      const lines = join(directory.path, 'lines.ndjson');
      await writeFile(lines, text);
      const run = async (args: readonly string[]) => {
        const { code, out, err } = await kith(args, env);
        assert.equal(code, 0, err);
        return out;
      };
      await run(['import', lines, '--rejects', join(directory.path, 'rejected')]);
      await run(['search', 'rebuild']);
      await using store = await openStore(place.config);
      const indexes = await store.db.selectFrom('search_index').select('name').where('kind', '=', 'profile').execute();
      assert.notEqual(indexes.length, 0);
      const documents = async () =>
        await Promise.all(
          indexes.map(async ({ name }) => {
            const [all, one] = await Promise.all(
              [`/${name}/_count`, `/${name}/_doc/${id}`].map(async (path) =>
                (await fetch(`${node.url}${path}`)).json(),
              ),
            );
            return [all.count, one.found];
          }),
        );
      assert.deepEqual(
        await documents(),
        indexes.map(() => [51, true]),
      );
      await using service = through === 'alone' ? undefined : new Kith(['service', '--no-sample'], env);
      await service?.says(/^The data service/);
      const out = await run(['forget', `${mark}@mark.example`]);
      assert.match(out, /^The search cluster no longer finds them, but keeps deleted documents/m);
      assert.deepEqual(
        await documents(),
        indexes.map(() => [50, false]),
      );
      await service?.stop('SIGTERM');
      await run(['search', 'drop']);
    });
});
