import { randomUUID } from 'node:crypto';
import { BadUpstreamRequest, Forbidden } from '../../../client/errors.ts';
import { mapNetwork, mappingStatus } from '../../../contract/operation/network-mapper.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import { createTeam } from '../../../contract/operation/team.ts';
import { builder } from '../../schema/builder.ts';
import { Team } from '../../schema/refs.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { readTaskStatus } from '../../scope/read-task-status.ts';
import { hasRight } from '../../state/sessions/session.ts';

/** Cached answers by scope, and so for one operation. */
const known = new WeakMap<CredentialScope, Promise<boolean>>();

/**
 * Whether the caller has the partner permission. The interface has no call for that, but it answers a status request
 * for an unknown mapping task with 403 only without the permission. Free.
 */
async function hasPartnerPermission(scope: CredentialScope): Promise<boolean> {
  try {
    const { client, signal } = scope;
    await readTaskStatus(client, randomUUID(), (request) => scope.call(mappingStatus, request, { signal }));
    return true;
  } catch (error) {
    if (error instanceof Forbidden) return false;
    if (error instanceof BadUpstreamRequest) return true;
    throw error;
  }
}

function mayChangeAsPartner(
  scope: CredentialScope,
  { childTeam }: Pick<Operation<never, never>, 'childTeam'>,
): Promise<boolean> | boolean {
  const cannotRun = scope.credential.childTeamId !== undefined && !childTeam;
  if (cannotRun || !hasRight(scope.session, 'act')) return false;
  const asked = known.get(scope) ?? hasPartnerPermission(scope);
  known.set(scope, asked);
  return asked;
}

const TeamPermissions = builder.objectRef<CredentialScope>('TeamPermissions').implement({
  description:
    'What the caller may do in a team beyond reading. A key may do all that the data service allows it; a session has the right to look, to keep (to change what the graph itself stores) or to act. Free.',
  fields: (t) => ({
    keep: t.boolean({
      nullable: false,
      description:
        'Whether the caller may change what the graph itself stores, as with `excludeFromIntros` and `forgetRecords`.',
      resolve: ({ session }) => hasRight(session, 'keep'),
    }),
    act: t.boolean({
      nullable: false,
      description:
        'Whether the caller may run the mutations that `keep` does not cover: a session with the right to act, or the key itself. The data service may still refuse them.',
      resolve: ({ session }) => hasRight(session, 'act'),
    }),
    mapNetwork: t.boolean({
      description:
        'Whether `mapNetwork` may be called; null if the data service does not say. It does not run for a child team.',
      callsEach: true,
      resolve: (scope) => mayChangeAsPartner(scope, mapNetwork),
    }),
    manageTeams: t.boolean({
      description:
        'Whether `createTeam` may be called; null if the data service does not say. It does not run for a child team.',
      callsEach: true,
      resolve: (scope) => mayChangeAsPartner(scope, createTeam),
    }),
  }),
});

builder.objectField(Team, 'can', (t) =>
  t.field({
    type: TeamPermissions,
    nullable: false,
    description:
      'What the caller may do in the team beyond reading, so that a user interface can hide what is not allowed. Free.',
    resolve: (scope) => scope,
  }),
);
