import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { request } from 'undici';
import { nonceIn } from '../../../src/app/graph-channel.ts';
import { adminPath, Exchange, sealedType } from '../../../src/graph/features/administration/exchange.ts';
import { Seal } from '../../../src/graph/state/seal/seal.ts';
import { readOwner } from '../../../src/store/owner/owner.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';

describe('kith serve', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let env: Readonly<Record<string, string>>;
  let config: string;
  let running: Kith;
  let graphUrl: string;
  let serviceUrl: string;

  before(async () => {
    directory = await temporaryDirectory();
    config = join(directory.path, 'kith.yaml');
    await writeFile(config, '{}');
    env = { KITH_DATA_DIR: directory.path, KITH_CONFIG: config };
    const seeded = await kith(['seed'], env);
    assert.equal(seeded.code, 0, seeded.err);
    running = new Kith(['serve'], env);
    graphUrl = await running.says(/^The graph answers on\s+(\S+)/);
    serviceUrl = await running.says(/^The data service answers on\s+(\S+)/);
  });
  after(async () => {
    await running[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const usageStatus = async (key: string): Promise<number> => {
    const answer = await request(`${serviceUrl}/credits/usage`, { headers: { 'x-api-key': key } });
    await answer.body.dump();
    return answer.statusCode;
  };

  /** The rate that holds for a key, as the data service tells it. */
  const ratePolicy = async (): Promise<unknown> => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const answer = await request(`${serviceUrl}/credits/usage`, { headers });
    await answer.body.dump();
    return answer.headers['ratelimit-policy'];
  };

  const admin = async (...args: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const { code, out, err } = await kith(args, env);
    assert.equal(code, 0, err);
    return out.split('\n').map((line) => JSON.parse(line));
  };

  it('says a query to begin with, which the graph answers', async () => {
    await running.says(/^}/);
    const query = running.out.slice(running.out.indexOf('query FirstLook'));
    const answer = await request(graphUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'kith_demo_team' },
      body: JSON.stringify({ query }),
    });
    const text = await answer.body.text();
    assert.match(text, /"fullName":"Mei-Ling Torres"/);
    assert.doesNotMatch(text, /"errors"/);
  });

  it('prints where the explorer is, and serves it with the demo teams', async () => {
    const address = await running.says(/^The explorer answers on\s+(\S+)$/);
    const page = await fetch(address);
    const html = await page.text();
    assert.match(html, /<div id="root">/);
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const asset = await fetch(new URL(script, address));
    assert.equal(asset.status, 200);
    assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const fromPage = { 'sec-fetch-site': 'same-origin', 'x-kith-explorer': '1' };
    const { teams } = await (await fetch(new URL('/session/demo', address), { headers: fromPage })).json();
    assert.deepEqual(
      teams.map(({ team }: { team: string }) => team),
      ['team', 'partner', 'child', 'empty', 'capped'],
    );
  });

  it('is ready on both ports', async () => {
    for (const url of [new URL('/readyz', graphUrl), new URL('/readyz', serviceUrl)]) {
      const { statusCode, body } = await request(url);
      await body.dump();
      assert.equal(statusCode, 200, url.href);
    }
  });

  it('has the administrator’s commands carried out by the service that has the store open', async () => {
    const teams = await admin('team', 'list');
    assert.deepEqual(
      teams.map(({ id }) => id).sort(),
      Object.values(demoTeams).map(({ id }) => id),
    );

    const { id: team, owner } = demoTeams.empty;
    await admin('team', 'update', team, '--allowance', 'none', '--anchor-day', '5', '--is-partner', 'yes');
    const changed = (await admin('team', 'list')).find(({ id }) => id === team);
    assert.deepEqual(
      [changed?.allowance, changed?.anchor_day, changed?.is_partner, changed?.name],
      [null, 5, true, demoTeams.empty.name],
    );
    const [made] = await admin('key', 'create', '--team', team, '--account', owner);
    assert.equal(await usageStatus(String(made?.key)), 200);
    await admin('key', 'revoke', String(made?.id), '--team', team);
    assert.equal(await usageStatus(String(made?.key)), 401);
  });

  it('lets what a team writes on records show at once', async () => {
    const { id: team, key } = demoTeams.empty;
    await admin('team', 'tag', team, 'first choice', '--profile', 'mei-ling-torres');
    await admin('team', 'put-on-list', team, 'Advisors', 'mei-ling-torres', '--status', 'asked');
    await admin('team', 'note', team, 'mei-ling-torres', 'Met at a fair.');
    const answer = await request(`${serviceUrl}/v3/profiles/fetch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ xnet_names: ['mei-ling-torres'], fields: ['tags', 'lists'] }),
    });
    const text = await answer.body.text();
    assert.match(text, /"tags":\[\{"id":"[^"]+","name":"first choice"\}\]/);
    assert.match(text, /"lists":\[\{"id":"[^"]+","name":"Advisors","status":"asked"\}\]/);
    await admin('team', 'update', team, '--allowance', '0', '--overage-protection', 'yes');
    const refused = await request(`${serviceUrl}/v3/profiles/fetch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ xnet_names: ['mei-ling-torres'] }),
    });
    await refused.body.dump();
    assert.equal(refused.statusCode, 402);
  });

  it('carries out commands for whoever knows the secret in the data directory only, each request once', async () => {
    const file = join(directory.path, 'secret');
    const { mode } = await stat(file);
    assert.equal(mode & 0o777, 0o600);
    const { address = '' } = (await readOwner(directory.path)) ?? {};
    assert.equal(new URL(address).hostname, '127.0.0.1');
    const known = (await readFile(file, 'utf8')).trim();
    const sealedBy = async (secret: string) => {
      const { body } = await request(address + adminPath);
      const nonce = nonceIn(await body.text()) ?? assert.fail();
      const exchange = new Exchange(new Seal({ secret }), nonce, 'own');
      const sealed = exchange.sealRequest({ method: 'POST', path: '/team-list', body: '{}' });
      return { authorization: `Kith ${nonce} own ${exchange.proof}`, sealed };
    };
    const statusOf = async ({ authorization, sealed }: { authorization: string; sealed: Buffer | string }) => {
      const headers = { authorization, 'content-type': sealedType };
      const { statusCode, body } = await request(address + adminPath, { method: 'POST', headers, body: sealed });
      await body.dump();
      return statusCode;
    };
    assert.equal(await statusOf({ authorization: '', sealed: '{}' }), 401);
    assert.equal(await statusOf({ authorization: `Bearer ${known}`, sealed: '{}' }), 401);
    assert.equal(await statusOf(await sealedBy('x'.repeat(43))), 401);
    const sealed = await sealedBy(known);
    assert.deepEqual([await statusOf(sealed), await statusOf(sealed)], [200, 401]);
  });

  it('says why a command of the administrator cannot be carried out', async () => {
    const { code, err } = await kith(['team', 'create', 'Nobody’s'], env);
    assert.equal(code, 1);
    assert.match(err, /^kith: --owner: must be given/);
  });

  it('refuses a data directory that another process has', async () => {
    const { code, out, err } = await kith(['serve'], env);
    assert.deepEqual({ code, out }, { code: 1, out: '' });
    assert.match(err, /^kith: The data directory \S+ is in use by process \d+.*\n$/);
  });

  it('has the service take up limits on SIGHUP', async () => {
    assert.equal(await ratePolicy(), '"address";q=3000;w=60');
    await writeFile(config, 'KITH_ANONYMOUS_PER_MINUTE: 123456\n');
    running.process.kill('SIGHUP');
    const wanted = '"address";q=123456;w=60';
    let policy = await ratePolicy();
    for (let more = 0; more < 500 && policy !== wanted; more += 1) policy = await ratePolicy();
    assert.equal(policy, wanted);
  });

  it('runs as one process, and ends in an orderly way when asked to', async () => {
    assert.equal((await readOwner(directory.path))?.pid, running.process.pid);
    const { code } = await running.stop();
    assert.equal(code, 0);
    assert.equal(await readOwner(directory.path), undefined);
  });
});
