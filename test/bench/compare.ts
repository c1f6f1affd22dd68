import assert from 'node:assert/strict';
import { check, cold, contest, type Effort, fresh, operation, type Result, type Runner, run } from './contest.ts';
import { contestants, isKith, neverIdle, remembering } from './contestants.ts';
import { crowd } from './crowd.ts';
import { type Query, queries } from './queries.ts';
import { type Report, table } from './table.ts';
import type { Upstream } from './upstream/server.ts';

/** Names separated by commas; all where undefined. */
export interface Choice {
  readonly only: string | undefined;
  readonly queries: string | undefined;
  /** Whether 64 clients ask the same, too. */
  readonly crowd: boolean;
}
/** Which queries are asked at each latency of the upstream; all where undefined. */
type Latencies = Readonly<Record<number, readonly string[] | undefined>>;

const chosen = (names: string | undefined, name: string) => names === undefined || names.split(',').includes(name);

/** Every query on every server: the answers and the counts are checked first, then they are timed. */
export async function compare(
  upstream: Upstream,
  effort: Effort & { readonly latencies: Latencies },
  choice: Choice,
  say: (line: string) => void,
): Promise<Pick<Report, 'results' | 'absent' | 'notes'>> {
  const results: Result[] = [];
  const notes: string[] = [];
  const absent: { server: string; query?: string; reason: string }[] = [];
  const running: Runner[] = [];
  /** Kith with its cache on. */
  const withCache: Runner[] = [];
  try {
    for (const contestant of contestants.filter((one) => isKith(one) || chosen(choice.only, one.name))) {
      for (const [query, reason] of Object.entries(contestant.lacks ?? {}))
        absent.push({ server: contestant.name, query, reason });
      try {
        running.push(await run(neverIdle(contestant), upstream));
        if (isKith(contestant)) withCache.push(await run(neverIdle(remembering(contestant)), upstream));
      } catch (error) {
        absent.push({ server: contestant.name, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    for (const query of queries.filter(({ name }) => chosen(choice.queries, name))) {
      const able = running.filter(({ contestant }) => contestant.lacks?.[query.name] === undefined);
      const servers = query.federated
        ? able.map((server) => withCache.find(({ name }) => name === server.name) ?? server)
        : able;
      await check(query, servers, upstream);
      const of: Result[] = [];
      const latencies = Object.entries(effort.latencies).filter(([, only]) => !only || only.includes(query.name));
      for (const [at, [latency]] of latencies.entries()) {
        upstream.latencyMs = Number(latency);
        // At the second latency all are warm from the first.
        const most = at === 0 ? effort : { ...effort, warmUpMs: effort.warmUpMs / 6 };
        of.push(...(await timed(query, servers, upstream, most)), ...(await warm(query, withCache[0], upstream, most)));
      }
      upstream.latencyMs = 0;
      say(
        table(`${query.name}: ${query.asks} (at least ${query.least.calls} calls, ${query.least.credits} credits)`, of),
      );
      results.push(...of);
      if (query.name !== 'Q2' || !choice.crowd) continue;
      const crowded = await crowd(query, running, upstream, effort);
      say(table('Q6: Q2 from 64 clients who ask the same', crowded.results));
      results.push(...crowded.results);
      notes.push(...crowded.notes);
    }
    return { results, notes, absent };
  } finally {
    for (const server of [...running, ...withCache]) await server.close();
  }
}

async function timed(query: Query, servers: readonly Runner[], upstream: Upstream, effort: Effort): Promise<Result[]> {
  const results = await contest(query, { mode: 'cold', next: cold(query) }, servers, upstream, effort);
  const kiths = results.find(({ server }) => server === 'kith');
  const { calls, credits } = query.least;
  assert.ok(
    kiths && kiths.upstreamCalls <= calls && kiths.credits <= credits,
    `${query.name} took more than the least`,
  );
  return results;
}

/**
 * Operations whose records are all remembered, in turns: enough of them that clients seldom ask the same at the same
 * time, few enough that none is forgotten.
 */
async function warm(query: Query, server: Runner | undefined, upstream: Upstream, effort: Effort): Promise<Result[]> {
  if (!server) return [];
  const held = Array.from({ length: query.width * 1.5 }, () => operation(query, fresh(query), server.contestant));
  for (const one of held) await server.target.perform(one);
  let asked = 0;
  const next = () => held[asked++ % held.length] ?? operation(query, fresh(query), server.contestant);
  return contest(query, { mode: 'warm', next: () => next }, [server], upstream, effort);
}
