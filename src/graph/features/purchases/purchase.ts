import Type, { type Static } from 'typebox';
import type { Purchased } from '../../credits/receipt.ts';

/** The most records of one purchase that are listed. */
const maxRecords = 100;

/** One answer that was charged, as stored. */
export const Purchase = Type.Object({
  /** Milliseconds since 1970. */
  at: Type.Number(),
  /** The session that paid; absent if the key itself did. */
  session: Type.Optional(Type.Object({ id: Type.String(), label: Type.Optional(Type.String()) })),
  childTeamId: Type.Optional(Type.String()),
  /** The operation's name; absent if it has none. */
  operation: Type.Optional(Type.String()),
  /** The operation of the interface that was paid for, such as `fetchProfiles`. */
  cause: Type.String(),
  credits: Type.Number(),
  kind: Type.Optional(Type.Enum(['profile', 'company'])),
  /** The records' uuids. */
  ids: Type.Array(Type.String()),
});
export interface Purchase extends Static<typeof Purchase> {}

/** Who paid, and for which operation. */
export interface Buyer {
  readonly session: { readonly id: string; readonly label?: string | undefined } | undefined;
  readonly operation: string | undefined;
}

export function purchaseOf(
  { cause, childTeamId, credits, kind, ids }: Purchased,
  { session, operation }: Buyer,
  at: number,
): Purchase {
  return {
    ...{ at, cause, credits, ids: ids.slice(0, maxRecords) },
    ...(session && { session: { id: session.id, ...(session.label !== undefined && { label: session.label }) } }),
    ...(childTeamId !== undefined && { childTeamId }),
    ...(operation !== undefined && { operation: operation.slice(0, 100) }),
    ...(kind !== undefined && { kind }),
  };
}

/** The sum of a team on one day (UTC); without a child team, that of the key's own. */
export const sumKey = (childTeamId: string | undefined, at: number): string =>
  `${sumsOf(childTeamId)}${new Date(at).toISOString().slice(0, 10)}`;

export const sumsOf = (childTeamId: string | undefined): string => `sum/${childTeamId ?? 'own'}/`;
