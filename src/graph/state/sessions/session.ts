/** The kinds of sessions. Those in `standingMs` are long-lived; a guest's session was opened by an invitation. */
export type SessionKind = 'app' | 'page' | 'agent' | 'guest' | 'watch';

/**
 * The rights of a session; each includes those before it.
 *
 * - `look`: queries and subscriptions. Loads are paid for by the session's own purse or within its budget, and refused without either
 * - `keep`: changes to data that the graph itself stores, which are free, such as exclusions and lists
 * - `act`: everything that the key may do: mappings, connectors, teams, and payments without a purse of the session
 */
export const sessionRights = ['look', 'keep', 'act'] as const;
export type SessionRight = (typeof sessionRights)[number];

const dayMs = 86_400_000;

/** Maximum lifetime of long-lived sessions, in milliseconds. */
const standingMs = { agent: 30 * dayMs, guest: 30 * dayMs, watch: 400 * dayMs } as const;

export type StandingKind = keyof typeof standingMs;

export const isStanding = (kind: SessionKind): kind is StandingKind => kind in standingMs;

/** The maximum lifetime of a session whose token its holder keeps, in milliseconds. */
export const maxStandingMs = Math.max(standingMs.agent, standingMs.guest);

/** The maximum lifetime of a kind, in milliseconds; undefined if it is configured. */
export const maxLifetimeMs = (kind: SessionKind): number | undefined =>
  isStanding(kind) ? standingMs[kind] : undefined;

export interface Inviter {
  readonly id: string;
  /** Its purse, if it has one, from which the invited session pays as well. */
  readonly purse?: string | undefined;
}

/** A session: limited rights to use the key that it was made from. */
export interface Session {
  /** Identifies it among the key's sessions; not secret. */
  readonly id: string;
  readonly kind: SessionKind;
  readonly rights: SessionRight;
  readonly apiKey: string;
  /** Everything runs in this child team's context; other teams are refused. */
  readonly childTeamId?: string | undefined;
  /** Whether the holder chose the child team, and may choose another or the key's own team. */
  readonly choseTeam?: boolean | undefined;
  /** The maximum credits for one operation; undefined for the default. */
  readonly budget?: number | undefined;
  /** Id of the purse that limits all its operations together; undefined if it has none. */
  readonly purse?: string | undefined;
  /** Credits above which a person has to confirm an agent's request. */
  readonly confirmAbove?: number | undefined;
  readonly label?: string | undefined;
  /** The sessions by which it was invited, closest first: it ends with each. Undefined if the key itself invited it. */
  readonly inviters?: readonly Inviter[] | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The members of a session that the core honours; features honour the others. */
export const coreClaims: readonly (keyof Session)[] = [
  ...(['id', 'kind', 'rights', 'apiKey', 'childTeamId', 'choseTeam'] as const),
  ...(['budget', 'purse', 'label', 'inviters', 'expiresAt'] as const),
];

/** Whether a session has a right; a key itself, which has no session, has all of them. */
export const hasRight = (session: Pick<Session, 'rights'> | undefined, right: SessionRight): boolean =>
  session === undefined || sessionRights.indexOf(session.rights) >= sessionRights.indexOf(right);
