import { request } from 'undici';
import { pursesPath, purseToken } from '../../src/graph/server/purse/purse-route.ts';
import { type BesideEffort, beside, type Variant } from './beside.ts';
import { kith } from './contestants.ts';
import type { Upstream } from './upstream/server.ts';

/** The most that a purse may add to the CPU of Q1. */
const goal = 1.03;

/** Keys are known by a hash under the secret, so that graphs which share a Redis have no purse in common. */
const secrets = {
  none: 'a secret for a bench, which is long enough',
  ofKey: `a secret for a bench, of its own: ${process.pid}`,
};

/** Bounds what the key of all operations may spend; with Redis an earlier process has done so. */
async function makePurse(graphqlUrl: string): Promise<void> {
  const { statusCode, body } = await request(new URL(pursesPath, graphqlUrl), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${purseToken(secrets.ofKey)}`,
      'x-api-key': 'bench',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ label: 'the bench', total: Number.MAX_SAFE_INTEGER }),
  });
  const text = await body.text();
  if (statusCode !== 201 && statusCode !== 409) throw new Error(`The purse was answered with ${statusCode}: ${text}`);
}

/** CPU of Q1 of a key with a purse, as a ratio to a key without one; in the store that a graph has by its environment. */
export async function purses(upstream: Upstream, effort: BesideEffort): Promise<string> {
  const base = kith('no purse');
  const variant = (name: string, secret = secrets.none): Variant => {
    return { ...base, name, env: { ...base.env, KITH_SECRET: secret, KITH_LOG_LEVEL: 'warn' } };
  };
  const variants = [
    variant('no purse'),
    variant('no purse again'),
    { ...variant('a purse of the key', secrets.ofKey), prepare: makePurse },
  ] as const;
  return `${await beside(variants, upstream, effort)}\n\nThe goal is ${goal} for a purse.`;
}
