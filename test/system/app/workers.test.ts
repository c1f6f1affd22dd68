import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readOwner } from '../../../src/store/owner/owner.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import type { GraphAnswer } from '../../support/graph/graph.ts';
import { followOverSse, followOverWebSocket, type SeenEvent } from '../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream } from '../../support/graph/task-upstream.ts';
import { type Connection, lives, TwoWorkers } from '../../support/graph/workers.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';
import { openRecorder, type Recorder } from '../../support/network/recorder.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;
const unless = { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' };

/** What workers share: a Redis, and a secret that no other run has. */
const sharing = () => ({ REDIS_URL: redisUrl ?? '', KITH_SECRET: randomUUID() });

describe('several workers', () => {
  it('are refused where they would share nothing, with what is missing and why', async () => {
    const { code, out, err } = await kith(['graph', '--workers', '2'], {});
    assert.deepEqual({ code, out }, { code: 1, out: '' });
    assert.equal(
      err,
      'kith: several workers need REDIS_URL, through which they share what was paid for, and KITH_SECRET, since each must read what another has signed: set both.\n',
    );
  });

  it('are refused where they have no secret in common', async () => {
    const { code, err } = await kith(['serve', '--workers', '2'], { REDIS_URL: 'redis://127.0.0.1:1' });
    assert.equal(code, 1);
    assert.match(err, /^ {2}KITH_SECRET: must be set where REDIS_URL is, the same on every graph, but got nothing\.$/m);
  });

  for (const workers of ['two', '0', '65', '1.5'])
    it(`are not ${workers}`, async () => {
      const { code, err } = await kith(['serve', '--workers', workers], {});
      assert.equal(code, 1);
      assert.equal(err, `kith: --workers must be an integer between 1 and 64, but got "${workers}".\n`);
    });

  it('do not start where their Redis does not answer, and say so once', async () => {
    const env = { ...sharing(), REDIS_URL: 'redis://127.0.0.1:1' };
    const { code, out, err } = await kith(['graph', '--workers', '2'], env);
    assert.deepEqual({ code, out }, { code: 1, out: '' });
    assert.match(err, /^kith: The Redis that graphs share must answer, but it does not \([^)]+\)\.$/m);
    assert.equal(err.match(/^kith: /gm)?.length, 1);
  });
});

