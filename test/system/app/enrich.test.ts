import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { access, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pino from 'pino';
import { openGraph } from '../../../src/graph/server.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import type { GraphAnswer } from '../../support/graph/graph.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { openFront } from '../../support/network/front.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';
import { contrarySample } from '../../support/second-upstream/graph.ts';
import { until } from '../../support/until.ts';

const secret = 'a secret of this test, which is long enough';
const key = demoTeams.team.key;
const fetches = '/v3/profiles/fetch';
const { KITH_TEST_REDIS_URL } = process.env;
const redisUrl = KITH_TEST_REDIS_URL && new URL('/5', KITH_TEST_REDIS_URL).href;

describe('kith enrich', () => {
  let sample: SampleGraph;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let used = 0;
  before(async () => {
    directory = await temporaryDirectory();
    sample = await openSampleGraph({ profiles: 200, graph: { secret, chargesOncePerKey: true } });
  });
  after(async () => {
    await sample[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    sample.upstream.fault = undefined;
    sample.upstream.forget();
    used = await sample.usage(key);
  });

  const env = { KITH_API_KEY: key, KITH_SECRET: secret };
  const enrich = (file: string, ...args: readonly string[]) => kith(argumentsOf(file, ...args), env);
  const argumentsOf = (file: string, ...args: readonly string[]) => [
    ...['enrich', file, '--fields', 'headline,skills', '--graph', sample.graph.url],
    ...args,
  ];
  const at = (name: string) => join(directory.path, name);
  const spent = async () => (await sample.usage(key)) - used;
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  /** A list of people by their pages, `from` to `to` of the sample, with a remark each. */
  const listOf = (from: number, to: number) =>
    `Profile URL,Remark\r\n${sample.profiles
      .slice(from, to)
      .map(({ url }, index) => `${url},"remark ${index}, =1+1"\r\n`)
      .join('')}`;

  /** Another graph over the same data service. */
  const openOther = (options: { readonly redisUrl?: string | undefined } = {}) =>
    openGraph({
      upstreamUrl: sample.asks.baseUrl,
      names: sample.asks.names,
      log: pino({ level: 'silent' }),
      traffic: { load: noLoadGuard },
      secret,
      chargesOncePerKey: true,
      ...options,
    });

  it('adds fields to rows that it leaves as they are, prices them first, and pays once for a person', async () => {
    const [one, other] = sample.profiles;
    const text = [
      'A note above,',
      'Profile URL;Remark',
      `${one?.url};"=SUM(1;2)"`,
      'https://www.xnet.example/in/nobody-of-that-name;x',
      `${other?.slug};a;cell beyond the headings`,
      ';',
      `${one?.url};again`,
    ].join('\r\n');
    await writeFile(at('notes.csv'), text);
    const { code, out, err } = await enrich(at('notes.csv'), '--columns', 'url=Profile URL', '--yes');
    assert.equal(code, 0, err);
    assert.match(err, /3 records to load, for at most 3 credits\./);
    assert.match(out, /credits? charged\. Written to /);
    const written = await readFile(at('notes.enriched.csv'), 'utf8');
    const lines = written.split('\r\n');
    for (const [index, line] of text.split('\r\n').entries())
      if (!line.includes('Profile URL')) assert.ok(lines[index]?.startsWith(line), `${line} | ${lines[index]}`);
    assert.match(lines[1] ?? '', /^Profile URL;Remark;;kith_state;kith_id;kith_reason;kith_headline;kith_skills$/);
    assert.match(lines[2] ?? '', /;ENRICHED;/);
    assert.match(lines[3] ?? '', /;UNKNOWN;/);
    assert.match(lines[6] ?? '', /;ENRICHED;/);
    assert.equal((await stat(at('notes.enriched.csv'))).mode & 0o777, 0o600);
    for (const suffix of ['.part', '.part.journal', '.part.sqlite'])
      assert.equal(await isThere(at(`notes.enriched.csv${suffix}`)), false, suffix);
  });

  it('reads and writes lines of JSON, compressed', async () => {
    const [, , one] = sample.profiles;
    const text = `{"id": "${one?.id}", "nested": {"a": [1, 2]}}\n{"note":"nobody"}\n`;
    await writeFile(at('people.ndjson.zst'), zstdCompressSync(text));
    const { code, err } = await enrich(at('people.ndjson.zst'), '--yes');
    assert.equal(code, 0, err);
    const written = zstdDecompressSync(await readFile(at('people.enriched.ndjson.zst'))).toString();
    const [first = '', second = ''] = written.trimEnd().split('\n');
    assert.ok(first.startsWith(`{"id": "${one?.id}", "nested": {"a": [1, 2]},"kith":{"state":"ENRICHED"`), first);
    assert.equal(JSON.parse(second).kith.state, 'UNREAD');
  });

  it('leaves nothing of a list that was piped to it, also where it cannot read it, or was killed', async () => {
    const dataDir = at('own/data');
    const options = { ...env, KITH_DATA_DIR: dataDir };
    const piped = (input: string) => kith(argumentsOf('-', '--yes', '-o', at('piped.out.csv')), options, { input });
    const read = await piped(listOf(131, 133));
    assert.equal(read.code, 0, read.err);
    await writeFile(join(dataDir, `incoming-${2 ** 22 + 1}-0.ndjson`), 'of a process that was killed');
    const unread = await piped('  \n');
    assert.match(unread.err, /standard input must hold rows of people or companies, but it is empty/);
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => /incoming|spool/.test(name)),
      [],
    );
  });

  it('stops at --max with all that was paid for, and goes on where it stopped', async () => {
    await writeFile(at('max.csv'), listOf(10, 40));
    const first = await enrich(at('max.csv'), '--max', '12', '--slice', '10');
    assert.equal(first.code, 3, first.err);
    assert.match(first.err, /budget of \d+ credits?/);
    assert.equal(await spent(), 12);
    const second = await enrich(at('max.csv'), '--max', '30', '--slice', '10');
    assert.equal(second.code, 0, second.err);
    assert.match(second.out, /^30 rows, 30 credits charged\./);
    assert.equal(await spent(), 30);
    const rows = (await readFile(at('max.enriched.csv'), 'utf8')).trimEnd().split('\r\n').slice(1);
    assert.equal(rows.length, 30);
    assert.ok(rows.every((row) => row.includes(',ENRICHED,')));
  });

  it('refuses to continue with another input, and to pay without being told to', async () => {
    await writeFile(at('input.csv'), listOf(40, 60));
    const unasked = await enrich(at('input.csv'));
    assert.equal(unasked.code, 1);
    assert.match(unasked.err, /nobody can be asked here whether to pay: set --max/);
    assert.equal((await enrich(at('input.csv'), '--max', '3', '--slice', '5')).code, 3);
    await writeFile(at('input.csv'), listOf(41, 60));
    const other = await enrich(at('input.csv'), '--max', '3', '--slice', '5');
    assert.equal(other.code, 1);
    assert.match(other.err, /belongs to a run with another input, other options or another graph/);
    const same = await enrich(at('input.csv'), '-o', at('input.csv'), '--yes');
    assert.match(same.err, /--output: must be another file than the input/);
  });

  it('pays for nothing twice and writes the same bytes, however often it is killed', { timeout: 240_000 }, async () => {
    await writeFile(at('killed.csv'), listOf(60, 160));
    const options = ['--yes', '--slice', '10', '-o'] as const;
    for (let kills = 1; kills <= 5; kills += 1) {
      const killed = new Kith(argumentsOf(at('killed.csv'), ...options, at('killed.out.csv')), env);
      let seen = 0;
      sample.upstream.fault = ({ path }) => {
        if (path === fetches && ++seen === (kills % 3) + 1) killed.process.kill('SIGKILL');
        return undefined;
      };
      await killed.ended;
    }
    sample.upstream.fault = undefined;
    const ended = await enrich(at('killed.csv'), ...options, at('killed.out.csv'));
    assert.equal(ended.code, 0, ended.err);
    assert.equal(await spent(), 100);
    const undisturbed = await enrich(at('killed.csv'), ...options, at('whole.out.csv'));
    assert.equal(undisturbed.code, 0, undisturbed.err);
    assert.deepEqual(await readFile(at('killed.out.csv')), await readFile(at('whole.out.csv')));
  });

  it('shares what it loads with an app that asks for the same people at once, by any name', async () => {
    for (const by of ['xnetSlug', 'id'] as const) {
      const from = by === 'id' ? 170 : 180;
      const before = await spent();
      await writeFile(at(`shared-${by}.csv`), listOf(from, from + 10));
      const asked = sample.profiles
        .slice(from, from + 5)
        .map(({ id, slug }) => (by === 'id' ? { id } : { xnetSlug: slug }));
      assert.deepEqual(await besideApp(at(`shared-${by}.csv`), sample.graph, asked), { charged: 0, shared: 5 });
      assert.equal((await spent()) - before, 10);
    }
  });

  it('shares it with an app at another graph of a Redis', {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, async () => {
    await using other = await openOther({ redisUrl });
    await using own = await openOther({ redisUrl });
    await writeFile(at('redis.csv'), listOf(4, 9));
    const by = sample.profiles.slice(4, 9).map(({ id }) => ({ id }));
    assert.deepEqual(await besideApp(at('redis.csv'), other, by, own.url), { charged: 0, shared: 5 });
    assert.equal(await spent(), 5);
  });

  /** Enriches a list, and asks a graph for people of it while they are loaded; resolves with the app's receipt. */
  async function besideApp(
    file: string,
    app: { readonly url: string },
    by: readonly object[],
    graphUrl = sample.graph.url,
  ) {
    const searches = '/v3/profiles/search';
    const hold = sample.upstream.hold(fetches);
    const running = kith(['enrich', file, '--fields', 'headline', '--yes', '--graph', graphUrl], env);
    await hold.arrived(1);
    const seen = sample.upstream.count(searches);
    const asking = fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'x-credit-budget': '5' },
      body: JSON.stringify({
        query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { fullName } } }',
        variables: { by },
      }),
    });
    if (by.some((one) => 'id' in one)) await until(() => sample.upstream.count(searches) > seen);
    // Whoever comes after the app has answered is behind it.
    else for (let fence = 0; fence < 3; fence += 1) await sample.ask(key, '{ credits { usage } }');
    hold.release();
    const [answer, { code, err }] = await Promise.all([asking, running]);
    assert.equal(code, 0, err);
    const { errors, extensions }: GraphAnswer<object> = await (await answer).json();
    assert.deepEqual(errors, undefined);
    return { charged: extensions?.credits?.charged, shared: extensions?.credits?.shared };
  }

  it('keeps a finished list that was named just before it was killed', async () => {
    const output = at('named.out.csv');
    await writeFile(at('named.csv'), listOf(20, 24));
    // The last step fails, so that the files are those of a run that ended before it; then it is done by hand.
    sample.upstream.fault = ({ path }) => {
      if (path === fetches) mkdirSync(output, { recursive: true });
      return undefined;
    };
    const unnamed = await enrich(at('named.csv'), '--yes', '-o', output);
    assert.notEqual(unnamed.code, 0);
    sample.upstream.fault = undefined;
    await rmdir(output);
    const whole = await readFile(`${output}.part`, 'utf8');
    await rename(`${output}.part`, output);
    const again = await enrich(at('named.csv'), '--yes', '-o', output);
    assert.equal(again.code, 0, again.err);
    assert.equal(await readFile(output, 'utf8'), whole);
    assert.equal(await isThere(`${output}.part.journal`), false);
    assert.equal(await spent(), 4);
  });

  it('refuses to continue an output that has lost rows', async () => {
    await writeFile(at('cut.csv'), listOf(24, 34));
    assert.equal((await enrich(at('cut.csv'), '--max', '5', '--slice', '5')).code, 3);
    await rm(at('cut.enriched.csv.part'));
    const cut = await enrich(at('cut.csv'), '--yes', '--slice', '5');
    assert.equal(cut.code, 1);
    assert.match(
      cut.err,
      /cut\.enriched\.csv\.part must have the \d+ bytes that its journal says were written, but has 0/,
    );
  });

  it('counts against --max what was paid for when it was killed', async () => {
    await writeFile(at('count.csv'), listOf(100, 120));
    const run = () => enrich(at('count.csv'), '--max', '12', '--slice', '10');
    assert.equal((await run()).code, 3);
    const journal = at('count.enriched.csv.part.journal');
    // As if it had been killed after it stored the last records.
    const lines = (await readFile(journal, 'utf8')).split('\n');
    await writeFile(
      journal,
      `${lines
        .slice(
          0,
          lines.findLastIndex((line) => line.startsWith('{"charged"')),
        )
        .join('\n')}\n`,
    );
    assert.equal((await run()).code, 3);
    assert.equal(await spent(), 12);
  });

  it('writes an output in one process at a time', async () => {
    await writeFile(at('one.csv'), listOf(120, 124));
    await writeFile(at('other.csv'), listOf(124, 128));
    const output = at('both.out.csv');
    const hold = sample.upstream.hold(fetches);
    const running = enrich(at('one.csv'), '--yes', '-o', output);
    await hold.arrived(1);
    const refused = [
      await enrich(at('one.csv'), '--yes', '-o', output),
      await enrich(at('other.csv'), '--yes', '-o', output),
    ];
    hold.release();
    const { code, err } = await running;
    for (const one of refused) {
      assert.equal(one.code, 1);
      assert.match(one.err, /both\.out\.csv cannot be written, which another `kith enrich` may do/);
    }
    assert.equal(code, 0, err);
    assert.equal((await readFile(output, 'utf8')).match(/,ENRICHED,/g)?.length, 4);
    assert.equal(await spent(), 4);
  });

  it('writes a row with the record that a later slice pays for', async () => {
    const ids = sample.profiles.slice(128, 131).map(({ id }) => id);
    const [own, both, later] = ids;
    await writeFile(at('slices.csv'), `id\n${[own, both, later, both].join('\n')}\n`);
    const began = () => readFileSync(at('slices.enriched.csv.part.journal'), 'utf8').split('"began":2').length - 1;
    const [first, next, paid] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    sample.upstream.fault = ({ path, body }) => {
      if (path !== fetches || !JSON.stringify(body).includes(`${own}`)) return undefined;
      first?.resolve();
      return { status: 503, body: { code: 503, errors: ['Away.'] } };
    };
    const asked: string[] = [];
    await using between = await openBetween(async (body, send) => {
      const by = String(ids.flatMap((id, index) => (body.includes(id) ? [index] : [])));
      asked.push(by);
      if (by.includes('0')) {
        const answer = await send();
        // The first slice hears that it failed while the second one records that it pays for the person of both.
        if (asked.includes('1')) paid?.resolve();
        else await next?.promise;
        return answer;
      }
      if (by !== '1') {
        await first?.promise;
        const answer = await send();
        if (by === '2') next?.resolve();
        else void until(() => began() > 1).then(next?.resolve);
        return answer;
      }
      sample.upstream.fault = undefined;
      await paid?.promise;
      // Time enough to write the first slice, if nothing waited for this.
      await pause(1000);
      return send();
    });
    const { code, err } = await kith(
      [
        ...['enrich', at('slices.csv'), '--fields', 'headline', '--yes', '--slice', '2'],
        ...['--graph', between.url, '--insecure'],
      ],
      { ...env, NODE_OPTIONS: `--import ${slowDisk}` },
    );
    assert.equal(code, 0, err);
    const written = await readFile(at('slices.enriched.csv'), 'utf8');
    assert.equal(written.match(/,ENRICHED,/g)?.length, 4, `${written} ${asked.join(' | ')}`);
    assert.equal(await spent(), 3);
  });

  /** A proxy before the graph, which answers when `act` resolves. */
  async function openBetween(act: (body: string, send: () => Promise<string>) => Promise<string>) {
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
          ? [[name, value]]
          : [],
      );
      const send = async () => (await fetch(sample.graph.url + request.url, { method: 'POST', headers, body })).text();
      const text = request.url === '/graphql' ? await act(body, send) : await send();
      response.setHeader('content-type', 'application/json');
      response.end(text);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    return {
      url: `http://127.0.0.1:${address.port}`,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }

  it('is charged once for a slice whose graph died with it, where the data service charges once per key', async () => {
    await writeFile(at('lost.csv'), listOf(160, 170));
    const run = (url: string) =>
      kith(['enrich', at('lost.csv'), '--fields', 'headline', '--yes', '--graph', url, '-o', at('lost.out.csv')], env);
    await using front = await openFront(sample.graph.url);
    const killed = new Kith(
      ['enrich', at('lost.csv'), '--fields', 'headline', '--yes', '--graph', front.url, '-o', at('lost.out.csv')],
      env,
    );
    sample.upstream.fault = ({ path }) => {
      if (path !== fetches) return undefined;
      killed.process.kill('SIGKILL');
      return 'withholding';
    };
    await killed.ended;
    sample.upstream.fault = undefined;
    // The data service may still be at it.
    while ((await spent()) === 0) await setImmediate();
    assert.equal(await spent(), 10);
    await using other = await openOther();
    front.to = other.url;
    const ended = await run(front.url);
    assert.equal(ended.code, 0, ended.err);
    assert.equal(await spent(), 10);
  });
});

