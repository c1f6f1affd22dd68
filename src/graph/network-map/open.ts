import type { Logger } from 'pino';
import type { Client } from '../../client/client.ts';
import { hashCredential } from '../journal/credential-hash.ts';
import { type JournalChoice, openJournal } from '../journal/open.ts';
import { defaultPace, type Pace } from './pace.ts';
import { MappingTasks } from './tasks.ts';
import { TaskWatchers } from './watchers.ts';

/** How mapping tasks are followed and remembered. */
export interface Tracking {
  readonly journal: JournalChoice;
  /** How long the journal remembers a task and its result, in milliseconds. */
  readonly retentionMs: number;
  /** Keys the hashes of credentials; the same on every replica that shares a journal. */
  readonly secret: string;
  /** Where the upstream reaches this graph, without a slash at the end; absent: it is not asked to call back. */
  readonly publicUrl?: string | undefined;
  /** Callbacks must be signed with it (Standard Webhooks); absent: they need not be. */
  readonly callbackSecret?: string | undefined;
  /** How many subscriptions one credential may have open in this process. */
  readonly subscriptionsPerKey: number;
  /** How many operations one WebSocket may have open. */
  readonly subscriptionsPerSocket: number;
  /** How long a closing graph waits for its subscribers to leave, and for requests in flight, in milliseconds. */
  readonly drainMs: number;
}

/** For a graph on its own that forgets when it ends. */
export const defaultTracking: Tracking = {
  journal: { kind: 'memory' },
  retentionMs: 24 * 3_600_000,
  secret: '',
  subscriptionsPerKey: 20_000,
  subscriptionsPerSocket: 1_000,
  drainMs: 5_000,
};

/** Opens what the graph does about mapping tasks. Rejects when the journal can't be had. */
export async function openTasks(client: Client, log: Logger, tracking: Tracking, pace: Partial<Pace>) {
  const { secret, retentionMs, publicUrl, subscriptionsPerKey } = tracking;
  const journal = await openJournal(tracking.journal, retentionMs, log);
  // The message alone: a Redis error carries its command, and with it what was to be kept.
  const onJournalTrouble = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The journal of mapping tasks has trouble.');
  };
  const whole = { ...defaultPace, ...pace };
  const watchers = new TaskWatchers({
    client,
    journal,
    pace: whole,
    followersPerCredential: subscriptionsPerKey,
    ownerOf: (credential) => hashCredential(secret, client.baseUrl, credential),
    onJournalTrouble,
  });
  return { tasks: new MappingTasks({ journal, watchers, publicUrl, turnMs: whole.turnMs, onJournalTrouble }), journal };
}
