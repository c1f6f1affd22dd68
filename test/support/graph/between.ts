import assert from 'node:assert/strict';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { openRenamingProxy, proxyWords } from '../network/renaming-proxy.ts';

/** A proxy between the graph and what it asks, and the options that the graph needs for it. */
export interface Between extends AsyncDisposable {
  readonly url: string;
  readonly options: Partial<GraphOptions>;
}

/** A proxy that has its own words in place of the contract's, and refuses these; it fails at its end if it saw any. */
export async function openRenamed(url: string): Promise<Between> {
  const proxy = await openRenamingProxy(url);
  return {
    url: proxy.url,
    options: { names: proxyWords },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      assert.deepEqual(proxy.strays, [], 'Requests had words of the contract.');
    },
  };
}

/** What stands between the graphs of all tests and their upstream: such a proxy with KITH_TEST_RENAMED=1, else nothing. */
export const usualBetween = process.env.KITH_TEST_RENAMED === '1' ? openRenamed : undefined;
