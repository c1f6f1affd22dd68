import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TransientMap } from '../../src/graph/transient-map.ts';

setFlagsFromString('--expose-gc');
const collect: (how?: { readonly type: 'minor' }) => void = runInNewContext('gc');

const oldGenerationBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? Number.NaN;

/** What each of many entries holds, of which a few are there at a time. */
const valueBytes = 8000;
const [many, few] = [2000, 10];

describe('a map of what is under way', () => {
  it('has what a Map has', () => {
    const [map, expected] = [new TransientMap<number, number>(), new Map<number, number>()];
    for (let step = 0; step < 5000; step += 1) {
      const key = (step * 7919) % 97;
      if (step % 3 === 0) {
        map.delete(key);
        expected.delete(key);
      } else {
        map.set(key, step);
        expected.set(key, step);
      }
      assert.equal(map.size, expected.size);
      assert.equal(map.get(key), expected.get(key));
    }
    assert.deepEqual([...map.values()], [...expected.values()]);
    map.clear();
    assert.equal(map.size, 0);
    assert.equal(map.get(1), undefined);
  });

  it('lets what was in it be collected by minor collections, though it is old itself', () => {
    const map = new TransientMap<number, readonly number[]>();
    map.set(-1, []);
    collect();
    const before = oldGenerationBytes();
    for (let key = 0; key < many; key += 1) {
      map.set(key, new Array<number>(valueBytes / 8).fill(key));
      map.delete(key - few);
      if (key % 100 === 0) collect({ type: 'minor' });
    }
    const grown = oldGenerationBytes() - before;
    assert.ok(grown < (many * valueBytes) / 10, `${grown} bytes have become old`);
    assert.equal(map.size, few);
  });
});
