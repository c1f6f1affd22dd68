import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../config/config.ts';
import { addressOf } from '../config/config.ts';
import type { AdminAnswer, AdminRequest } from '../graph/features/administration/exchange.ts';
import { invitationsPath } from '../graph/features/invitations/invitations-route.ts';
import type { SessionRight } from '../graph/state/sessions/session.ts';
import { CommandFailure } from './command-failure.ts';
import { askWithKey, type GraphChoice, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';

/** The invitation requested; the graph validates it. */
export interface NewInvitation {
  readonly label: string;
  readonly rights: SessionRight;
  /** Limit on the credits that the session may spend in total. */
  readonly total: number;
  readonly seconds: number;
  readonly childTeamId?: string | undefined;
}

/** A running graph, and the API key whose sessions are invited to. */
export interface InvitingGraph extends GraphChoice {
  readonly config: Config;
  readonly apiKey: string;
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
  graph: InvitingGraph,
  invitation: NewInvitation,
): Promise<{ link: string; expiresAt: string }> {
  const answer = await ask(graph, 'POST', '', invitation);
  const made = jsonOf(answer);
  if (answer.status !== 200 || !Value.Check(Made, made)) throw failureOf(answer);
  return { link: `${baseOf(graph)}/#invitation=${made.token}`, expiresAt: made.expiresAt };
}

export async function listInvitations(graph: InvitingGraph): Promise<readonly ShownInvitation[]> {
  const answer = await ask(graph, 'GET', '');
  const listed = jsonOf(answer);
  if (answer.status === 200 && Value.Check(Listed, listed)) return listed.invitations;
  throw failureOf(answer);
}

/** Takes an invitation back, or ends the session that it opened. */
export async function revokeInvitation(graph: InvitingGraph, id: string): Promise<void> {
  const answer = await ask(graph, 'DELETE', `/${encodeURIComponent(id)}`);
  if (answer.status !== 204) throw failureOf(answer);
}

/** The address under which people reach the graph. */
const baseOf = ({ config, graphUrl }: InvitingGraph): string =>
  (graphUrl ?? config.mapping.publicUrl ?? addressOf(config)).replace(/\/+$/, '');

const ask = (
  { config, apiKey, ...choice }: InvitingGraph,
  method: AdminRequest['method'],
  path: string,
  body?: object,
): Promise<AdminAnswer> =>
  askWithKey(config, choice, {
    ...{ method, path: invitationsPath + path, apiKey },
    ...(body && { body: JSON.stringify(body) }),
  });

const failureOf = (answer: AdminAnswer): CommandFailure =>
  new CommandFailure(
    sentenceIn(jsonOf(answer)) ??
      `the server that answers has no page to invite to (status ${answer.status}): it may run without the explorer.`,
  );
