import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tier } from '../tier.ts';
import { openCluster } from './cluster.ts';

const given = process.env.KITH_TEST_OPENSEARCH_URL;

const tools = process.env.JAVA_HOME ? ['mvn'] : ['mvn', 'java'];
const absent = tools.filter((tool) =>
  (process.env.PATH ?? '').split(delimiter).every((directory) => !existsSync(join(directory, tool))),
);

/** Why there is no OpenSearch here, for a test's `skip`; false where there is. `npm test` and CI start none. */
export const noOpenSearch: string | false =
  !given &&
  (((tier === 'default' || tier === 'ci') && 'KITH_TEST_OPENSEARCH_URL names no OpenSearch') ||
    (absent.length > 0 && `no ${absent.join(' and no ')} to start OpenSearch with, nor KITH_TEST_OPENSEARCH_URL`));

/**
 * An OpenSearch to test against: the one that KITH_TEST_OPENSEARCH_URL names, whose indices belong to other tests, too,
 * or else a node of the test's own.
 */
export async function openSearchNode(): Promise<AsyncDisposable & { readonly url: string }> {
  if (given) return { url: given, [Symbol.asyncDispose]: async () => {} };
  const cluster = await openCluster();
  return { url: cluster.nodes[0]?.url ?? '', [Symbol.asyncDispose]: cluster.close };
}
