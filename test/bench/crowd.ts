import assert from 'node:assert/strict';
import { contest, type Effort, fresh, operation, type Result, type Runner } from './contest.ts';
import type { Query } from './queries.ts';
import type { Upstream } from './upstream/server.ts';

const size = 64;
/** The modes of Q6. */
export const oneKey = 'in flight, 1 key';
export const keyEach = 'in flight, 64 keys';

/** The clients of Q6, who ask the same at once, each with the credential of its number. */
export const atOnce = (query: Query, keyOf: (client: number) => string) => ({
  width: size,
  next(runner: Runner) {
    let asked = 0;
    let from = 0;
    return () => {
      const client = asked++ % size;
      if (client === 0) from = fresh(query);
      return operation(query, from, runner.contestant, keyOf(client));
    };
  },
});
export const oneCredential = () => 'bench';

/**
 * Q6: Q2 from 64 clients who ask the same at the same time, with one credential, and with 64. Each question is asked 64
 * times in a row; of 64 credentials each asks it once, so that whatever was shared was shared between credentials.
 */
export async function crowd(
  query: Query,
  servers: readonly Runner[],
  upstream: Upstream,
  effort: Effort,
): Promise<{ results: Result[]; notes: string[] }> {
  const notes: string[] = [];
  for (const runner of servers) {
    const shared = await sharedCalls(query, runner, upstream);
    if (runner.name === 'kith') assert.equal(shared, 0, 'Kith shared calls between credentials.');
    else if (shared > 0)
      notes.push(`${runner.name} answered ${size} credentials with ${shared} calls too few: it shares between them.`);
  }
  const q6 = { name: 'Q6', width: size };
  const one = { mode: oneKey, next: atOnce(query, oneCredential).next };
  const many = { mode: keyEach, next: atOnce(query, (client) => `key-${client}`).next };
  const results = await contest(q6, one, servers, upstream, effort);
  return { results: [...results, ...(await contest(q6, many, servers, upstream, effort))], notes };
}

/** How many calls are missing in the upstream's log when 64 credentials ask the same at once, each for itself. */
async function sharedCalls(query: Query, { target, contestant }: Runner, upstream: Upstream): Promise<number> {
  const from = fresh(query);
  upstream.reset();
  await Promise.all(
    Array.from({ length: size }, (_, client) => target.perform(operation(query, from, contestant, `alone-${client}`))),
  );
  const calls = new Map<string, number>();
  for (const key of upstream.keys) calls.set(key, (calls.get(key) ?? 0) + 1);
  let missing = 0;
  for (let client = 0; client < size; client += 1)
    missing += Math.max(0, query.least.calls - (calls.get(`alone-${client}`) ?? 0));
  return missing;
}
