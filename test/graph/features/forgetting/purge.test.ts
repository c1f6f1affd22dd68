import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { stored } from '../../../../src/graph/features/index.ts';
import { openGraph } from '../../../../src/graph/server.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { keyOf, people } from '../../../support/cast/cast.ts';
import { administer } from '../../../support/graph/administer.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { askFor } from '../../../support/graph/task-graph.ts';
import { type CastService, openCast } from '../../../support/service.ts';

const secret = 'a secret of the tests, which is long enough';
const exclude = 'mutation ($id: ID!) { excludeFromIntros(input: { profiles: [{ id: $id }] }) { changed } }';

describe('a purge that the store refuses', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  it('fails with 503, and the log has the reason', async () => {
    const lines: { msg: string; err?: { message: string } }[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
    using database = new Database(':memory:');
    await using graph = await openGraph({ upstreamUrl: service.url, database, secret, log });
    await askFor(graph, exclude, { id: people.ada.id }, keyOf('orchard'));
    database.run`
      CREATE TRIGGER damaged BEFORE DELETE ON state_entry BEGIN SELECT RAISE(FAIL, 'The disk is read-only.'); END`;
    const everything = { profiles: [], names: [], companies: [], all: true };
    const { status } = await administer(graph.url, secret, 'POST', '/purge', undefined, everything);
    assert.equal(status, 503);
    assert.deepEqual(
      lines.map(({ msg, err }) => [msg, err?.message]),
      [['A purge failed; what it had not removed yet remains.', 'The disk is read-only.']],
    );
  });
});

describe('a purge', () => {
  const partition = 'gone-feature:someone';
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  it('names what no feature of this version claims, and removes it with everything else', async () => {
    const log = pino({ level: 'silent' });
    using database = new Database(':memory:');
    const state = await openState({
      families: stored.families,
      redisUrl: undefined,
      seal: testSeal,
      database,
      now: Date.now,
      log,
    });
    await state.put(partition, 'note', JSON.stringify({ text: 'Ada Moreau' }));
    await state.put('gone-feature', 'index', '{}');
    await using graph = await openGraph({ upstreamUrl: service.url, database, secret, log });
    const purge = async (all: boolean) => {
      const profiles = all ? [] : [people.ben.id];
      const what = { profiles, names: [], companies: [], all };
      const { body } = await administer(graph.url, secret, 'POST', '/purge', undefined, what);
      return body.unclaimed;
    };
    assert.deepEqual(await purge(false), ['gone-feature']);
    assert.equal((await state.list(partition, { prefix: '' })).length, 1);
    assert.deepEqual(await purge(true), ['gone-feature']);
    assert.deepEqual(await state.list(partition, { prefix: '' }), []);
    assert.deepEqual(await purge(true), []);
  });
});
