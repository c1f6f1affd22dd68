import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { textsOf } from '../../../contract/json.ts';

/** An agent's request to spend, with the answer. Times are milliseconds since 1970, `min`, `max` and `left` credits. */
export const Approval = Type.Object({
  id: Type.String(),
  /** Id of the session that asks. */
  session: Type.String(),
  label: Type.String(),
  /** The child team that the session acts for; absent if it acts for the key's own team. */
  childTeamId: Type.Optional(Type.String()),
  /** The operation's name in its document, if it has one. */
  operation: Type.Optional(Type.String()),
  document: Type.String(),
  /** What the operation is for, as the agent says. */
  purpose: Type.Optional(Type.String()),
  /** As JSON. */
  variables: Type.String(),
  /** Digest of the operation and its variables. */
  hash: Type.String(),
  min: Type.Number(),
  max: Type.Number(),
  /** The smallest remainder of the session's purses when it asked; absent if none bounds it. */
  left: Type.Optional(Type.Number()),
  askedAt: Type.Number(),
  /** When a pending or declined approval ends; for a given one, until when it may be used. */
  endsAt: Type.Number(),
  state: Type.Enum(['pending', 'given', 'declined', 'used']),
});
export interface Approval extends Static<typeof Approval> {}

export type ApprovalState = Approval['state'] | 'ended';

/** A request for approval, as made. */
export type Asked = Omit<Approval, 'id' | 'askedAt' | 'endsAt' | 'state'>;

/** How long an approval is pending, and how long it may be used once given, in milliseconds. */
export const approvalMs = 600_000;

/** The state at a time. A declined approval stays declined until its pending time would have ended. */
export const stateOf = ({ state, endsAt }: Approval, now: number): ApprovalState =>
  state !== 'used' && endsAt <= now ? 'ended' : state;

/**
 * Returns the known approval if it is pending, given or declined and covers `request.max`; otherwise a new pending one.
 */
export function asked(known: Approval | undefined, request: Asked, id: string, now: number): Approval {
  const state = known && stateOf(known, now);
  const counts = state === 'pending' || state === 'given' || state === 'declined';
  if (known && counts && known.max >= request.max) return known;
  return { ...request, id, askedAt: now, endsAt: now + approvalMs, state: 'pending' };
}

/** The approval with the answer; undefined if it is not pending. */
export function decided(approval: Approval, give: boolean, now: number): Approval | undefined {
  if (stateOf(approval, now) !== 'pending') return undefined;
  return give ? { ...approval, state: 'given', endsAt: now + approvalMs } : { ...approval, state: 'declined' };
}

/** The approval as used; undefined if it is not given, or is for fewer credits than are asked for. */
export function used(approval: Approval, credits: number | undefined, now: number): Approval | undefined {
  if (stateOf(approval, now) !== 'given' || (credits ?? 0) > approval.max) return undefined;
  return { ...approval, state: 'used' };
}

/** Digest of an operation and its variables: equal in every process, whatever the order of object members. */
export const operationHash = (operationId: string, variables: Readonly<Record<string, unknown>>): string =>
  hash('sha256', `${operationId}${JSON.stringify(variables, sorted)}`, 'base64url');

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** A purpose, and whom it names: what follows “of”, “to” or “by”. */
const purposeTexts = (purpose: string): readonly string[] =>
  purpose === '' ? [] : [purpose, ...purpose.split(/ (?:of|to|by) |, | in two steps| \(\w+\)$/)];

/**
 * Every text in an operation that may name a person: the document and the variables as wholes, and each string and
 * integer in them. A purge compares these with its list of people.
 */
export function textsIn({
  document,
  variables,
  purpose = '',
}: Pick<Approval, 'document' | 'variables' | 'purpose'>): readonly string[] {
  const texts = [document, ...textsOf(variables), ...purposeTexts(purpose)];
  for (const [literal, number] of document.matchAll(/"(?:[^"\\\n]|\\.)*"|\b(\d+)\b/g))
    texts.push(number ?? literal.slice(1, -1));
  return texts;
}
