import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { noLoadGuard } from '../../../../src/http/limits/load-guard.ts';
import { openService } from '../../../../src/service/server.ts';
import { listKeys, putKey, revokeKey } from '../../../../src/store/team/key.ts';
import { keyOf, teams } from '../../../support/cast/cast.ts';
import { crowdMember, crowdSeed } from '../../../support/crowd.ts';
import { openReplica } from '../../../support/graph/graph-replica.ts';
import { type Ended, Kith, kith, temporaryDirectory } from '../../../support/kith.ts';
import { openFront } from '../../../support/network/front.ts';
import { openRecorder } from '../../../support/network/recorder.ts';
import { randomFrom } from '../../../support/random.ts';
import { openEmbeddedTestStore } from '../../../support/store.ts';

const secret = 'a secret of this test, which is long enough';
const fetches = '/v3/profiles/fetch';
const seed = Number(process.env.KITH_PROPERTY_SEED ?? randomInt(1_000_000));

/** Repeats, blank lines and strangers are among the rows, and names, which are matched; everybody else is one person a row. */
function listOf(rows: number, random: () => number) {
  const lines: string[] = ['Id,Profile URL,Name,Remark'];
  const asked = new Set<number>();
  for (let row = 0; row < rows; row += 1) {
    const kind = random();
    const again = Math.floor(random() * row);
    const url = (number: number) => `https://www.xnet.example/in/${crowdMember(number).slug}`;
    if (kind < 0.01) lines.push(',,,');
    else if (kind < 0.02) lines.push(`,https://www.xnet.example/in/stranger-${row},,=1+1`);
    else if (kind < 0.05 && asked.has(again)) lines.push(`,${url(again)}/?trk=list,,"again, ""${row}"""`);
    else {
      asked.add(row);
      lines.push(`${crowdMember(row).id},,${kind < 0.2 ? `Crowd Member ${row}` : ''},remark ${row}`);
    }
  }
  return { text: lines.map((line) => `${line}\r\n`).join(''), people: asked.size };
}

/** A data service, a graph in a process of its own, and the command, each of which can fail. */
async function openRun(rows: number) {
  const random = randomFrom(seed);
  const directory = await temporaryDirectory();
  const store = await openEmbeddedTestStore({ seed: crowdSeed(rows) });
  const clock = { laterMs: 0 };
  const service = await openService({
    store,
    secret,
    now: () => new Date(Date.now() + clock.laterMs),
    urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
    traffic: { load: noLoadGuard },
  });
  const upstream = await openRecorder(service.url);
  const openGraph = () =>
    openReplica({
      ...{ upstreamUrl: upstream.url, secret, chargesOncePerKey: true, breaker: 'off' },
      databasePath: join(directory.path, 'graph.sqlite'),
      traffic: { load: noLoadGuard },
    });
  let replica = await openGraph();
  const front = await openFront(replica.url);
  const at = (name: string) => join(directory.path, name);
  const list = listOf(rows, random);
  await writeFile(at('list.csv'), list.text);
  const closing = {
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await replica[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
      await service.close();
      await store.close();
      await directory[Symbol.asyncDispose]();
    },
  };
  const run = {
    ...{ at, random, store, upstream, front, clock, rows, people: list.people, key: keyOf('orchard') },
    env: () => ({ KITH_API_KEY: run.key, KITH_SECRET: secret, KITH_DATA_DIR: at('data') }),
    args: (output: string, more: readonly string[] = []) => [
      ...['enrich', at('list.csv'), '--fields', 'fullName,headline', '--yes', '--graph', front.url, '-o', at(output)],
      ...['--slice', String(rows / 100)],
      ...more,
    ],
    /** Runs the command until it ends by itself. */
    to: (output: string, ...more: readonly string[]): Promise<Ended> => kith(run.args(output, more), run.env()),
    /** Runs it until it has made so many calls of a kind, and ends it, or the graph under it as well. */
    async killAfter(path: string, calls: number, { withGraph = false } = {}) {
      const killed = new Kith(run.args('out.csv'), run.env());
      let seen = 0;
      upstream.fault = (call) => {
        if (call.path !== path || ++seen !== calls) return undefined;
        killed.process.kill('SIGKILL');
        if (withGraph) replica.process.kill('SIGKILL');
        // The graph would wait for the answer, and others for the graph.
        return withGraph ? 'withholding' : undefined;
      };
      const ended = await killed.ended;
      upstream.fault = undefined;
      if (withGraph || replica.process.killed) {
        await replica.kill();
        replica = await openGraph();
        front.to = replica.url;
      }
      return ended;
    },
    async spent() {
      const answer = await fetch(`${service.url}/credits/usage`, { headers: { 'x-api-key': run.key } });
      const { usage }: { usage: number } = await answer.json();
      return usage;
    },
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  };
  return run;
}

