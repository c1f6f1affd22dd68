import { builder } from '../../schema/builder.ts';
import { between } from '../../scope/record-identifier.ts';
import { eventIdOf } from './event-id.ts';
import { stateOf, type WatchState, type Webhook } from './watch.ts';
import type { Delivery } from './watch-store.ts';
import type { WatchNode } from './watching.ts';

const states: Readonly<Record<WatchState, { readonly description: string }>> = {
  STARTING: { description: 'The network is being read for the first time.' },
  CURRENT: { description: 'The last poll is at most two intervals old.' },
  BEHIND: { description: 'Polls have failed for more than two intervals; the graph keeps trying.' },
  SUSPECT: {
    description:
      'A listing is empty or too short, or contradicts its count. Departures (`LEFT`) are not reported until two listings agree.',
  },
  KEY_REFUSED: {
    description:
      'The key is no longer accepted, the watch’s session was ended, or too many people match (`reason` says which). Resume it by `updateWatch` with `resume`, or it is deleted after seven days.',
  },
  PAUSED: { description: 'The owner of the watch has paused it.' },
  ENDED: {
    description:
      'The watch, or the purse of the session that made it, has reached its end; the watch is deleted after seven days.',
  },
};

const WatchStateType = builder.enumType('WatchState', { description: 'What a watch is doing.', values: states });

export const WatchOf = builder.enumType('WatchOf', {
  description: 'The people whom a watch covers.',
  values: {
    NETWORK: { description: 'People whom the team’s connectors know, and how the connectors know them.' },
    SEARCH: {
      description:
        'Everyone in the data service whom the filter matches. The watch compares only ids, and reports who starts or stops matching.',
    },
  },
});

const WatchWebhook = builder.objectRef<Webhook>('WatchWebhook').implement({
  description: 'Where the changes of a watch are sent.',
  fields: (t) => ({
    url: t.exposeString('url', {
      nullable: false,
      description: 'The receiver’s URL, such as `https://app.example/hooks/kith`.',
    }),
    facts: t.exposeBoolean('facts', {
      nullable: false,
      description: 'Whether payloads contain facts, such as titles, or only ids and kinds.',
    }),
    goneAt: t.field({
      type: 'DateTime',
      description:
        'When the receiver answered 410; nothing is sent afterwards until the webhook is set again. Null if it has not.',
      resolve: ({ goneAt }) => (goneAt === undefined ? null : new Date(goneAt).toISOString()),
    }),
  }),
});

