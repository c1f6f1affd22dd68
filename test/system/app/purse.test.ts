import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, teams } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { kith } from '../../support/kith.ts';

const secret = 'a secret of this test, which is long enough';

describe('kith purse', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ secret });
  });
  after(() => cast[Symbol.asyncDispose]());

  const env = { KITH_API_KEY: keyOf('harbor'), KITH_SECRET: secret };
  const purse = (...args: readonly string[]) => kith(['purse', ...args, '--graph', cast.graph.url], env);

  it('makes, lists and closes purses of a running graph', async () => {
    const team = teams.lighthouse.id;
    const made = await purse('create', '--label', 'the team', '--total', '3', '--period', 'day', '--team', team);
    assert.deepEqual([made.code, made.err], [0, '']);
    const [id = ''] = made.out.split('  ');
    assert.equal(made.out, `${id}  team ${team}  day  3 of 3 left, 0 spent  “the team”`);
    assert.equal((await purse('list')).out, made.out);
    const again = await purse('create', '--label', 'another', '--total', '3', '--team', team.toUpperCase());
    assert.deepEqual([again.code, again.err], [1, 'kith: The child team has a purse already: close that one first.\n']);
    assert.equal((await purse('close', id)).out, 'Closed; 0 sessions ended.');
    assert.match((await purse('list')).out, / {2}3 of 3 left, 0 spent, closed {2}“the team”$/);
    const gone = await purse('close', id);
    assert.deepEqual([gone.code, gone.err], [1, `kith: The key has no open purse “${id}”: list its purses.\n`]);
  });

  it('prints a label as text, whatever a caller put into it', async () => {
    const label = '\u001b]0;owned\u0007\u001b[2J\nforged line\u009b';
    const opened = await fetch(`${cast.graph.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keyOf('meadow') },
      body: JSON.stringify({ total: 1, label }),
    });
    assert.ok(opened.status === 200 || opened.status === 400, await opened.text());
    const { out } = await kith(['purse', 'list', '--graph', cast.graph.url], { ...env, KITH_API_KEY: keyOf('meadow') });
    assert.doesNotMatch(out, /[^\P{Cc}\n]/u);
    assert.ok(out.split('\n').length <= 1, out);
    if (opened.status === 200) assert.match(out, /\\u001b\]0;owned/);
  });

  it('lists nothing on stdout for a key without purses, and refuses a key that there is not', async () => {
    const list = (apiKey: string) =>
      kith(['purse', 'list', '--graph', cast.graph.url], { ...env, KITH_API_KEY: apiKey });
    const none = await list(keyOf('orchard'));
    assert.deepEqual([none.code, none.out, none.err], [0, '', 'This key has no purses.\n']);
    const unknown = await list('nope');
    const sentence = 'kith: No purses can be listed: the data service does not know the API key.\n';
    assert.deepEqual([unknown.code, unknown.out, unknown.err], [1, '', sentence]);
  });

  it('says why there is none', async () => {
    for (const [args, sentence] of [
      [['create', '--label', 'x', '--total', '1.5'], /whole number/],
      [['create', '--label', 'x', '--total', '1', '--period', 'week'], /^kith: -*period: must be none, day, month or/],
      [
        ['create', '--label', 'x', '--total', '1', '--team', 'mine'],
        /^kith: (?:childTeamId|--team): must be a team’s id/,
      ],
    ] as const) {
      const { code, err } = await purse(...args);
      assert.equal(code, 1);
      assert.match(err, sentence);
    }
    const other = { ...env, KITH_SECRET: 'another secret, which is long enough too' };
    const refused = await kith(['purse', 'list', '--graph', cast.graph.url], other);
    assert.match(
      refused.err,
      /^kith: the server at \S+ is not a graph with the secret configured here \(it has another secret\)/,
    );
    const nowhere = await kith(['purse', 'list', '--graph', 'http://127.0.0.1:9'], env);
    assert.match(nowhere.err, /^kith: no graph answers at http:\/\/127\.0\.0\.1:9/);
    const keyless = await kith(['purse', 'list', '--graph', cast.graph.url], { KITH_SECRET: secret });
    assert.match(keyless.err, /^kith: purses need an API key: set KITH_API_KEY, or --key\.\n$/);
  });
});
