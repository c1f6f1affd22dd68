import Type, { type Static, type TSchema } from 'typebox';
import { addressOf } from '../config/config.ts';
import { invitationsPath } from '../graph/features/invitations/invitations-route.ts';
import type { SessionRight } from '../graph/state/sessions/session.ts';
import { answerIn } from './graph-answer.ts';
import { askWithKey, type GraphRequest, type KeyedGraph } from './graph-channel.ts';

/** The invitation requested; the graph validates it. */
export interface NewInvitation {
  readonly label: string;
  readonly rights: SessionRight;
  /** Limit on the credits that the session may spend in total. */
  readonly total: number;
  readonly seconds: number;
  readonly childTeamId?: string | undefined;
}

const ShownInvitation = Type.Object({
  id: Type.String(),
  label: Type.String(),
  rights: Type.String(),
  total: Type.Number(),
  state: Type.String(),
  expiresAt: Type.String(),
  /** The session that it opened, while that is open. */
  session: Type.Optional(Type.Object({ expiresAt: Type.String(), spent: Type.Optional(Type.Number()) })),
});
export interface ShownInvitation extends Static<typeof ShownInvitation> {}

const Made = Type.Object({ token: Type.String(), expiresAt: Type.String() });
const Listed = Type.Object({ invitations: Type.Array(ShownInvitation) });

/**
 * Makes an invitation.
 *
 * @returns the link, whose fragment holds the token
 * @throws {CommandFailure} if the graph does not answer, or refuses; so do the functions below
 */
export async function invite(
  graph: KeyedGraph,
  invitation: NewInvitation,
): Promise<{ link: string; expiresAt: string }> {
  const { token, expiresAt } = await ask(graph, Made, { method: 'POST', path: invitationsPath, body: invitation });
  return { link: `${baseOf(graph)}/#invitation=${token}`, expiresAt };
}

export const listInvitations = async (graph: KeyedGraph): Promise<readonly ShownInvitation[]> =>
  (await ask(graph, Listed, { method: 'GET', path: invitationsPath })).invitations;

/** Takes an invitation back, or ends the session that it opened. */
export const revokeInvitation = (graph: KeyedGraph, id: string): Promise<void> =>
  ask(graph, Type.Void(), { method: 'DELETE', path: `${invitationsPath}/${encodeURIComponent(id)}` });

/** The address under which people reach the graph. */
const baseOf = ({ config, graphUrl }: KeyedGraph): string =>
  (graphUrl ?? config.mapping.publicUrl ?? addressOf(config)).replace(/\/+$/, '');

const ask = async <Shape extends TSchema>(graph: KeyedGraph, shape: Shape, asked: GraphRequest) =>
  answerIn(
    await askWithKey(graph, asked),
    shape,
    'the server that answers has no page to invite to',
    ': it may run without the explorer',
  );
