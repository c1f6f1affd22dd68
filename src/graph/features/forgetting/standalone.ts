import type { Logger } from 'pino';
import { createClient } from '../../../client/client.ts';
import type { Words } from '../../../contract/wire-names.ts';
import { GraphCache } from '../../cache/graph-cache.ts';
import type { KeepOptions, OpenShared } from '../../cache/shared-cache.ts';
import { creditOptionsOf } from '../../operation/credit-options.ts';
import type { Database } from '../../state/database.ts';
import { openState } from '../../state/open-state.ts';
import type { Stored } from '../../state/people/personal-data.ts';
import type { Seal } from '../../state/seal/seal.ts';
import { type Purge, type Purged, purge } from './purge.ts';

/** The data of a graph that is not running, and the Redis that it may share with running ones. */
export interface Left {
  readonly upstreamUrl: string;
  readonly names: Words | undefined;
  readonly database: Database;
  readonly redisUrl: string | undefined;
  /** Closed with the cache. */
  readonly keptDatabase: Database | undefined;
  readonly keep: KeepOptions;
  readonly stored: Stored;
  readonly openShared: OpenShared;
  readonly secret: string;
  readonly seal: Seal;
  readonly log: Logger;
}

/**
 * Purges like `purge`, without a running graph.
 *
 * @throws {import('../../state/store-unavailable.ts').StoreUnavailable} if the shared Redis does not answer
 */
export async function purgeAlone(left: Left, what: Purge): Promise<Purged> {
  const { upstreamUrl, names, secret, seal, stored, openShared, log, database, redisUrl } = left;
  await using client = createClient({ baseUrl: upstreamUrl, names });
  const { cache: options, keep } = creditOptionsOf({ keep: left.keep });
  const state = await openState({ redisUrl, seal, families: stored.families, database, now: Date.now, log });
  const shared = await openShared({
    redisUrl,
    database: left.keptDatabase,
    cache: options,
    keep,
    client,
    identitySecret: secret,
    seal,
    log,
  });
  const cache = new GraphCache(client.baseUrl, options, secret, shared);
  try {
    return await purge({ cache, state, stored }, what);
  } finally {
    await cache.close();
    await state.close();
  }
}
