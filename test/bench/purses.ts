import { pursesPath } from '../../src/graph/features/purses/purse-route.ts';
import { administer } from '../support/graph/administer.ts';
import { type BesideEffort, beside } from './beside.ts';
import { kith } from './contestants.ts';
import type { Upstream } from './upstream/server.ts';

/** The most that a purse may add to the CPU of Q1. */
const goal = 1.03;

const secret = 'a secret for a bench, which is long enough';
/** Of this run alone, so that none of those before it has left a purse in a Redis. */
const key = `bench-${process.pid}`;

/** Bounds what one key may spend; with Redis an earlier process has done so. */
async function makePurse(graphqlUrl: string): Promise<void> {
  const { origin } = new URL(graphqlUrl);
  const purse = { label: 'the bench', total: Number.MAX_SAFE_INTEGER };
  const { status, body } = await administer(origin, secret, 'POST', pursesPath, key, purse);
  if (status !== 201 && status !== 409)
    throw new Error(`The purse was answered with ${status}: ${JSON.stringify(body)}`);
}

/**
 * CPU of Q1 of a key with a purse, as a ratio to a key without one; in the store that a graph has by its environment. The keys
 * take turns at one process, since two processes of one program differ by more than a purse costs.
 */
export async function purses(upstream: Upstream, effort: BesideEffort): Promise<string> {
  const base = kith('no purse');
  const graph = { ...base, env: { ...base.env, KITH_SECRET: secret, KITH_LOG_LEVEL: 'warn' } };
  const variants = [
    { ...graph, prepare: makePurse },
    { ...graph, name: 'no purse again', key: 'another' },
    { ...graph, name: 'a purse of the key', key },
  ] as const;
  return `${await beside(variants, upstream, effort)}\n\nThe goal is ${goal} for a purse.`;
}
