import { randomUUID } from 'node:crypto';
import { BadUpstreamRequest, Forbidden } from '../../../client/errors.ts';
import { readStatus } from '../../mapping/task.ts';
import type { Scope } from '../../scope/scope.ts';
import { builder } from '../builder.ts';

/** What was found out, by scope, which lives as long as its operation. */
const known = new WeakMap<Scope, Promise<boolean>>();

/**
 * Whether the caller has the partner permission, which the interface has no call for: it answers the status of a mapping task
 * that nobody started to those who have it, and with 403 to all others. Free.
 */
async function hasPartnerPermission(scope: Scope): Promise<boolean> {
  try {
    await readStatus(scope, randomUUID());
    return true;
  } catch (error) {
    if (error instanceof Forbidden) return false;
    if (error instanceof BadUpstreamRequest) return true;
    throw error;
  }
}

/** What a session only reads, nobody changes in it. */
function mayChangeAsPartner(scope: Scope): Promise<boolean> | boolean {
  if (scope.session?.readOnly) return false;
  const asked = known.get(scope) ?? hasPartnerPermission(scope);
  known.set(scope, asked);
  return asked;
}

export const TeamPermissions = builder.objectRef<Scope>('TeamPermissions').implement({
  description:
    'What the caller may do in a team beyond reading. The data service is asked once an operation, for free; a session that only reads may do none of it.',
  fields: (t) => ({
    mapNetwork: t.boolean({
      description: 'Whether `mapNetwork` may be called; null where the data service does not say.',
      callsEach: true,
      resolve: mayChangeAsPartner,
    }),
    manageTeams: t.boolean({
      description: 'Whether `createTeam` may be called; null where the data service does not say.',
      callsEach: true,
      resolve: mayChangeAsPartner,
    }),
  }),
});
