import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Kith, kith as runKith, temporaryDirectory } from '../../support/kith.ts';
import { databasePlace, type Place } from '../../support/place.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const rulesFile = join(root, 'deploy/prometheus/rules.yaml');
const testsFile = join(root, 'deploy/prometheus/rules.test.yaml');

const database = process.env.KITH_TEST_POSTGRES_URL;

const missing = async (): Promise<string | false> => {
  for (const program of ['prometheus', 'promtool'])
    if (
      await run(program, ['--version']).then(
        () => false,
        () => true,
      )
    )
      return `${program} is not installed`;
  return false;
};

interface Rule {
  readonly name: string;
  readonly query: string;
  readonly type: 'alerting' | 'recording';
  readonly health: string;
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

const alertNames = async (): Promise<readonly string[]> => {
  const names = [...(await readFile(rulesFile, 'utf8')).matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  assert.notEqual(names.length, 0, `${rulesFile} has no alerts`);
  return names;
};

describe('the alerts', { timeout: 120_000, skip: await missing() }, () => {
  it('fire where all is ill, each of them, and none where all is well', async () => {
    const tests = await readFile(testsFile, 'utf8');
    for (const name of await alertNames()) assert.ok(tests.includes(`alertname="${name}"`), `${name} has no test`);
    await run('promtool', ['test', 'rules', testsFile]).catch((error: { stdout: string }) => assert.fail(error.stdout));
  });

  it('are explained, each of them, in docs/observability.md', async () => {
    const page = await readFile(join(root, 'docs/observability.md'), 'utf8');
    for (const name of await alertNames()) assert.ok(page.includes(`| \`${name}\` |`), `${name} is not explained`);
  });
});

describe('a Prometheus that scrapes Kith', {
  timeout: 600_000,
  skip: (await missing()) || (database ? false : 'KITH_TEST_POSTGRES_URL names no PostgreSQL'),
}, () => {
  let place: Place;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let kith: Kith;
  let prometheus: ChildProcess | undefined;
  let prometheusUrl: string;
  let graphUrl: string;

  before(async () => {
    place = await databasePlace(database ?? '');
    directory = await temporaryDirectory();
    const [graph, graphMetrics = 0, own] = await freePorts(3);
    const serviceMetrics = graphMetrics + 1;
    const seeded = await runKith(['seed'], place.env);
    assert.equal(seeded.code, 0, seeded.err);
    kith = new Kith(['serve'], {
      ...place.env,
      KITH_PORT: `${graph}`,
      KITH_METRICS_PORT: `${graphMetrics}`,
      KITH_PUBLIC_URL: `http://127.0.0.1:${graph}`,
      KITH_ALLOW: 'private-callbacks',
    });
    graphUrl = await kith.says(/^The graph answers on\s+(\S+)\/graphql/);

    const config = join(directory.path, 'prometheus.yaml');
    const job = (name: string, port: number | undefined) => ({
      job_name: name,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    });
    await writeFile(
      config,
      JSON.stringify({
        global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '1s' },
        rule_files: [rulesFile],
        scrape_configs: [job('kith-graph', graphMetrics), job('kith-service', serviceMetrics)],
      }),
    );
    prometheusUrl = `http://127.0.0.1:${own}`;
    const storage = join(directory.path, 'prometheus');
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${storage}`,
        `--web.listen-address=127.0.0.1:${own}`,
        '--log.level=error',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    // Rates need two scrapes with traffic between them, and alerts on ratios a further evaluation.
    const scraped =
      'min(count_over_time(up{job=~"kith-.*"}[5m])) >= 8 and count(count_over_time(kith:heap_used:ratio[5m]) >= 3) >= 2';
    do {
      assert.equal(prometheus.exitCode, null, 'prometheus has ended');
      await traffic(graphUrl);
    } while ((await query(prometheusUrl, scraped)).length === 0);
  });
  after(async () => {
    // None of them where one before it did not start.
    if (prometheus?.pid !== undefined && prometheus.exitCode === null && prometheus.signalCode === null) {
      const ended = once(prometheus, 'exit');
      prometheus.kill();
      await ended;
    }
    await kith?.stop();
    await place?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  it('finds data for every panel of the dashboard', async () => {
    const dashboard: { panels: readonly { title: string; targets?: readonly { expr: string }[] }[] } = JSON.parse(
      await readFile(join(root, 'deploy/grafana/kith.json'), 'utf8'),
    );
    const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    assert.ok(queries.length > 40);
    await assertData(queries.map(({ title, expr }) => [title, expr.replaceAll('$__rate_interval', '1m')] as const));
  });

  it('evaluates every rule, and finds what each alert compares', async () => {
    const response = await fetch(`${prometheusUrl}/api/v1/rules`);
    const { data }: { data: { groups: readonly { rules: readonly Rule[] }[] } } = await response.json();
    const rules = data.groups.flatMap(({ rules }) => rules);
    assert.deepEqual(
      rules.filter(({ type }) => type === 'alerting').map(({ name }) => name),
      await alertNames(),
    );
    const compared = rules.map(({ name, query: expression, type, health }) => {
      assert.equal(health, 'ok', name);
      const [, left] = /^([\s\S]+) [<>] [\d.]+$/.exec(expression) ?? [];
      if (type === 'alerting') assert.ok(left, `${name} must compare something with a number`);
      return [name, left ?? expression] as const;
    });
    await assertData(compared);
  });

  /**
   * Fails on the expressions that have no data. Asks for them several times: a scrape that times out on a busy machine marks
   * the target's gauges stale until the next one.
   */
  async function assertData(named: readonly (readonly [name: string, expression: string])[]): Promise<void> {
    let empty = named;
    for (let asked = 0; empty.length > 0 && asked < 30; asked += 1) {
      if (asked > 0) await traffic(graphUrl);
      const found = await Promise.all(empty.map(([, expression]) => query(prometheusUrl, expression)));
      empty = empty.filter((_, at) => !hasData(found[at] ?? []));
    }
    assert.deepEqual(empty, []);
  }
});

/** There are samples, and at least one is a number. */
const hasData = (samples: readonly Sample[]): boolean => samples.some(({ value: [, text] }) => text !== 'NaN');

const query = async (prometheusUrl: string, expression: string): Promise<readonly Sample[]> => {
  const url = `${prometheusUrl}/api/v1/query?${new URLSearchParams({ query: expression })}`;
  const response = await fetch(url).catch(() => undefined);
  // It is still starting.
  if (response === undefined || response.status === 503) return [];
  const { data, error }: { data?: { result: readonly Sample[] }; error?: string } = await response.json();
  assert.ok(data, `${expression}: ${error}`);
  return data.result;
};

/** A bit of everything that is measured: loads and cache hits, a quote, refusals, a mapping with its subscription and callback. */
const traffic = async (graphUrl: string): Promise<void> => {
  const ask = async (
    operation: string,
    { key = 'kith_demo_partner', path = 'graphql', accept = 'application/json' } = {},
  ) => {
    const response = await fetch(`${graphUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, 'x-api-key': key },
      body: JSON.stringify({ query: operation }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text;
  };
  const load = '{ profile(by: { xnetSlug: "mei-ling-torres" }) { ... on Profile { about } } }';
  const key = 'kith_demo_team';
  await ask(load, { key, path: 'quote' });
  await ask(load, { key });
  await ask(load, { key });
  await ask('{ nothing }');
  await ask(load, { key: 'kith_demo_capped' });
  const started = await ask(
    'mutation { mapNetwork(input: { companyWebsite: "kestrel-robotics.example" }) { task { id } problems { message } } }',
  );
  const [, task] = /"id":"([^"]+)"/.exec(started) ?? [];
  const follow = `subscription { mappingTask(id: "${task}") { status } }`;
  if (task) await ask(follow, { accept: 'text/event-stream' });
};

/** Ports that were free a moment ago. */
const freePorts = async (number: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: number }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};
