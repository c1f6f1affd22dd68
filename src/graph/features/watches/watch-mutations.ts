import { foldedId } from '../../../reading/uuid.ts';
import { invalidArgument } from '../../errors.ts';
import { builder, type GraphContext, type SchemaTypes } from '../../schema/builder.ts';
import { inputArg, type Payload, payloadOf, payloadType, problemType } from '../../schema/payload.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { between, bounded, maxUrlBytes, nameArgument, teamIdFrom } from '../../scope/record-identifier.ts';
import { demandShort, profileFilters } from '../search/filters.ts';
import { maxEveryMinutes, maxName, minEveryMinutes } from './watch.ts';
import { WatchOf, WatchType } from './watch-type.ts';
import { maxReplayed, type Watches, type WatchOwner, WatchRefused, type Written } from './watches.ts';
import { keeperOf, ownerOf, type WatchNode, watchesOf } from './watching.ts';

/**
 * Mutations that create, change and delete watches, and test and replay their webhooks. Sessions need the right to act.
 */

const team =
  'The id of the child team that the watch belongs to, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team.';

/** The fields that name a watch. */
const named = (t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) => ({
  id: t.id({
    required: true,
    description: 'The watch’s id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`.',
  }),
  teamId: t.field({ type: 'ID', description: team }),
});

const WebhookInput = builder.inputType('WebhookInput', {
  description:
    'Where the changes of a watch are sent, signed as Standard Webhooks prescribes. Only the API key itself can set it.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'The receiver’s URL, such as `https://app.example/hooks/kith`: https, on a public host.',
    }),
    facts: t.boolean({
      defaultValue: false,
      description: 'Whether payloads contain facts, such as titles and employers, or only ids and kinds.',
    }),
  }),
});

const CreateWatchInput = builder.inputType('CreateWatchInput', {
  description: 'A new watch, with its people, interval and webhook.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the watch, such as `Champions`; 1 to 200 characters.' }),
    of: t.field({ type: WatchOf, required: true, description: 'The people whom the watch covers.' }),
    ...profileFilters.inputFields(t),
    teamId: t.field({ type: 'ID', description: team }),
    everyMinutes: t.int({
      defaultValue: 60,
      description: `The interval between two polls, ${minEveryMinutes} to ${maxEveryMinutes} minutes.`,
    }),
    webhook: t.field({
      type: WebhookInput,
      description:
        'Where to send changes. Without it, read them with the query `networkChanges`, or follow them with the subscription of that name.',
    }),
    endsAt: t.field({
      type: 'DateTime',
      description:
        'When it ends, such as `2026-12-31T00:00:00Z`; at most 400 days from now. If a session creates it, at most 30 days from now, and no later than the end of the session’s purse.',
    }),
  }),
});

const UpdateWatchInput = builder.inputType('UpdateWatchInput', {
  description: 'A change to a watch; what is absent stays as it is.',
  fields: (t) => ({
    ...named(t),
    name: t.string({ description: 'A new name, such as `Champions`; 1 to 200 characters.' }),
    everyMinutes: t.int({
      description: `A new interval between two polls, ${minEveryMinutes} to ${maxEveryMinutes} minutes.`,
    }),
    paused: t.boolean({ description: '`true` pauses the watch, `false` continues it.' }),
    webhook: t.field({ type: WebhookInput, description: 'A new receiver, or null to remove it.' }),
    rotateSecret: t.boolean({ description: 'Whether to give its webhook a new secret, which is in the result.' }),
    endsAt: t.field({
      type: 'DateTime',
      description: 'A new end, at most 400 days from now; only the API key itself can set it.',
    }),
    resume: t.boolean({
      description: 'Whether to resume a `KEY_REFUSED` watch, in a new long-lived session of this key.',
    }),
  }),
});

const DeleteWatchInput = builder.inputType('DeleteWatchInput', {
  description: 'A watch to be deleted, with all that it keeps.',
  fields: named,
});

const TestWatchInput = builder.inputType('TestWatchInput', {
  description: 'The watch whose webhook should be tested.',
  fields: named,
});

