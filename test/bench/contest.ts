import assert from 'node:assert/strict';
import type { Contestant } from './contestants.ts';
import { type Load, median, type Operation, openTarget, quantile, rounded, type Stretch, type Target } from './load.ts';
import type { Query } from './queries.ts';
import { pairedRatio, type Ratio } from './ratio.ts';
import { type RunningServer, startServer } from './server.ts';
import { coworkers } from './upstream/records.ts';
import type { Tally, Upstream } from './upstream/server.ts';

/** A contestant that runs, and the connections to it. */
export interface Runner extends RunningServer {
  readonly contestant: Contestant;
  readonly target: Target;
  /** The credential that asks it in `cold` operations, where it is another than the usual one. */
  readonly key?: string;
  /** Ends the connections, and the server. */
  close(): Promise<void>;
}

/** How long is measured. */
export interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

/** What a server came to in one round. */
export type Round = Stretch & Tally;
/** Each server's rounds, by its name: those of one place were measured side by side. */
export type Rounds = ReadonlyMap<string, readonly Round[]>;

/** One query on one server: medians of all rounds. */
export interface Result {
  readonly query: string;
  readonly server: string;
  /** `cold`: every operation has records of its own. `warm`: operations take turns whose records are remembered. `in flight`: clients ask the same at the same time. */
  readonly mode: string;
  /** The upstream's, in milliseconds. */
  readonly latencyMs: number;
  /** CPU of the server's process, milliseconds per operation. */
  readonly cpuMs: number;
  readonly rps: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Per operation. */
  readonly upstreamCalls: number;
  readonly credits: number;
  /** Its CPU as a multiple of Kith's (of the first one's, where that does not take part), round by round. */
  readonly toKith: Ratio;
  /** The median time of an operation as a multiple of the hand-written program's; absent where that does not take part. */
  readonly p50ToFloor?: Ratio;
}

export async function run(contestant: Contestant, upstream: Upstream, withProbe = false): Promise<Runner> {
  const server = await startServer(contestant, upstream.url, withProbe);
  const target = openTarget(server.url);
  const close = async () => {
    await target.close();
    server.stop();
  };
  return { ...server, contestant, target, close };
}

let unasked = 1000;
/** The number from which an operation of this query finds records that nobody has asked for. */
export const fresh = ({ stride }: Pick<Query, 'stride'>): number => {
  const from = unasked;
  unasked += Math.ceil(stride / coworkers) * coworkers;
  return from;
};

/** A query's operation in the words of the one who is asked. */
export const operation = (query: Query, from: number, { dialect }: Contestant, key = 'bench'): Operation => ({
  bodies: (dialect ? dialect.requests(query, from) : query.requests(from)).map(({ name, document, variables }) =>
    JSON.stringify({ query: document, operationName: name, variables }),
  ),
  key,
});

/**
 * The order of a round: whoever goes first pays for it, so that another one does from round to round; and every other
 * time around, the order is reversed, so that nobody always follows the same one.
 */
export function inTurn<Item>(items: readonly Item[], round: number): readonly Item[] {
  const first = round % items.length;
  const turned = [...items.slice(first), ...items.slice(0, first)];
  return Math.floor(round / items.length) % 2 ? turned.toReversed() : turned;
}

/**
 * Rounds of a query, the servers taking turns. The first, which warms the compilers up, is forgotten; in it the upstream answers
 * at once, so that many operations are performed.
 */
export async function play(
  width: number,
  next: (runner: Runner) => Load['next'],
  servers: readonly Runner[],
  upstream: Upstream,
  { rounds, roundMs, warmUpMs }: Effort,
): Promise<Rounds> {
  const played = new Map<string, Round[]>(servers.map((server) => [server.name, []]));
  const { latencyMs } = upstream;
  for (let round = 0; round <= rounds; round += 1)
    for (const server of inTurn(servers, round)) {
      upstream.reset();
      upstream.latencyMs = round > 0 ? latencyMs : 0;
      const until = { ms: round > 0 ? roundMs : warmUpMs };
      const stretch = await server.target.press(server.pid, { width, until, next: next(server) });
      if (round > 0) played.get(server.name)?.push({ ...stretch, ...upstream.tally });
    }
  return played;
}

/** CPU of an operation in one round, and the median time of one. */
export const cpuIn = ({ cpuMs, operations }: Round): number => cpuMs / operations;
const p50In = ({ times }: Round): number => median(times);

/** Operations that find records of their own each. */
export const cold =
  (query: Query) =>
  ({ contestant, key }: Runner): Load['next'] =>
  () =>
    operation(query, fresh(query), contestant, key);

/** Plays rounds of a query, and sums them up. */
export async function contest(
  { name, width }: { readonly name: string; readonly width: number },
  { mode, next }: { readonly mode: string; next(runner: Runner): Load['next'] },
  servers: readonly Runner[],
  upstream: Upstream,
  effort: Effort,
): Promise<Result[]> {
  const rounds = await play(width, next, servers, upstream, effort);
  // Where it does not take part, the first is what others are compared with.
  const reference = rounds.get('kith') ?? [...rounds.values()][0] ?? [];
  const floor = rounds.get('floor');
  return [...rounds].map(([server, of]) => {
    const times = of.flatMap((round) => round.times);
    return {
      query: name,
      server,
      mode,
      latencyMs: upstream.latencyMs,
      cpuMs: rounded(median(of.map(cpuIn))),
      rps: rounded(median(of.map(({ operations, seconds }) => operations / seconds))),
      p50: rounded(median(times)),
      p99: rounded(quantile(times, 0.99)),
      upstreamCalls: rounded(median(of.map(({ calls, operations }) => calls / operations))),
      credits: rounded(median(of.map(({ credits, operations }) => credits / operations))),
      toKith: pairedRatio(of.map(cpuIn), reference.map(cpuIn)),
      ...(floor && { p50ToFloor: pairedRatio(of.map(p50In), floor.map(p50In)) }),
    };
  });
}

/**
 * Correctness first: one operation alone on every server. The answers are the same; Kith asks the upstream for the least
 * that the contract's arithmetic allows, and for no more than any other does.
 */
export async function check(query: Query, servers: readonly Runner[], upstream: Upstream, from = 1e8): Promise<void> {
  let expected: unknown;
  for (const { name, target, contestant } of servers) {
    const { dialect } = contestant;
    upstream.reset();
    const texts = await target.perform(operation(query, from, contestant)).catch((cause: unknown) => {
      throw new Error(`${name} does not answer ${query.name}.`, { cause });
    });
    const { calls, credits } = upstream.tally;
    const answer = texts.map((text) => canonical(text, dialect?.read));
    expected ??= answer;
    assert.deepEqual(answer, expected, `${name} answers ${query.name} otherwise than ${servers[0]?.name}`);
    const { least } = query;
    if (name === 'kith') assert.deepEqual({ calls, credits }, least, `kith asks ${query.name} at more than the least`);
    else
      assert.ok(calls >= least.calls && credits >= least.credits, `${name} asks for less than kith in ${query.name}`);
  }
}

/** Nulls and type names are left out, since a dialect has no word for some; all else must be the same. */
const canonical = (text: string, read = (data: unknown): unknown => data): unknown => {
  const { data, errors } = JSON.parse(text);
  assert.equal(errors, undefined, text.slice(0, 1000));
  return JSON.parse(
    JSON.stringify(read(data), (name, value) => (name === '__typename' ? undefined : (value ?? undefined))),
  );
};
