import { CallError, Unauthenticated } from '../../../client/errors.ts';
import { foldedId } from '../../../reading/uuid.ts';
import type { PurseState } from '../../credits/purse/purse.ts';
import { invalidArgument, keyAlone } from '../../errors.ts';
import { shortened } from '../../operation/short-message.ts';
import { builder } from '../../schema/builder.ts';
import { inputArg, problemType } from '../../schema/payload.ts';
import { ProblemType } from '../../schema/problem.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { Problem } from '../../scope/problem.ts';
import { between } from '../../scope/record-identifier.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { closePurse } from '../../state/sessions/close-purse.ts';
import { PurseType } from './purse-type.ts';

/** Maximum number of purses listed. */
const maxListed = 1000;

/**
 * Refuses a key that the data service does not accept, which would otherwise look like one without purses. Free, and
 * skipped if the key was accepted recently. If the data service does not answer, purses are shown anyway. The key of a
 * session was confirmed when the session was created.
 */
async function refuseUnknownKey(scope: CredentialScope): Promise<void> {
  if (scope.session) return;
  await scope.confirm().catch((error: unknown) => {
    if (error instanceof Unauthenticated || !(error instanceof CallError)) throw error;
  });
}

builder.queryField('purse', (t) =>
  t.field({
    type: PurseType,
    description:
      'The purse that limits the caller most directly: the session’s, otherwise that of the session’s child team, otherwise the key’s. Null if there is none. Free.',
    // `scope` throws at once if there is no key.
    resolve: async (_root, _args, { operation }) => {
      const scope = operation.scope();
      await refuseUnknownKey(scope);
      const [innermost] = await operation.services.purses.bounding(scope.payer);
      return innermost && { scope, value: innermost };
    },
  }),
);

builder.queryField('purses', (t) =>
  t.field({
    type: [PurseType],
    nullable: { list: true, items: false },
    sizedBy: 'first',
    description:
      'All purses of the key: first its own, then those of its child teams, then those of its sessions, latest end first. Closed purses are listed for a week. A session cannot list them. Free.',
    args: { first: t.arg.int({ defaultValue: 20, description: `How many purses to return, 1 to ${maxListed}.` }) },
    resolve: async (_root, args, { operation }) => {
      const first = between(1, maxListed, args.first ?? 20, 'first');
      const scope = operation.scope();
      if (operation.session) throw keyAlone('purses');
      await refuseUnknownKey(scope);
      const purses = await operation.services.purses.store.purses(scope.payer.owner, first);
      return purses.map((value) => ({ scope, value }));
    },
  }),
);

const ClosePurseInput = builder.inputType('ClosePurseInput', {
  description: 'The session’s purse to close.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The purse’s id, a uuid such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`.' }),
  }),
});

interface Closed {
  readonly purse: Scoped<PurseState> | undefined;
  readonly sessionsEnded: number;
  readonly problems: readonly Problem[];
}

const ClosePursePayload = builder.objectRef<Closed>('ClosePursePayload').implement({
  description: 'The result of `closePurse`: the purse as it is now, or problems.',
  fields: (t) => ({
    purse: t.expose('purse', {
      type: PurseType,
      description: 'The purse as it is now; null if there is none with that id.',
    }),
    sessionsEnded: t.exposeInt('sessionsEnded', {
      nullable: false,
      description: 'How many sessions ended because the purse was closed.',
    }),
    problems: t.expose('problems', {
      type: [ProblemType],
      nullable: { list: false, items: false },
      description: 'The reasons why it was not closed; empty if it was.',
    }),
  }),
});

const problem = problemType('PurseProblem', 'The reason why a purse could not be closed.');

builder.mutationField('closePurse', (t) =>
  t.field({
    type: ClosePursePayload,
    description:
      'Closes a session’s purse: nothing more is paid from it, and its session ends; a paid call in flight continues. A session may close its own purse; a key may close those of its sessions. Only the operator of the graph can close the purse of a key or child team (`kith purse close`). Free.',
    args: inputArg(t, ClosePurseInput, 'The purse to close, by its id.'),
    resolve: async (_root, { input }, { operation }) => {
      const id = foldedId(input.id);
      const scope = operation.scope();
      const { session, services } = operation;
      const { purses, sessions } = services;
      await refuseUnknownKey(scope);
      const { owner } = scope.payer;
      const purse = await purses.store.purse(owner, id);
      const refused = refusalOf(purse, id, session?.purse, session !== undefined);
      if (refused) return { purse: purse && { scope, value: purse }, sessionsEnded: 0, problems: [refused] };
      const sessionsEnded = (await closePurse(purses.store, sessions, owner, id)) ?? 0;
      const value = await purses.store.purse(owner, id);
      return { purse: value && { scope, value }, sessionsEnded, problems: [] };
    },
  }),
);

function refusalOf(purse: PurseState | undefined, id: string, own: string | undefined, inSession: boolean) {
  if (!purse || (inSession && id !== own))
    return problem('NOT_FOUND', `There is no purse “${shortened(id)}” of this caller.`);
  if (purse.scope !== 'session')
    return problem(
      'FORBIDDEN',
      'Only the graph’s operator can close the purse of a key or a child team: kith purse close.',
    );
  return undefined;
}

/** The state of a purse. `end` is set on the last event, when the purse is closed. */
interface PurseEvent {
  readonly purse: PurseState;
  readonly end: 'closed' | undefined;
}

/**
 * The purse to follow; by default the innermost that limits the caller.
 *
 * @throws a BAD_USER_INPUT error if there is none, or it is not the caller's
 */
async function followed(scope: CredentialScope, id: string | null | undefined): Promise<PurseState> {
  const { services, session } = scope;
  const { purses } = services;
  await refuseUnknownKey(scope);
  const bounding = await purses.bounding(scope.payer);
  if (id === null || id === undefined) {
    const [innermost] = bounding;
    if (innermost) return innermost;
    throw invalidArgument('id', 'must be given if no purse limits the caller.');
  }
  const purse = session ? bounding.find((one) => one.id === id) : await purses.store.purse(scope.payer.owner, id);
  if (purse) return purse;
  throw invalidArgument('id', `must be the id of one of the caller’s purses, but got “${shortened(id)}”.`);
}

builder.subscriptionField('purse', (t) =>
  t.field({
    type: PurseType,
    description:
      'Follows a purse: its current amounts, then each change; if changes come faster than they are read, only the latest. Completes when it is closed. Free.',
    args: {
      id: t.arg.id({
        description:
          'The id of one of the key’s purses, such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`; by default, the purse that `Query.purse` returns.',
      }),
    },
    subscribe: async (_root, args, { operation }): Promise<AsyncIterable<PurseEvent>> => {
      const { owner, id } = await followed(operation.scope(), args.id);
      const { purses, feeds } = operation.services;
      let last = '';
      return feeds.follow<PurseEvent>({
        owner,
        subscribe: (onChange) => purses.store.subscribe(owner, onChange),
        changes: async () => {
          const purse = await purses.store.purse(owner, id).catch(() => undefined);
          const text = JSON.stringify(purse);
          if (!purse || text === last) return [];
          last = text;
          return [{ purse, end: purse.closedAt === undefined ? undefined : 'closed' }];
        },
        coalesce: () => 'replace',
      });
    },
    resolve: ({ purse }, _args, { operation }) => ({ scope: operation.scope(), value: purse }),
  }),
);
