import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { kith } from '../../support/kith.ts';

const secret = 'a secret of this test, which is long enough';

describe('kith invite', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ secret, explorer: { source: async () => ({ html: '', files: [] }), demo: [] } });
  });
  after(() => cast[Symbol.asyncDispose]());

  const invite = (
    args: readonly string[],
    env: Readonly<Record<string, string>> = { KITH_API_KEY: keyOf('orchard') },
  ) => kith(['invite', ...args, '--graph', cast.graph.url], { KITH_SECRET: secret, ...env });

  const enter = (link: string) => {
    const { origin, hash } = new URL(link);
    return fetch(`${origin}/session/invited`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-kith-explorer': '1', origin },
      body: JSON.stringify({ token: hash.replace('#invitation=', '') }),
    });
  };

  it('prints a link that opens one session, lists it by name, and ends it', async () => {
    const { code, out, err } = await invite(['ada@orchard.example', '--total', '7', '--days', '3']);
    assert.equal(code, 0, err);
    assert.match(out, /^http:\/\/127\.0\.0\.1:\d+\/#invitation=kithi_[\w-]{43}\n?$/);
    assert.match(err, /^Send this link to “ada@orchard\.example”: it works once, until /);
    const opened = await enter(out.trim());
    assert.equal(opened.status, 200);
    assert.equal((await opened.json()).rights, 'keep');
    assert.equal((await enter(out.trim())).status, 410);
    const listed = (await invite(['list'])).out;
    assert.match(listed, /^\S{22} {2}used {2}keep {2}0 of 7 spent {2}until \S+ {2}“ada@orchard\.example”\n?$/);
    assert.equal((await invite(['revoke', listed.split('  ')[0] ?? ''])).out.trim(), 'Revoked.');
    assert.match((await invite(['list'])).out, /^\S{22} {2}ended {2}keep {2}7 credits {2}“ada@orchard\.example”\n?$/);
  });

  it('asks for rights to act only where it is told to, and says what is wrong', async () => {
    assert.match((await invite(['ben', '--rights', 'all'])).err, /Allowed choices are look, keep, act/);
    const { out } = await invite(['ben', '--rights', 'act']);
    assert.equal((await (await enter(out.trim())).json()).rights, 'act');
    assert.match((await invite(['ben', '--days', '31'])).err, /seconds: must be between 1 and 2592000/);
    assert.match((await invite(['ben'], {})).err, /an invitation needs an API key: set KITH_API_KEY/);
    assert.match((await invite(['revoke', 'none'])).err, /There is no invitation “none”/);
  });
});