const ReplayDeliveriesInput = builder.inputType('ReplayDeliveriesInput', {
  description: 'Changes to send to the webhook of their watch again, under the same ids.',
  fields: (t) => ({
    ...named(t),
    since: t.id({
      description: `The id of a change, such as \`2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c.1795648064515000-0000.0\`: up to ${maxReplayed} after it are sent again. Without it, up to 1000 whose delivery was given up, earliest first.`,
    }),
  }),
});

interface WrittenWatch {
  readonly watch: WatchNode | undefined;
  readonly secret: string | undefined;
}

const writtenPayload = (name: string, description: string) =>
  payloadType<WrittenWatch>(name, description, (t) => ({
    watch: t.expose('watch', {
      type: WatchType,
      description: 'The watch as it is now; null if `problems` says why nothing was done.',
    }),
    secret: t.exposeString('secret', {
      description:
        'The new secret for verifying the webhook’s signatures, such as `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`; shown only once, null otherwise.',
    }),
  }));

const CreateWatchPayload = writtenPayload('CreateWatchPayload', 'The result of `createWatch`: the watch, or problems.');
const UpdateWatchPayload = writtenPayload('UpdateWatchPayload', 'The result of `updateWatch`: the watch, or problems.');

interface Deleted {
  readonly deleted: boolean;
}

const DeleteWatchPayload = payloadType<Deleted>(
  'DeleteWatchPayload',
  'The result of `deleteWatch`: whether there was such a watch, or problems.',
  (t) => ({
    deleted: t.exposeBoolean('deleted', {
      nullable: false,
      description: 'Whether a watch was deleted; false if the key has none with that id.',
    }),
  }),
);

interface Tested {
  readonly delivered: boolean;
  readonly outcome: string | undefined;
}

const TestWatchPayload = payloadType<Tested>(
  'TestWatchPayload',
  'The result of `testWatch`: the outcome of one message of the type `network.test`.',
  (t) => ({
    delivered: t.exposeBoolean('delivered', {
      nullable: false,
      description: 'Whether the receiver accepted it.',
    }),
    outcome: t.exposeString('outcome', {
      description: 'The outcome, such as `HTTP 204.`; null if nothing was sent.',
    }),
  }),
);

interface Replayed {
  readonly replayed: number;
}

const ReplayDeliveriesPayload = payloadType<Replayed>(
  'ReplayDeliveriesPayload',
  'The result of `replayDeliveries`: how many changes are sent again, or problems.',
  (t) => ({
    replayed: t.exposeInt('replayed', {
      nullable: false,
      description: 'How many changes are sent again.',
    }),
  }),
);

const everyMsFrom = (minutes: number): number =>
  between(minEveryMinutes, maxEveryMinutes, minutes, 'input.everyMinutes') * 60_000;

/** Maximum size of the filter of a watch, in bytes of JSON. */
const maxFilterBytes = 32 * 1024;

/** @throws a BAD_USER_INPUT error if the end is in the past */
function endFrom(text: string, now: number): number {
  const time = Date.parse(text);
  if (time > now) return time;
  throw invalidArgument('input.endsAt', `must be in the future, but got ${text}.`);
}

const webhookFrom = ({ url, facts }: { readonly url: string; readonly facts?: boolean | null | undefined }) => ({
  url: bounded(url, 'input.webhook.url', maxUrlBytes),
  facts: facts ?? false,
});

const problem = problemType('WatchProblem', 'The reason why a watch could not be created or changed.');

/** Runs a mutation on watches; refusals become problems of its payload. */
async function onWatches<Done extends object>(
  context: GraphContext,
  teamId: string | null | undefined,
  nothing: Done,
  run: (watches: Watches, who: WatchOwner, scope: CredentialScope) => Promise<Done>,
  confirmed = ownerOf,
): Promise<Done & Payload> {
  const watches = watchesOf(context);
  const scope = context.operation.scope(teamIdFrom(teamId, 'input.teamId'));
  try {
    return await payloadOf(nothing, async () => run(watches, await confirmed(scope), scope));
  } catch (error) {
    if (!(error instanceof WatchRefused)) throw error;
    return { ...nothing, problems: [problem(error.code, error.message)] };
  }
}

