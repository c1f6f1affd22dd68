import assert from 'node:assert/strict';
import type { ServiceOptions } from '../../src/service/server.ts';
import { noOpenSearch, openSearchNode } from './opensearch/node.ts';
import { type CastService, openCast } from './service.ts';

interface SearchingService {
  readonly name: string;
  /** Why it can't be tested here. */
  readonly skip: string | false;
  open(options?: Partial<ServiceOptions>): Promise<CastService>;
}

/** The data service with each engine that answers its searches, over HTTP: the same tests on both. */
export const searchingServices: readonly SearchingService[] = [
  { name: 'its store', skip: false, open: openCast },
  {
    name: 'a search cluster',
    // A cluster stands beside PostgreSQL only: the embedded store has one connection, which a waiting batch would hold.
    skip: noOpenSearch || (!process.env.KITH_TEST_POSTGRES_URL && 'KITH_TEST_POSTGRES_URL names no PostgreSQL'),
    open: openOnCluster,
  },
];

async function openOnCluster(options: Partial<ServiceOptions> = {}): Promise<CastService> {
  const node = await openSearchNode();
  const searchCluster = { cluster: { urls: [node.url] }, shards: { profile: 2, company: 1 } };
  const service = await openCast({ ...options, searchCluster });
  await service.settled();
  assert.ok(await service.context.cluster?.isBuilt());
  const close = async () => {
    await service.close();
    await node[Symbol.asyncDispose]();
  };
  return { ...service, close, [Symbol.asyncDispose]: close };
}
