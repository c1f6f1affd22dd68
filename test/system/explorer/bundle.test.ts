import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeExplorer } from '../../../src/app/explorer/bundle.ts';
import { loadExplorer } from '../../../src/app/explorer/load.ts';
import { temporaryDirectory } from '../../support/kith.ts';

describe('the explorer’s bundle', () => {
  it('is the same from a package as from the sources', async () => {
    await using directory = await temporaryDirectory();
    await writeExplorer(directory.path);
    const [packed, bundled] = [await loadExplorer(directory.path), await loadExplorer()];
    const byPath = (one: { readonly path: string }, other: { readonly path: string }) =>
      one.path < other.path ? -1 : 1;
    assert.equal(packed.html, bundled.html);
    assert.deepEqual(packed.files.toSorted(byPath), bundled.files.toSorted(byPath));
  });

  it('names only files that it has, and has no script in the document', async () => {
    const { html, files } = await loadExplorer();
    const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    assert.notEqual(named.length, 0);
    for (const path of named)
      assert.ok(
        files.some((file) => file.path === path),
        path,
      );
    assert.doesNotMatch(html, /<script[^>]*>[^<]/);
  });
});