const written = (watches: Watches, scope: CredentialScope, { loaded, secret }: Written): WrittenWatch => ({
  watch: { scope, watches, loaded },
  secret,
});

const unwritten: WrittenWatch = { watch: undefined, secret: undefined };

builder.mutationFields((t) => ({
  createWatch: t.field({
    type: CreateWatchPayload,
    description:
      'Watches a network or a search. For this, the graph keeps the key, encrypted, in a long-lived, read-only session that spends nothing. The first read produces no changes. Free.',
    args: inputArg(t, CreateWatchInput, 'The people to watch, and how often.'),
    resolve: (_root, { input }, context) => {
      const name = nameArgument(input.name, 'input.name', maxName);
      const everyMs = everyMsFrom(input.everyMinutes ?? 60);
      const webhook = input.webhook ? webhookFrom(input.webhook) : undefined;
      const query = profileFilters.query(context.operation, { where: input.where, dsl: input.dsl });
      demandShort(query, maxFilterBytes);
      if (input.of === 'SEARCH' && query === undefined)
        throw invalidArgument(
          'input.where',
          'must have a condition, unless dsl has one, for a watch of a search, but there is none.',
        );
      return onWatches<WrittenWatch>(context, input.teamId, unwritten, async (watches, who, scope) => {
        const made = await watches.create(who, {
          ...{ name, of: input.of, query, everyMs, webhook },
          endsAt: input.endsAt ? endFrom(input.endsAt, watches.now) : undefined,
        });
        return written(watches, scope, made);
      });
    },
  }),
  updateWatch: t.field({
    type: UpdateWatchPayload,
    description:
      'Changes a watch: its name, interval, pause, webhook and end; resumes one whose key was refused. Free.',
    args: inputArg(t, UpdateWatchInput, 'The watch, and what changes.'),
    resolve: (_root, { input }, context) => {
      const name = typeof input.name === 'string' ? nameArgument(input.name, 'input.name', maxName) : undefined;
      const everyMs = typeof input.everyMinutes === 'number' ? everyMsFrom(input.everyMinutes) : undefined;
      return onWatches<WrittenWatch>(context, input.teamId, unwritten, async (watches, who, scope) => {
        const changed = await watches.update(who, foldedId(input.id), {
          ...{ name, everyMs, isPaused: input.paused ?? undefined },
          webhook: input.webhook ? webhookFrom(input.webhook) : input.webhook,
          rotateSecret: input.rotateSecret ?? false,
          endsAt: input.endsAt ? endFrom(input.endsAt, watches.now) : undefined,
          resume: input.resume ?? false,
        });
        return written(watches, scope, changed);
      });
    },
  }),
  deleteWatch: t.field({
    type: DeleteWatchPayload,
    description: 'Deletes a watch with all that it keeps, the key included. Free.',
    args: inputArg(t, DeleteWatchInput, 'The watch to delete, with all that it keeps.'),
    resolve: (_root, { input }, context) =>
      onWatches<Deleted>(
        context,
        input.teamId,
        { deleted: false },
        async (watches, who) => ({ deleted: await watches.delete(who, foldedId(input.id)) }),
        keeperOf,
      ),
  }),
  testWatch: t.field({
    type: TestWatchPayload,
    description: 'Sends a test message to the webhook of a watch, signed like a real one. Free.',
    args: inputArg(t, TestWatchInput, 'The watch whose webhook should be tested.'),
    resolve: (_root, { input }, context) =>
      onWatches<Tested>(context, input.teamId, { delivered: false, outcome: undefined }, async (watches, who) => {
        const { kind, sentence } = await watches.test(who, foldedId(input.id));
        return { delivered: kind === 'delivered', outcome: sentence };
      }),
  }),
  replayDeliveries: t.field({
    type: ReplayDeliveriesPayload,
    description: 'Sends changes to the webhook of their watch again, under the same ids. Free.',
    args: inputArg(t, ReplayDeliveriesInput, 'The watch, and which of its changes.'),
    resolve: (_root, { input }, context) =>
      onWatches<Replayed>(context, input.teamId, { replayed: 0 }, async (watches, who) => ({
        replayed: await watches.replay(who, foldedId(input.id), input.since ?? undefined),
      })),
  }),
}));
