import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { Database } from '../../../../src/graph/state/database.ts';
import { companies, keyOf } from '../../../support/cast/cast.ts';
import type { GraphAnswer } from '../../../support/graph/graph.ts';
import { openReplica, type ReplicaOptions } from '../../../support/graph/graph-replica.ts';
import { ask, openTaskGraph } from '../../../support/graph/task-graph.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { openRecorder, type Recorder } from '../../../support/network/recorder.ts';
import { timedOut } from '../../../support/network/timed-out.ts';
import { openWire } from '../../../support/network/wire.ts';
import { type CastService, openCast } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;

const mapper = '/v3/network-mapper';

const wholeNetwork = `mutation { mapNetwork(input: {}) { network { totalCount } problems { code } } }`;
const start = `mutation ($website: String!) { mapNetwork(input: { companyWebsite: $website }) { task { id } } }`;
const result = `query ($id: ID!) {
  mappingTask(id: $id) {
    result { __typename ... on RelationshipConnection { totalCount } ... on UpstreamFailed { code maybeCharged } }
  }
}`;

interface Mapped {
  readonly mapNetwork: {
    readonly task?: { readonly id: string } | null;
    readonly network?: { readonly totalCount: number } | null;
    readonly problems: readonly { readonly code: string }[];
  } | null;
}

interface Result {
  readonly mappingTask: { readonly result: { readonly __typename: string; readonly totalCount: number } };
}

const creditsOf = ({ extensions }: GraphAnswer<unknown>) => [
  extensions?.credits?.charged,
  extensions?.credits?.maybeCharged,
];

/**
 * The service's ledger is what counts: its answers get lost, and the graph is killed, between payment and memory. Over one
 * upstream: that keys are honoured is ours.
 */
