import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { roaringBitmap } from '../../../../../src/service/search/opensearch/bitmap.ts';
import { noOpenSearch, openSearchNode } from '../../../../support/opensearch/node.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_122);

describe('a roaring bitmap', { skip: noOpenSearch }, () => {
  let node: Awaited<ReturnType<typeof openSearchNode>>;
  const index = `bitmap-${process.pid}`;
  const ask = async (method: string, path: string, body: string) => {
    const answer = await fetch(`${node.url}${path}`, { method, headers: { 'content-type': 'application/json' }, body });
    const text = await answer.text();
    assert.ok(answer.ok, text);
    return JSON.parse(text);
  };

  /** On the edges of containers, of lists, and of what an integer holds. */
  const numbers = [
    ...[0, 1, 7, 8, 4094, 4095, 4096, 4097, 65_534, 65_535, 65_536, 65_537, 131_071, 131_072],
    ...[2_147_418_112, 2_147_483_646, 2_147_483_647],
    ...Array.from({ length: 5000 }, (_, index) => 3 * 65_536 + index * 13),
  ].sort((a, b) => a - b);
  before(async () => {
    node = await openSearchNode();
    await ask('PUT', `/${index}`, JSON.stringify({ mappings: { properties: { ordinal: { type: 'integer' } } } }));
    const lines = numbers.flatMap((ordinal) => [{ index: { _id: String(ordinal) } }, { ordinal }]);
    await ask('POST', `/${index}/_bulk?refresh=true`, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  });
  after(async () => {
    await ask('DELETE', `/${index}`, '');
    await node[Symbol.asyncDispose]();
  });

  const found = async (ordinals: readonly number[]): Promise<readonly number[]> => {
    const query = { terms: { ordinal: [roaringBitmap(ordinals)], value_type: 'bitmap' } };
    const body = { query, size: 10_000, sort: [{ ordinal: 'asc' }], _source: false };
    const { hits } = await ask('POST', `/${index}/_search`, JSON.stringify(body));
    return hits.hits.map(({ sort: [ordinal] }: { readonly sort: readonly number[] }) => ordinal);
  };

  it('holds nothing, everything, and containers of 4,096 and 4,097', async () => {
    assert.deepEqual(await found([]), []);
    assert.deepEqual(await found(numbers), numbers);
    for (const length of [4096, 4097]) {
      const dense = Array.from({ length }, (_, index) => 3 * 65_536 + index);
      assert.deepEqual(
        await found(dense),
        numbers.filter((number) => dense.includes(number)),
      );
    }
  });

  it('is read by OpenSearch as it was written, for any set', async (t) => {
    t.diagnostic(`seed ${seed}`);
    const ordinal = fc.oneof(
      fc.constantFrom(...numbers),
      fc.integer({ min: 0, max: 2_147_483_647 }),
      fc.integer({ min: 3 * 65_536, max: 4 * 65_536 - 1 }),
    );
    const sets = fc.uniqueArray(ordinal, { maxLength: 6000, size: 'max' });
    await fc.assert(
      fc.asyncProperty(sets, async (set) => {
        const members = new Set(set);
        const ordinals = [...members].sort((a, b) => a - b);
        assert.deepEqual(
          await found(ordinals),
          numbers.filter((number) => members.has(number)),
        );
      }),
      { seed, numRuns: 50 },
    );
  });
});
