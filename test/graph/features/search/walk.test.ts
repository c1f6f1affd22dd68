import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { walk } from '../../../../src/graph/features/search/page-walk.ts';

describe('a walk over an upstream’s pages', () => {
  /** Ten thousand numbers, in pages of the size asked for. */
  let calls = 0;
  const page = (first: number, after?: string) =>
    walk<number>({
      operation: 'count',
      query: {},
      first,
      after,
      fetchPage: async (token = '0', limit) => {
        calls += 1;
        const start = Number(token);
        const items = Array.from({ length: Math.min(limit, 10_000 - start) }, (_, at) => start + at);
        return { items, total: 10_000, next: start + limit < 10_000 ? String(start + limit) : undefined };
      },
    });

  it('ends early where the cursor’s pages are small, and goes on from there', async () => {
    const { edges } = await page(1);
    calls = 0;
    const long = await page(10_000, edges[0]?.cursor);
    assert.ok(calls <= 50, `${calls} calls`);
    assert.equal(long.hasNextPage, true);
    const last = long.edges.at(-1);
    assert.ok(last);
    const next = await page(1, last.cursor);
    assert.equal(next.edges[0]?.node, last.node + 1);
  });

  it('fills the longest page where pages are long', async () => {
    const { edges, hasNextPage } = await page(10_000);
    assert.deepEqual([edges.length, hasNextPage], [10_000, false]);
  });
});
