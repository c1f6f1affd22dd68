import type { Logger } from 'pino';
import { createClient } from '../../../client/client.ts';
import { GraphCache } from '../../cache/graph-cache.ts';
import { openShared } from '../../cache/open-shared-cache.ts';
import { type JournalChoice, openJournal } from '../../mapping/store/open-store.ts';
import { creditOptionsOf } from '../../operation/credit-options.ts';
import { type Purge, type Purged, purge } from './purge.ts';

/** What a graph that does not run has kept, and what it shares with others that may. */
export interface Left {
  readonly upstreamUrl: string;
  readonly journal: JournalChoice;
  readonly retentionMs: number;
  readonly redisUrl: string | undefined;
  readonly secret: string;
  readonly log: Logger;
}

/** As `purge`, without a graph. Rejects when the journal can't be had, as where a graph that runs elsewhere has it. */
export async function purgeAlone(left: Left, what: Purge): Promise<Purged> {
  const { upstreamUrl, secret, log } = left;
  await using client = createClient({ baseUrl: upstreamUrl });
  const { cache: options } = creditOptionsOf({});
  const journal = await openJournal(left.journal, left.retentionMs, log);
  const shared = await openShared(left.redisUrl, options, client.baseUrl, secret, log);
  const cache = new GraphCache(client.baseUrl, options, secret, shared);
  try {
    return await purge({ cache, journal }, what);
  } finally {
    await cache.close();
    await journal.close();
  }
}
