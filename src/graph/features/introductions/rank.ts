import type { ConnectionNode } from '../../scope/connection-node.ts';
import { compareNames } from '../../scope/order.ts';
import { pathConfidence } from './confidence.ts';
import type { IntroStep } from './intro-step.ts';

/** A tie that the data service has, with its rank values. */
export interface KnownTie {
  readonly connection: ConnectionNode;
  /** Confidence that the two people know each other, between 0 and 1. */
  readonly confidence: number;
  /** The end of their latest overlap, in milliseconds since 1970. */
  readonly lastShared: number | undefined;
  readonly step: IntroStep;
}

/** A path to a person: the connector's tie, and the ties that follow. */
export interface IntroPath {
  /** The first tie, which is always a known one. */
  readonly known: KnownTie;
  readonly steps: readonly IntroStep[];
  /** Between 0 and 1. */
  readonly confidence: number;
  /** Connections of the other connectors who know the first tie's person, best first. */
  readonly others: readonly ConnectionNode[];
}

/** Orders ties by confidence, then by the latest overlap, then by the connector's name and id. */
function compareTies(a: KnownTie, b: KnownTie): number {
  const [one, other] = [a.connection.value, b.connection.value];
  return (
    b.confidence - a.confidence ||
    (b.lastShared ?? Number.NEGATIVE_INFINITY) - (a.lastShared ?? Number.NEGATIVE_INFINITY) ||
    compareNames(one.connector_name, other.connector_name) ||
    compare(one.connector_id ?? '', other.connector_id ?? '')
  );
}

/** All paths through the ties to one person, best first; `further` are the steps that follow. */
export const pathsTo = (ties: readonly KnownTie[], ...further: readonly IntroStep[]): readonly IntroPath[] =>
  ties.toSorted(compareTies).map((known, at, all) => {
    const steps = [known.step, ...further];
    return {
      known,
      steps,
      confidence: pathConfidence(steps.map(({ confidence }) => confidence)),
      others: all.toSpliced(at, 1).map(({ connection }) => connection),
    };
  });

/** All paths to each person, grouped by person. */
export const allPaths = (people: readonly (readonly KnownTie[])[]): readonly IntroPath[] =>
  people.flatMap((ties) => pathsTo(ties));

/** The best path to each person, best first. */
export const bestPathPerPerson = (people: readonly (readonly KnownTie[])[]): readonly IntroPath[] =>
  ranked(people.flatMap((ties) => pathsTo(ties).slice(0, 1)));

/** Sorts paths by confidence, then fewest steps, then as `compareTies`, then by the target's id. */
export const ranked = (paths: readonly IntroPath[]): readonly IntroPath[] =>
  paths.toSorted(
    (a, b) =>
      b.confidence - a.confidence ||
      a.steps.length - b.steps.length ||
      compareTies(a.known, b.known) ||
      compare(targetId(a), targetId(b)),
  );

const targetId = ({ known }: IntroPath): string => known.connection.target().id ?? '';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
