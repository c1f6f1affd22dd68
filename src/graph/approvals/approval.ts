import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { textsOf } from '../../contract/json.ts';

/** What an agent's session asks to spend, and what was answered. All times are milliseconds since 1970. */
export const Approval = Type.Object({
  id: Type.String(),
  /** The session that asks, by its id. */
  session: Type.String(),
  label: Type.String(),
  /** The child team for which it asks. */
  childTeamId: Type.Optional(Type.String()),
  /** The operation's name in its document. */
  operation: Type.Optional(Type.String()),
  document: Type.String(),
  /** As JSON. */
  variables: Type.String(),
  /** Digest of the operation and its variables. */
  hash: Type.String(),
  min: Type.Number(),
  max: Type.Number(),
  /** What the purses that bound the session had left when it asked. */
  left: Type.Optional(Type.Number()),
  askedAt: Type.Number(),
  /** Until when it waits, or once given may be used. */
  endsAt: Type.Number(),
  state: Type.Enum(['pending', 'given', 'declined', 'used']),
});
export interface Approval extends Static<typeof Approval> {}

export type ApprovalState = Approval['state'] | 'ended';

/** An operation as its session asks for it. */
export type Asked = Omit<Approval, 'id' | 'askedAt' | 'endsAt' | 'state'>;

/** How long an approval is pending, and how long it may be used once given, in milliseconds. */
export const approvalMs = 600_000;

/** Its state by now. One that was declined stays so for as long as it would have waited. */
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

/** The approval as used; undefined if it is not given, or is for fewer credits. */
export function used(approval: Approval, credits: number, now: number): Approval | undefined {
  if (stateOf(approval, now) !== 'given' || credits > approval.max) return undefined;
  return { ...approval, state: 'used' };
}

/** Digest of an operation with its variables: the same in every process, in whichever order members came. */
export const operationHash = (operationId: string, variables: Readonly<Record<string, unknown>>): string =>
  hash('sha256', `${operationId}${JSON.stringify(variables, sorted)}`, 'base64url');

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * All that may name somebody in an operation: its document and variables as wholes, and each text and number in them.
 * Whoever is found by a text of these is found here first, before that text is emptied elsewhere.
 */
export function textsIn({ document, variables }: Pick<Approval, 'document' | 'variables'>): readonly string[] {
  const texts = [document, ...textsOf(variables)];
  for (const [literal, number] of document.matchAll(/"(?:[^"\\\n]|\\.)*"|\b(\d+)\b/g))
    texts.push(number ?? literal.slice(1, -1));
  return texts;
}