const stopped = ({ code, err }: Ended, sentence: RegExp) => {
  assert.equal(code, 3, err);
  assert.match(err, sentence);
};

describe(`an enrichment of a long list (seed ${seed})`, () => {
  it('of 100,000 rows pays for nobody twice and writes the same bytes, whatever ends it', {
    timeout: 3_600_000,
  }, async (t) => {
    await using run = await openRun(Number(process.env.KITH_ENRICH_ROWS ?? 100_000));
    const { upstream, random, at } = run;
    const written = async () => (await stat(at('out.csv.part')).catch(() => undefined))?.size ?? 0;
    for (let kill = 0; kill < 20; kill += 1) {
      const isMatching = kill < 4;
      await run.killAfter(isMatching ? '/v3/relationships' : fetches, 1 + Math.floor(random() * 3), {
        withGraph: kill % 4 === 3,
      });
    }
    t.diagnostic(`after 20 kills: ${await written()} bytes, ${await run.spent()} credits`);

    const full = new Kith(run.args('out.csv'), run.env(), { maxFileBytes: (await written()) + 100_000 });
    stopped(
      await full.ended,
      /The disk has no space left for \S+out\.csv\.part\. Run the same command again to go on\./,
    );

    const purse = await kith(
      ['purse', 'create', '--total', '1500', '--label', 'a purse that ends', '--graph', run.front.url],
      run.env(),
    );
    assert.equal(purse.code, 0, purse.err);
    const before = await run.spent();
    stopped(await run.to('out.csv'), /purse/i);
    assert.ok((await run.spent()) - before <= 1500);
    const closed = await kith(['purse', 'close', purse.out.split('  ')[0] ?? '', '--graph', run.front.url], run.env());
    assert.equal(closed.code, 0, closed.err);

    const { id: teamId } = teams.orchard;
    const [{ id: keyId } = { id: '' }] = await listKeys(run.store.db, teamId);
    let seen = 0;
    let isRevoked = Promise.resolve(false);
    upstream.fault = ({ path }) => {
      if (path === fetches && ++seen === 2) isRevoked = revokeKey(run.store.db, { teamId, keyId });
      return undefined;
    };
    stopped(await run.to('out.csv'), /key/i);
    assert.ok(await isRevoked);
    upstream.fault = undefined;
    run.key = 'kith_test_the_next_key_of_the_team';
    await putKey(run.store.db, { teamId, accountEmail: 'owner@orchard.example', key: run.key });

    seen = 0;
    upstream.fault = ({ path }) => {
      if (path === fetches) seen += 1;
      return seen > 2 ? { status: 503, body: { code: 503, errors: ['Away.'] } } : undefined;
    };
    // It is away for an hour, and run again every twenty minutes.
    const beforeOutage = await run.spent();
    for (let tries = 0; tries < 3; tries += 1) {
      stopped(await run.to('out.csv'), /Run the same command again|Away|not available|failed/);
      run.clock.laterMs += 20 * 60_000;
    }
    const loaded = (await run.spent()) - beforeOutage;
    t.diagnostic(`${loaded} credits before the data service went away`);
    assert.ok(loaded <= (3 * run.rows) / 100);
    upstream.fault = undefined;

    const ended = await run.to('out.csv');
    assert.equal(ended.code, 0, ended.err);
    const spent = await run.spent();
    t.diagnostic(`${spent} credits for ${run.people} people`);
    assert.equal(spent, run.people);
    const undisturbed = await run.to('whole.csv');
    assert.equal(undisturbed.code, 0, undisturbed.err);
    assert.ok((await readFile(at('out.csv'))).equals(await readFile(at('whole.csv'))));
  });
});