describe('the workers of a graph', unless, () => {
  let service: CastService;
  let upstream: Recorder;
  let graph: TwoWorkers;
  before(async () => {
    service = await openCast();
    upstream = await openRecorder(service.url);
    graph = await TwoWorkers.start(['graph'], { ...sharing(), KITH_UPSTREAM_URL: upstream.url });
  });
  after(async () => {
    await graph?.[Symbol.asyncDispose]();
    await upstream?.[Symbol.asyncDispose]();
    await service?.close();
  });
  beforeEach(async () => {
    await graph.ask(keyOf('orchard'), 'mutation { forgetRecords(input: {}) { forgotten } }');
    await graph.ask(keyOf('meadow'), 'mutation { forgetRecords(input: {}) { forgotten } }');
    upstream.forget();
  });

  const everybody = Object.values(people);
  const person = 'query ($id: ID!) { profile(by: { id: $id }) { ... on Profile { fullName } } }';
  const fetches = '/v3/profiles/fetch';

  interface Asked {
    readonly profile: { readonly fullName: string };
  }
  const receiptOf = ({ errors, extensions }: GraphAnswer<Asked>) => {
    assert.equal(errors, undefined);
    const { charged = 0, shared = 0, savedByCache = 0 } = extensions?.credits ?? {};
    return { charged, shared, savedByCache };
  };
  const charged = (answers: readonly GraphAnswer<Asked>[]): number =>
    answers.reduce((sum, answer) => sum + receiptOf(answer).charged, 0);

  /** Opens a connection to each worker, and closes them behind what is done with them. */
  const withBoth = async (act: (both: readonly [Connection, Connection]) => Promise<void>): Promise<void> => {
    const connections = await graph.connections();
    await act(connections).finally(() => Promise.all(connections.map((connection) => connection.close())));
  };

  for (const [stopped, answering] of [
    [1, 2],
    [2, 1],
  ] as const)
    it(`answer on one port: while worker ${stopped} stands still, worker ${answering} answers all but what ${stopped} was handed`, async () => {
      const pid = graph.pids[stopped - 1] ?? 0;
      const ask = () => graph.ask<Asked>(keyOf('orchard'), person, { id: people.ada.id });
      let answered = 0;
      process.kill(pid, 'SIGSTOP');
      const asked = Array.from({ length: 8 }, () => ask().finally(() => (answered += 1)));
      await until(() => answered === asked.length - 1);
      for (let more = 0; more < 4; more += 1) receiptOf(await ask());
      assert.equal(answered, asked.length - 1);
      process.kill(pid, 'SIGCONT');
      for (const answer of await Promise.all(asked)) assert.equal(answer.data?.profile.fullName, 'Ada Moreau');
    });

  it('charge once for each person, whichever of them was asked first', async () => {
    const spent = await service.spent('orchard');
    const first = await Promise.all(everybody.map(({ id }) => graph.ask<Asked>(keyOf('orchard'), person, { id })));
    assert.equal(charged(first), everybody.length);
    await withBoth(async (both) => {
      for (const worker of both)
        for (const { id } of everybody)
          assert.deepEqual(receiptOf(await worker.ask<Asked>(keyOf('orchard'), person, { id })), {
            charged: 0,
            shared: 0,
            savedByCache: 1,
          });
    });
    assert.equal((await service.spent('orchard')) - spent, everybody.length);
    assert.equal(upstream.count(fetches), everybody.length);
  });

  it('each have a person who is asked of both at the same moment fetched once, and no crowd more often', async () => {
    const spent = await service.spent('orchard');
    await withBoth(async (both) => {
      const hold = upstream.hold(fetches);
      const ask = (at: Pick<Connection, 'ask'>) => at.ask<Asked>(keyOf('orchard'), person, { id: people.ben.id });
      const asked = both.map(ask);
      // Loads in flight are known in one process: the second worker sends, too.
      await hold.arrived(2);
      const crowd = Array.from({ length: 20 }, () => ask(graph));
      hold.release();
      const answers = await Promise.all([...asked, ...crowd]);
      assert.equal(charged(answers), 2);
      for (const worker of both) assert.equal(charged([await ask(worker)]), 0);
    });
    assert.equal((await service.spent('orchard')) - spent, 2);
    assert.equal(upstream.count(fetches), 2);
  });

  it('never share between two credentials', async () => {
    const keys = [keyOf('orchard'), keyOf('meadow')] as const;
    /** What each of them is charged, the second once all is there that the first has paid for. */
    const askAll = async () => {
      const charges: number[] = [];
      for (const key of keys)
        charges.push(charged(await Promise.all(everybody.map(({ id }) => graph.ask<Asked>(key, person, { id })))));
      return charges;
    };
    assert.deepEqual(await askAll(), [everybody.length, everybody.length]);
    for (const key of keys)
      assert.deepEqual(
        upstream.calls
          .filter((call) => call.path === fetches && call.key === key)
          .flatMap(({ body }) => body?.ids)
          .sort(),
        everybody.map(({ id }) => id),
      );
    assert.deepEqual(await askAll(), [0, 0]);
  });

  it('understand one another’s sessions', async () => {
    const session = await fetch(`${graph.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard'), connection: 'close' },
      body: JSON.stringify({ seconds: 60 }),
    });
    const { token }: { readonly token: string } = JSON.parse(await session.text());
    await withBoth(async (both) => {
      for (const worker of both) {
        const answer = await worker.ask<Asked>(`Bearer ${token}`, person, { id: people.ada.id });
        assert.equal(answer.data?.profile.fullName, 'Ada Moreau');
      }
    });
  });
});

describe('a graph of workers', unless, () => {
  const partner = 'kith_test_partner';

  type Follow = (
    at: { readonly url: string },
    following: { readonly id: string; readonly after?: string | undefined },
    key: string,
  ) => AsyncGenerator<SeenEvent>;

  /** Follows a task, and resolves with its first event. */
  const subscriber = async (follow: Follow, url: string, id: string, after?: string) => {
    const events = follow({ url }, { id, after }, partner);
    const seen: SeenEvent[] = [];
    const first = await events.next();
    if (!first.done) seen.push(first.value);
    const statuses = () => seen.filter(({ kind }) => kind === 'STATUS').map(({ status }) => status);
    const ended = (async () => {
      for await (const event of events) seen.push(event);
    })().then(
      () => 'to its end' as const,
      () => 'lost' as const,
    );
    return { ended, statuses };
  };

  describe('while its processes come and go', () => {
    let upstream: TaskUpstream;
    let graph: TwoWorkers;
    before(async () => {
      upstream = await openTaskUpstream();
      const env = { ...sharing(), KITH_UPSTREAM_URL: upstream.url };
      graph = await TwoWorkers.start(['graph'], env);
    });
    after(async () => {
      await graph?.[Symbol.asyncDispose]();
      await upstream?.[Symbol.asyncDispose]();
    });

    it('knows of a task whichever worker started it, and pays once for its result', async () => {
      const both = await graph.connections();
      const { data: started } = await both[0].ask<{ mapNetwork: { task: { id: string } } }>(
        partner,
        'mutation { mapNetwork(input: { companyWebsite: "brightwater.example" }) { task { id } } }',
      );
      const id = started?.mapNetwork.task.id ?? '';
      const task = upstream.tasks.get(id);
      assert.ok(task);
      task.status = 'Mapped';
      const result =
        'query ($id: ID!) { mappingTask(id: $id) { result { ... on RelationshipConnection { totalCount } } } }';
      for (const worker of [both[1], both[0]]) {
        const { data, errors } = await worker.ask<{ mappingTask: { result: { totalCount: number } } }>(
          partner,
          result,
          {
            id,
          },
        );
        assert.deepEqual([data?.mappingTask.result.totalCount, errors], [250, undefined]);
      }
      assert.equal(upstream.charged, 1);
      await Promise.all(both.map((connection) => connection.close()));
    });

    it('goes on when a worker is killed, and replaces it: its subscribers come back and see the end once, others notice nothing', async () => {
      const task = upstream.add(randomUUID());
      const kinds: readonly Follow[] = [followOverWebSocket, followOverSse];
      const subscribers: {
        readonly kind: Follow;
        readonly it: Awaited<ReturnType<typeof subscriber>>;
      }[] = [];
      // In turn, so that each worker is handed some of each kind.
      for (const kind of kinds)
        for (let more = 0; more < 4; more += 1)
          subscribers.push({ kind, it: await subscriber(kind, graph.url, task.id) });

      const [killed] = graph.pids;
      const fates = subscribers.map(({ it }) => {
        const fate: { lost?: true } = {};
        void it.ended.then((how) => how === 'lost' && Object.assign(fate, { lost: true }));
        return fate;
      });
      process.kill(killed, 'SIGKILL');
      await graph.kith.remarks(/"worker":1,.*Worker 1 of the graph was ended by SIGKILL; it is restarted\./);
      for (let more = 0; more < 4; more += 1) {
        const { data } = await graph.ask<{ __typename: string }>(partner, '{ __typename }');
        assert.equal(data?.__typename, 'Query');
      }
      await until(() => fates.filter(({ lost }) => lost).length === 4);
      const lost = subscribers.filter((_, at) => fates[at]?.lost);
      const kept = subscribers.filter((_, at) => !fates[at]?.lost);
      for (const some of [lost, kept]) assert.deepEqual(new Set(some.map(({ kind }) => kind)), new Set(kinds));

      const replacement = await graph.pid(1, 2);
      assert.notEqual(replacement, killed);
      const connection = await graph.connectionBeside(graph.pids[1]);
      assert.ok(await connection.isHealthy());
      await connection.close();

      task.status = 'MappingInProgress';
      const back = await Promise.all(lost.map(({ kind }) => subscriber(kind, graph.url, task.id, 'NotMapped')));
      task.status = 'Mapped';
      for (const { ended, statuses } of [...kept.map(({ it }) => it), ...back]) {
        assert.equal(await ended, 'to its end');
        assert.deepEqual(statuses().slice(-2), ['MappingInProgress', 'Mapped']);
        assert.equal(new Set(statuses()).size, statuses().length);
      }
    });

    it('replaces a worker that hangs', async () => {
      const [, hung] = graph.pids;
      process.kill(hung, 'SIGSTOP');
      await graph.kith.remarks(/Worker 2 of the graph gave no sign of life and was ended; it is restarted\./);
      assert.notEqual(await graph.pid(2, 2), hung);
    });

    it('takes its workers along when it is killed itself', async () => {
      const pids = await Promise.all([graph.pid(1, 2), graph.pid(2, 2)]);
      // Resolves when all have ended that share its output.
      await graph.kith.stop('SIGKILL');
      await until(() => !pids.some(lives));
    });
  });

  it('gives up when a worker ends again and again, once the others have answered', async () => {
    await using upstream = await holdingUpstream();
    await using graph = await TwoWorkers.start(['graph'], { ...sharing(), KITH_UPSTREAM_URL: upstream.url });
    const connection = await graph.connectionBeside(graph.pids[0]);
    const answer = connection.ask<{ credits: { usage: number } }>('any', '{ credits { usage } }');
    await upstream.asked(1);
    for (let starts = 1; starts <= 6; starts += 1) process.kill(await graph.pid(1, starts), 'SIGKILL');
    await graph.kith.remarks(/Worker 1 of the graph .* it is not restarted\./);
    await refusesConnections(graph);
    upstream.release();
    assert.equal((await answer).data?.credits.usage, 7);
    await connection.close();
    const { code, err } = await graph.kith.ended;
    assert.equal(code, 1);
    assert.match(
      err,
      /^kith: Worker 1 of the graph ended 6 times within a minute; at last it was ended by SIGKILL\.$/m,
    );
  });

  for (const { who, everybody } of [
    { who: 'the command is', everybody: false },
    // As a service manager does.
    { who: 'all of its processes are', everybody: true },
  ])
    it(`answers what is in flight at each worker before it ends, when ${who} told to`, async () => {
      await using upstream = await holdingUpstream();
      const env = { ...sharing(), KITH_UPSTREAM_URL: upstream.url, KITH_DRAIN_SECONDS: '2' };
      await using graph = await TwoWorkers.start(['graph'], env);
      const both = await graph.connections();
      const asked = both.map((connection) =>
        connection.ask<{ credits: { usage: number } }>('any', '{ credits { usage } }'),
      );
      await upstream.asked(2);
      graph.kith.process.kill('SIGTERM');
      if (everybody) for (const pid of graph.pids) process.kill(pid, 'SIGTERM');
      await refusesConnections(graph);
      upstream.release();
      for (const { data } of await Promise.all(asked)) assert.equal(data?.credits.usage, 7);
      await Promise.all(both.map((connection) => connection.close()));
      const { code, err } = await graph.kith.ended;
      assert.equal(code, 0);
      assert.doesNotMatch(err, /"level":[456]0/);
    });

  it('waits no longer for what is in flight than a single one', async () => {
    await using upstream = await holdingUpstream();
    const env = {
      ...sharing(),
      KITH_UPSTREAM_URL: upstream.url,
      KITH_DRAIN_SECONDS: '0',
      KITH_UPSTREAM_TIMEOUT_MS: '1000',
    };
    await using graph = await TwoWorkers.start(['graph'], env);
    const connection = await graph.connectionBeside(graph.pids[0]);
    const asked = assert.rejects(connection.ask('any', '{ credits { usage } }'));
    await upstream.asked(1);
    assert.equal((await graph.kith.stop()).code, 0);
    await asked;
    await connection.close();
  });
});

describe('kith serve with workers', unless, () => {
  it('says all that it says with one, and ends them and the service when asked to', async () => {
    await using directory = await temporaryDirectory();
    const env = { ...sharing(), KITH_DATA_DIR: directory.path };
    const seeded = await kith(['seed'], env);
    assert.equal(seeded.code, 0, seeded.err);
    await using graph = await TwoWorkers.start(['serve'], env);
    assert.match(graph.kith.out, /^The data service answers on http:\/\/localhost:\d+$/m);
    await graph.kith.says(/^ {2}kith_demo_team /);
    await graph.kith.says(/^}/);
    const query = graph.kith.out.slice(graph.kith.out.indexOf('query FirstLook'));
    for (const connection of await graph.connections()) {
      const { data, errors } = await connection.ask<{ profile: { fullName: string } }>('kith_demo_team', query);
      assert.deepEqual([data?.profile.fullName, errors], ['Mei-Ling Torres', undefined]);
      // GraphiQL opens with the same query and key at each.
      assert.match(await connection.page('/graphql'), /FirstLook.*kith_demo_team|kith_demo_team.*FirstLook/s);
      await connection.close();
    }
    // Only the service has the store open.
    const owner = (await readOwner(directory.path))?.pid ?? 0;
    assert.ok(lives(owner) && ![...graph.pids, graph.kith.process.pid].includes(owner));
    const { code, err } = await graph.kith.stop();
    assert.equal(code, 0);
    assert.equal(await readOwner(directory.path), undefined);
    assert.doesNotMatch(err, /"level":[456]0/);
  });
});

interface HoldingUpstream extends AsyncDisposable {
  readonly url: string;
  /** Resolves when it has been asked so often. */
  asked(times: number): Promise<void>;
  release(): void;
}

/** A data service that knows of a credential that it has used seven credits, and says so when told to. */
async function holdingUpstream(): Promise<HoldingUpstream> {
  const released = Promise.withResolvers<void>();
  let count = 0;
  const server = createServer(async ({ method }, response) => {
    // A graph that starts asks whether there is anybody.
    if (method === 'HEAD') {
      response.end();
      return;
    }
    count += 1;
    server.emit('asked');
    await released.promise;
    response.setHeader('content-type', 'application/json').end('{"usage":7}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async asked(times) {
      while (count < times) await once(server, 'asked');
    },
    release: released.resolve,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves when no worker takes a connection any more: all of them drain. */
async function refusesConnections({ url }: TwoWorkers): Promise<void> {
  const connects = async () => {
    const socket = connect(Number(new URL(url).port), 'localhost');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return connected;
  };
  while (await connects());
}
