import type { ConnectionNode } from '../scope/connection-node.ts';
import { strengthOf } from '../scope/connection-node.ts';
import { compareNames } from '../scope/order.ts';
import { pathConfidence } from './confidence.ts';
import type { IntroStep } from './intro-step.ts';

/** A tie that the data service knows of, as it is ranked. */
export interface KnownTie {
  readonly connection: ConnectionNode;
  /** How likely they know each other, between 0 and 1. */
  readonly confidence: number;
  /** When they were last in one place, as a moment. */
  readonly lastShared: number | undefined;
  readonly step: IntroStep;
}

/** A way to a person: a connector, and the ties that lead from there. */
export interface IntroPath {
  /** The first tie is always one that the data service knows of. */
  readonly known: KnownTie;
  readonly steps: readonly IntroStep[];
  /** Between 0 and 1. */
  readonly confidence: number;
  /** The first tie's strength: that set by hand, else the connection's. */
  readonly strength: number;
  /** The other connectors who know the person to whom the first tie leads, in the same order. */
  readonly others: readonly ConnectionNode[];
}

/** Ties by confidence; equals by when they were last in one place, then by the connector's name and id. */
function compareTies(a: KnownTie, b: KnownTie): number {
  const [one, other] = [a.connection.value, b.connection.value];
  return (
    b.confidence - a.confidence ||
    (b.lastShared ?? Number.NEGATIVE_INFINITY) - (a.lastShared ?? Number.NEGATIVE_INFINITY) ||
    compareNames(one.connector_name, other.connector_name) ||
    compare(one.connector_id ?? '', other.connector_id ?? '')
  );
}

/** Every way to one person whom the connectors know, best first; `further` are the ties that lead on from there. */
export const pathsTo = (ties: readonly KnownTie[], ...further: readonly IntroStep[]): readonly IntroPath[] =>
  ties.toSorted(compareTies).map((known, at, all) => {
    const steps = [known.step, ...further];
    return {
      known,
      steps,
      confidence: pathConfidence(steps.map(({ confidence }) => confidence)),
      strength: strengthOf(known.connection.value),
      others: all.toSpliced(at, 1).map(({ connection }) => connection),
    };
  });

/** Every way to each person, one person after another. */
export const allPaths = (people: readonly (readonly KnownTie[])[]): readonly IntroPath[] =>
  people.flatMap((ties) => pathsTo(ties));

/** The best way to each person, best first. */
export const bestPathPerPerson = (people: readonly (readonly KnownTie[])[]): readonly IntroPath[] =>
  ranked(people.flatMap((ties) => pathsTo(ties).slice(0, 1)));

/** Paths by confidence, fewer ties first; equals as ties are, then by the target's id. */
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
