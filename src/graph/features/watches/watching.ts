import { GraphQLError } from 'graphql';
import { foldedId } from '../../../reading/uuid.ts';
import { invalidArgument } from '../../errors.ts';
import { shortened } from '../../operation/short-message.ts';
import type { GraphContext } from '../../schema/builder.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { Loaded } from './watch-store.ts';
import { Watches, type WatchOwner } from './watches.ts';

/** A loaded watch, with the scope of its reader. */
export interface WatchNode {
  readonly scope: CredentialScope;
  readonly watches: Watches;
  readonly loaded: Loaded;
}

/** @throws a WATCHES_OFF error if watches are turned off */
export function watchesOf({ operation }: GraphContext): Watches {
  const watches = operation.services.apis.find(Watches);
  if (watches) return watches;
  throw new GraphQLError('Watches are off on this graph: its operator can set KITH_WATCHES=on.', {
    extensions: { code: 'WATCHES_OFF' },
  });
}

/** The caller as an owner of watches. Confirms the key with the data service, unless it was accepted recently. */
export async function ownerOf(scope: CredentialScope): Promise<WatchOwner> {
  await scope.confirm();
  return ownerIn(scope);
}

/** As `ownerOf`, to list and to end watches, also those of a team that was detached from its partner. */
export async function keeperOf(scope: CredentialScope): Promise<WatchOwner> {
  await scope.confirmKey();
  return ownerIn(scope);
}

function ownerIn(scope: CredentialScope): WatchOwner {
  const { owner, childTeamId } = scope.payer;
  return { owner, apiKey: scope.credential.apiKey, childTeamId, session: scope.session };
}

/** @throws a BAD_USER_INPUT error if the key has no such watch in the team */
export async function watchNamed(context: GraphContext, scope: CredentialScope, id: string): Promise<WatchNode> {
  const watches = watchesOf(context);
  const loaded = await watches.find(await ownerOf(scope), foldedId(id));
  if (loaded) return { scope, watches, loaded };
  throw invalidArgument(
    'watch',
    `must be the id of a watch of this key in the team’s context, but got “${shortened(id)}”.`,
  );
}