describe('a mapping whose paid answer is lost', () => {
  let service: CastService;
  let upstream: Recorder;
  before(async () => {
    service = await openCast();
    upstream = await openRecorder(service.url);
  });
  after(async () => {
    await upstream[Symbol.asyncDispose]();
    await service.close();
  });
  let spentBefore: number;
  beforeEach(async () => {
    spentBefore = await service.spent('harbor');
  });
  afterEach(() => {
    upstream.fault = undefined;
    upstream.forget();
  });

  const spent = async (): Promise<number> => (await service.spent('harbor')) - spentBefore;
  const withhold = (): void => {
    upstream.fault = ({ path, method }) => (path === mapper && method === 'POST' ? 'withholding' : undefined);
  };
  const upstreamTimeoutMs = 2000;
  /** Asks for a mapping whose answer is kept back until the graph's time for it is over. */
  const losing = async (t: TestContext, ask: () => Promise<GraphAnswer<Mapped>>): Promise<GraphAnswer<Mapped>> => {
    withhold();
    const lost = await timedOut(t, upstreamTimeoutMs, ask, () => upstream.count(mapper) === 1);
    upstream.fault = undefined;
    return lost;
  };
  const asked = <Data>(graph: { readonly url: string }, query: string, variables = {}) =>
    ask<Data>(graph, query, variables, keyOf('harbor'));
  const mappedTask = async (graph: { readonly url: string }, website: string): Promise<string> => {
    const { data } = await asked<Mapped>(graph, start, { website });
    await service.context.jobs.idle();
    return data?.mapNetwork?.task?.id ?? assert.fail();
  };
  const websiteOf = (name: keyof typeof companies): string => companies[name].company_info.websites[0] ?? '';

  it('is paid once where a caller asks again under an idempotency key of its own', async (t) => {
    await using graph = await openTaskGraph(upstream.url, { upstreamTimeoutMs });
    const document =
      'mutation ($key: String) { mapNetwork(input: { idempotencyKey: $key }) { network { totalCount } } }';
    const key = randomUUID();
    const lost = await losing(t, () => asked<Mapped>(graph, document, { key }));
    assert.equal(lost.data?.mapNetwork?.network, null);
    const again = await asked<Mapped>(graph, document, { key });
    assert.ok((again.data?.mapNetwork?.network?.totalCount ?? 0) > 0);
    assert.equal(await spent(), 1);
    await asked<Mapped>(graph, document, { key: randomUUID() });
    assert.equal(await spent(), 2);
  });

  it('is paid for once by the mutation that is sent again, and once more by a later one', async (t) => {
    const graph = await openTaskGraph(upstream.url, { upstreamTimeoutMs });
    try {
      const lost = await losing(t, () => asked<Mapped>(graph, wholeNetwork));
      assert.equal(lost.data?.mapNetwork?.problems[0]?.code, 'UPSTREAM_TIMEOUT');
      assert.deepEqual(creditsOf(lost), [0, 1]);
      const again = await asked<Mapped>(graph, wholeNetwork);
      assert.equal(typeof again.data?.mapNetwork?.network?.totalCount, 'number');
      assert.deepEqual(creditsOf(again), [0, 0]);
      assert.equal(await spent(), 1);
      assert.deepEqual(creditsOf(await asked<Mapped>(graph, wholeNetwork)), [1, 0]);
      assert.equal(await spent(), 2);
    } finally {
      await graph.close();
    }
  });

  it('is not mistaken for another that is asked at the same time', async () => {
    const graph = await openTaskGraph(upstream.url);
    try {
      const both = await Promise.all([asked<Mapped>(graph, wholeNetwork), asked<Mapped>(graph, wholeNetwork)]);
      assert.deepEqual(both.map(creditsOf), [
        [1, 0],
        [1, 0],
      ]);
      assert.equal(await spent(), 2);
    } finally {
      await graph.close();
    }
  });

  it('is not bought again where the store could not keep it', async () => {
    using database = new Database(':memory:');
    const graph = await openTaskGraph(upstream.url, { database });
    try {
      const id = await mappedTask(graph, websiteOf('aurora'));
      database.run`
        CREATE TRIGGER full BEFORE INSERT ON state_entry WHEN new.partition GLOB 'task-result:*'
          BEGIN SELECT RAISE(FAIL, 'There is no space left.'); END`;
      const answers = [await asked<Result>(graph, result, { id }), await asked<Result>(graph, result, { id })];
      for (const { data } of answers) assert.equal(data?.mappingTask.result.__typename, 'RelationshipConnection');
      assert.deepEqual(answers.map(creditsOf), [
        [1, 0],
        [0, 0],
      ]);
      assert.equal(await spent(), 1);
    } finally {
      await graph.close();
    }
  });

  it('is paid for once though the graph was killed while its answer was on the way', async () => {
    await using room = await temporaryDirectory();
    const options = {
      upstreamUrl: upstream.url,
      databasePath: join(room.path, 'graph.sqlite'),
      tracking: { secret: 'the same' },
    } satisfies ReplicaOptions;
    const killed = await openReplica(options);
    withhold();
    const lost = asked<Mapped>(killed, wholeNetwork).catch(() => undefined);
    await until(() => upstream.count(mapper) === 1);
    await killed.kill();
    assert.equal(await lost, undefined);
    upstream.fault = undefined;
    await using next = await openReplica(options);
    assert.deepEqual(creditsOf(await asked<Mapped>(next, wholeNetwork)), [0, 0]);
    assert.equal(await spent(), 1);
  });

  it('is paid for once though the graph was killed before it could keep it, and another one asks', {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, async () => {
    const wire = await openWire(new URL(redisUrl ?? ''));
    const secret = randomUUID();
    const optionsOver = (url: string) => ({
      upstreamUrl: upstream.url,
      polling: { paidLeaseMs: 300 },
      redisUrl: url,
      secret,
      tracking: { secret },
    });
    await using killed = await openReplica(optionsOver(wire.url));
    await using other = await openReplica(optionsOver(redisUrl ?? ''));
    const id = await mappedTask(killed, websiteOf('cobalt'));
    upstream.forget();
    const hold = upstream.hold(mapper);
    const lost = asked<Result>(killed, result, { id }).catch(() => undefined);
    await hold.arrived(1);
    // From here on the graph can be paid for, and has its answer, but reaches its store no more.
    wire.hold();
    hold.release();
    await until(() => upstream.count(mapper) === 1);
    assert.equal(await spent(), 1);
    await killed.kill();
    await lost;
    await wire.cut();
    const { data } = await asked<Result>(other, result, { id });
    assert.equal(data?.mappingTask.result.__typename, 'RelationshipConnection');
    assert.deepEqual(
      upstream.calls.filter(({ path }) => path === mapper).map(({ status }) => status),
      [200, 200],
    );
    assert.equal(await spent(), 1);
  });
});
