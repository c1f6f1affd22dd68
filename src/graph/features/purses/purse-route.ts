import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { isUuid } from '../../../reading/uuid.ts';
import { isPeriod, type Period } from '../../credits/purse/period.ts';
import { leftIn, type PurseState } from '../../credits/purse/purse.ts';
import { confirmKey, keyIn, refuseUnknownKey } from '../../http/accepted-key.ts';
import { HttpError } from '../../http/http-error.ts';
import { isAmount, isLabel, longestLabel, quoted } from '../../http/request-values.ts';
import { shortened } from '../../operation/short-message.ts';
import type { Services } from '../../services.ts';
import { closePurse } from '../../state/sessions/close-purse.ts';

/** Path at which administrators manage the purses of keys and child teams. */
export const pursesPath = '/purses';

/** Maximum number of purses listed. */
const maxListed = 1000;

/** A purse as shown to administrators. Amounts are credits, times ISO 8601. */
export const ShownPurse = Type.Object({
  id: Type.String(),
  label: Type.String(),
  scope: Type.Union([Type.Literal('key'), Type.Literal('team'), Type.Literal('session')]),
  childTeamId: Type.Optional(Type.String()),
  period: Type.String(),
  total: Type.Number(),
  spent: Type.Number(),
  held: Type.Number(),
  uncertain: Type.Number(),
  left: Type.Number(),
  createdAt: Type.String(),
  expiresAt: Type.Optional(Type.String()),
  closedAt: Type.Optional(Type.String()),
});
export interface ShownPurse extends Static<typeof ShownPurse> {}

export const ShownPurses = Type.Object({ purses: Type.Array(ShownPurse) });
export const ClosedPurse = Type.Object({ sessionsEnded: Type.Number() });

/**
 * Serves `POST /purses`, `GET /purses` and `DELETE /purses/{id}` to administrators. The header `x-api-key` selects the
 * owner of the purses.
 */
export function servePurses(admin: FastifyInstance, services: Services): void {
  const { client, sessions, ownerOf, seal, audit } = services;
  const purses = services.purses.store;
  admin.post(pursesPath, async ({ headers, body }, reply) => {
    const apiKey = keyIn(headers, 'purse');
    const wanted = purseRequestOf(body);
    if (typeof wanted === 'string') throw new HttpError(400, 'BAD_USER_INPUT', wanted);
    const { childTeamId } = wanted;
    await confirmKey(client, { apiKey, childTeamId }, 'purse');
    const [id, owner] = [randomUUID(), ownerOf(apiKey)];
    const scope = childTeamId === undefined ? 'key' : 'team';
    const purse = { ...wanted, id, owner, scope, createdAt: seal.clock.now(), expiresAt: undefined } as const;
    if (!(await purses.create(purse).catch(unreachable)))
      throw new HttpError(
        409,
        'PURSE_EXISTS',
        `The ${scope === 'key' ? 'key' : 'child team'} has a purse already: close that one first.`,
      );
    audit?.('purse.created', { purse: id, owner, team: childTeamId, total: wanted.total, period: wanted.period });
    const state = await purses.purse(owner, id).catch(unreachable);
    return reply.code(201).send(state && shownAs(state));
  });

  admin.get(pursesPath, async ({ headers }) => {
    const apiKey = keyIn(headers, 'purse');
    await refuseUnknownKey(services, apiKey, 'purses can be listed');
    const all = await purses.purses(ownerOf(apiKey), maxListed).catch(unreachable);
    return { purses: all.map(shownAs) };
  });

  admin.delete<{ Params: { id: string } }>(`${pursesPath}/:id`, async ({ headers, params: { id } }) => {
    const apiKey = keyIn(headers, 'purse');
    const owner = ownerOf(apiKey);
    const sessionsEnded = await closePurse(purses, sessions, owner, id).catch(unreachable);
    if (sessionsEnded === undefined) {
      await refuseUnknownKey(services, apiKey, 'purse can be closed');
      throw new HttpError(404, 'NOT_FOUND', `The key has no open purse “${id}”: list its purses.`);
    }
    audit?.('purse.closed', { purse: id, owner, sessions_ended: sessionsEnded });
    return { sessionsEnded };
  });
}

function unreachable(): never {
  throw new HttpError(503, 'UNAVAILABLE', 'The store of purses does not answer: try again.');
}

const time = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : new Date(moment).toISOString();

const shownAs = (purse: PurseState) => {
  const { id, label, scope, childTeamId, period, total, spent, held, uncertain } = purse;
  return {
    ...{ id, label, scope, childTeamId, period, total, spent, held, uncertain, left: leftIn(purse) },
    createdAt: time(purse.createdAt),
    expiresAt: time(purse.expiresAt),
    closedAt: time(purse.closedAt),
  };
};

interface PurseRequest {
  readonly label: string;
  readonly total: number;
  readonly period: Period;
  readonly childTeamId: string | undefined;
}

/** Parses the body; returns a sentence if it is invalid. */
function purseRequestOf(body: unknown): PurseRequest | string {
  if (typeof body !== 'object' || body === null)
    return 'The body must be a JSON object of label, total, period and childTeamId.';
  const { label, total, period = 'none', childTeamId, ...others }: Record<string, unknown> = { ...body };
  const [other] = Object.keys(others);
  if (other !== undefined)
    return `${shortened(other)}: is unknown; a purse takes label, total, period and childTeamId.`;
  if (!isLabel(label)) return `label: must be a text of 1 to ${longestLabel} characters, but got ${quoted(label)}.`;
  if (!isAmount(total)) return `total: must be a whole number of credits, but got ${quoted(total)}.`;
  if (typeof period !== 'string' || !isPeriod(period))
    return `period: must be none, day, month or allowance-1 to allowance-31, but got ${quoted(period)}.`;
  if (childTeamId !== undefined && !(typeof childTeamId === 'string' && isUuid(childTeamId)))
    return `childTeamId: must be a team’s id, a uuid, but got ${quoted(childTeamId)}.`;
  return { label, total, period, childTeamId: childTeamId?.toLowerCase() };
}
