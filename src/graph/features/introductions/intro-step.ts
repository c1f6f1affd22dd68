import type { Connection, Source } from '../../../contract/record/relationship.ts';
import type { ConnectionNode } from '../../scope/connection-node.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { sentenceOf } from './sentence.ts';

/** What kind of tie a step is: one that the data service knows of, or one that the graph infers. */
export type IntroStepKind = 'KNOWN' | 'POTENTIAL' | 'OTHER';

/** A tie on a path: who can introduce, and to whom. */
export interface IntroStep {
  readonly scope: CredentialScope;
  readonly kind: IntroStepKind;
  /** The connector of the first step; undefined on a later one. */
  readonly connector: Scoped<Connection> | undefined;
  /** The person who makes a later step: the target of the previous one. */
  readonly bridge: ProfileReference | undefined;
  /** The person to whom it leads; undefined if that is anyone at a company. */
  readonly target: ProfileReference | undefined;
  /** The connection of a known tie; undefined if the tie is inferred. */
  readonly connection: ConnectionNode | undefined;
  readonly sources: readonly Source[];
  /** Start and end of the overlap, as sent. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** Lower bound of the overlap, in months. */
  readonly monthsAtLeast: number | undefined;
  readonly sameFunction: boolean | undefined;
  /** Between 0 and 1. */
  readonly confidence: number;
  readonly why: string;
}

/** The step for a connector's connection. */
export function knownStep(connection: ConnectionNode, confidence: number): IntroStep {
  const { scope, value } = connection;
  const sources = (value.sources ?? []).filter((source) => source !== null);
  const overlap = sources.toSorted((a, b) => monthsOf(b) - monthsOf(a))[0];
  return {
    scope,
    kind: 'KNOWN',
    connector: connection,
    bridge: undefined,
    target: connection.target(),
    connection,
    sources,
    from: overlap?.overlap_start_date ?? undefined,
    until: overlap?.overlap_end_date ?? undefined,
    monthsAtLeast: overlap?.overlap_duration_months ?? undefined,
    sameFunction: undefined,
    confidence,
    why: sentenceOf(value),
  };
}

const monthsOf = ({ overlap_duration_months: months }: Source): number => months ?? -1;