const WebhookDelivery = builder.objectRef<Delivery & { readonly watch: string }>('WebhookDelivery').implement({
  description: 'The delivery of a change to the webhook of its watch: at least once, up to nine attempts in 24 hours.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'The id of the change, such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c.1795648064515000-0000.0`, which is its `webhook-id` at every attempt.',
      resolve: ({ watch, seq }) => eventIdOf(watch, seq),
    }),
    attempts: t.exposeInt('attempts', {
      nullable: false,
      description: 'The number of attempts so far.',
    }),
    outcome: t.exposeString('outcome', {
      description: 'The outcome of the last attempt, such as `HTTP 500.`; null before the first.',
    }),
    deliveredAt: t.field({
      type: 'DateTime',
      description: 'When the receiver accepted it; null if it has not.',
      resolve: ({ deliveredAt }) => timeOf(deliveredAt),
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      description: 'When the next attempt is made; null if there is none.',
      resolve: ({ nextAt }) => timeOf(nextAt),
    }),
  }),
});

const timeOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());

export const WatchType = builder.objectRef<WatchNode>('Watch').implement({
  description:
    'A network, or the matches of a search, that the graph reads repeatedly, for free, to report what has changed. It uses a long-lived, read-only session of the key that spends nothing; `GET /session` lists it.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'The watch’s id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`.',
      resolve: ({ loaded }) => loaded.watch.id,
    }),
    name: t.string({
      nullable: false,
      description: 'The name of the watch, such as `Champions`.',
      resolve: ({ loaded }) => loaded.watch.name,
    }),
    of: t.field({
      type: WatchOf,
      nullable: false,
      description: 'The people whom the watch covers.',
      resolve: ({ loaded }) => loaded.watch.of,
    }),
    compiledDsl: t.field({
      type: 'JSON',
      description:
        'The filter as one query in the data service’s own query language; null if the watch covers everyone.',
      resolve: ({ loaded, watches }) => watches.termsOf(loaded).query ?? null,
    }),
    state: t.field({
      type: WatchStateType,
      nullable: false,
      description: 'The state of the watch at this moment.',
      resolve: ({ loaded, watches }) => stateOf(loaded.watch, loaded.network, watches.now),
    }),
    reason: t.string({
      description:
        'The reason why it is `SUSPECT` or `KEY_REFUSED`, or why the last poll failed, a sentence such as `A listing has 0 people, but their count is 20.`; null if all is well.',
      resolve: ({ loaded: { watch, network, trouble } }) => watch.refusal?.reason ?? network?.suspect ?? trouble,
    }),
    everyMinutes: t.int({
      nullable: false,
      description: 'The interval between two polls, in minutes.',
      resolve: ({ loaded }) => loaded.watch.everyMs / 60_000,
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When it ends, such as `2026-12-31T00:00:00.000Z`.',
      resolve: ({ loaded }) => timeOf(loaded.watch.endsAt) ?? '',
    }),
    webhook: t.field({
      type: WatchWebhook,
      description: 'Where its changes are sent; null if they are not.',
      resolve: ({ loaded, watches }) => watches.termsOf(loaded).webhook,
    }),
    people: t.field({
      type: 'SafeInt',
      description: 'How many people it covers; null before the first read.',
      resolve: ({ loaded }) => loaded.network?.count,
    }),
    baselineAt: t.field({
      type: 'DateTime',
      description: 'When its people were read for the first time; null before that.',
      resolve: ({ loaded }) => timeOf(loaded.network?.baselineAt),
    }),
    lastPollAt: t.field({
      type: 'DateTime',
      description: 'When the last poll succeeded; null before the first.',
      resolve: ({ loaded }) => timeOf(loaded.network?.pollAt),
    }),
    verifiedSince: t.field({
      type: 'DateTime',
      description:
        'Every change before this time has been seen, even one that does not update a record’s date; null before the first read.',
      resolve: ({ loaded: { watch, network } }) =>
        timeOf(
          network && (watch.of === 'SEARCH' ? (network.wholeAt ?? network.baselineAt) : Math.min(...network.slicesAt)),
        ),
    }),
    callsToday: t.field({
      type: 'SafeInt',
      nullable: false,
      description: 'Calls made to the data service today (UTC), all of them free.',
      resolve: ({ loaded, watches }) => today(loaded.network?.day, watches.now)?.calls ?? 0,
    }),
    bytesToday: t.field({
      type: 'SafeInt',
      nullable: false,
      description: 'Bytes received from the data service today (UTC).',
      resolve: ({ loaded, watches }) => today(loaded.network?.day, watches.now)?.bytes ?? 0,
    }),
    deliveries: t.field({
      type: [WebhookDelivery],
      nullable: { list: true, items: false },
      sizedBy: 'first',
      description:
        'The latest deliveries to its webhook, pending ones first; null, with an error, if they cannot be read.',
      args: { first: t.arg.int({ defaultValue: 20, description: 'How many to return, 1 to 1000.' }) },
      resolve: async ({ loaded: { watch }, watches }, args) => {
        const all = await watches.deliveries(watch.id, between(1, 1000, args.first ?? 20, 'first'));
        return all.map((one) => ({ ...one, watch: watch.id }));
      },
    }),
  }),
});

const today = <Day extends { readonly date: string }>(day: Day | undefined, now: number): Day | undefined =>
  day?.date === new Date(now).toISOString().slice(0, 10) ? day : undefined;