/** What is written reaches the disk a tenth of a second later. */
const slowDisk = `data:text/javascript,${encodeURIComponent(`
  import { open } from 'node:fs/promises';
  const file = await open('/dev/null');
  const handle = Object.getPrototypeOf(file);
  await file.close();
  const { datasync } = handle;
  handle.datasync = async function () {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return datasync.call(this);
  };
`)}`;

/** The contrary upstream charges for each call, whatever its Idempotency-Key. */
describe('kith enrich over an upstream that charges for a repeated call', () => {
  it('names at most one slice as uncertain, however it ends, and pays for no other rows twice', {
    timeout: 240_000,
  }, async () => {
    await using directory = await temporaryDirectory();
    await using sample = await contrarySample()({ profiles: 200, graph: { secret } });
    await using front = await openFront(sample.graph.url);
    const list = join(directory.path, 'list.csv');
    const output = join(directory.path, 'out.csv');
    await writeFile(
      list,
      `id\n${sample.profiles
        .slice(0, 50)
        .map(({ id }) => id)
        .join('\n')}\n`,
    );
    const env = { KITH_API_KEY: key, KITH_SECRET: secret };
    const args = ['enrich', list, '--fields', 'headline', '--yes', '--slice', '10', '--graph', front.url, '-o', output];
    const used = await sample.usage(key);
    const killed = new Kith(args, env);
    let seen = 0;
    sample.upstream.fault = ({ path }) => {
      if (path !== fetches || ++seen !== 3) return undefined;
      killed.process.kill('SIGKILL');
      return 'withholding';
    };
    await killed.ended;
    sample.upstream.fault = undefined;
    await using other = await openGraph({
      upstreamUrl: sample.asks.baseUrl,
      names: sample.asks.names,
      log: pino({ level: 'silent' }),
      traffic: { load: noLoadGuard },
      secret,
    }).then((graph) => ({ url: graph.url, [Symbol.asyncDispose]: () => graph.close() }));
    front.to = other.url;
    // It stops before it pays for anything, as often as it is run.
    for (let run = 0; run < 2; run += 1) {
      const stopped = await kith(args, env);
      assert.equal(stopped.code, 3, stopped.err);
      assert.match(stopped.err, /The records of rows 21 to 30 may have been charged, but their answer was lost\./);
    }
    assert.equal((await sample.usage(key)) - used, 30);
    const ended = await kith([...args, '--on-uncertain', 'skip'], env);
    assert.equal(ended.code, 0, ended.err);
    assert.equal((await sample.usage(key)) - used, 50);
    const states = (await readFile(output, 'utf8'))
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',')[1]);
    assert.deepEqual(
      states,
      Array.from({ length: 50 }, (_, row) => (row >= 20 && row < 30 ? 'UNCERTAIN' : 'ENRICHED')),
    );
  });

  it('counts against --max what may have been charged for an answer that was lost', async () => {
    await using directory = await temporaryDirectory();
    await using sample = await contrarySample()({
      profiles: 200,
      graph: { secret, credits: { cache: { keepMs: 0 } } },
    });
    const list = join(directory.path, 'list.csv');
    const ids = sample.profiles.slice(0, 6).map(({ id }) => id);
    await writeFile(list, `id\n${ids.join('\n')}\n`);
    const run = (...args: readonly string[]) =>
      kith(['enrich', list, '--fields', 'headline', '--slice', '2', '--graph', sample.graph.url, ...args], {
        KITH_API_KEY: key,
        KITH_SECRET: secret,
      });
    const used = await sample.usage(key);
    const spent = async () => (await sample.usage(key)) - used;
    let seen = 0;
    sample.upstream.cut = ({ path }) => (path === fetches && ++seen === 2 ? 1 : undefined);
    assert.equal((await run('--max', '6')).code, 3);
    assert.equal(await spent(), 4);
    const stopped = await run('--max', '6', '--on-uncertain', 'retry');
    assert.equal(stopped.code, 3);
    assert.match(stopped.err, /--max: 4 credits were charged, and 2 more may have been/);
    assert.equal(await spent(), 6);
    const ended = await run('--max', '8');
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /^6 rows, 6 credits charged, and up to 2 more for answers that were lost\./);
    assert.equal(await spent(), 8);
  });

  it('continues after a refusal without asking what to do about rows that were not charged', async () => {
    await using directory = await temporaryDirectory();
    await using sample = await contrarySample()({ profiles: 200, graph: { secret } });
    const list = join(directory.path, 'list.csv');
    const ids = sample.profiles.slice(0, 8).map(({ id }) => id);
    await writeFile(list, `id\n${ids.join('\n')}\n`);
    const args = ['enrich', list, '--fields', 'headline', '--yes', '--slice', '2', '--graph', sample.graph.url];
    const used = await sample.usage(key);
    for (const status of [401, 403]) {
      let seen = 0;
      sample.upstream.fault = ({ path }) =>
        path === fetches && ++seen > 1 ? { status, body: { code: status, errors: ['No.'] } } : undefined;
      const refused = await kith(args, { KITH_API_KEY: key, KITH_SECRET: secret });
      assert.equal(refused.code, 3);
      assert.doesNotMatch(refused.err, /may have been charged/);
    }
    sample.upstream.fault = undefined;
    const ended = await kith(args, { KITH_API_KEY: key, KITH_SECRET: secret });
    assert.equal(ended.code, 0, ended.err);
    assert.equal((await sample.usage(key)) - used, 8);
  });
});
