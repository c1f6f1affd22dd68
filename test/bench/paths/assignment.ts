import { assign } from '../../../src/graph/introductions/assignment.ts';
import { randomFrom } from '../../support/random.ts';

const [targets, connectors, perConnector] = [500, 140, 3] as const;
const rounds = 20;
/** Milliseconds of CPU that one assignment may take. */
const goalMs = 50;

/** The median CPU of assigning connectors to targets of a whole plan, by how many connectors know each; answers whether it is in time. */
export function measureAssignment(say: (line: string) => void): boolean {
  const random = randomFrom(20261122);
  const medians = [0.02, 0.2, 1].map((known) => {
    const choices = Array.from({ length: targets }, () =>
      Array.from({ length: connectors }, (_, connector) => ({ connector, confidence: random() })).filter(
        () => random() < known,
      ),
    );
    const times = Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      assign(choices, connectors, perConnector);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }).toSorted((a, b) => a - b);
    const median = times[rounds / 2] ?? 0;
    say(
      `assigning ${connectors} connectors to ${targets} targets, of which each knows ${known * 100} %: ${median.toFixed(1)} ms of CPU (goal: below ${goalMs})`,
    );
    return median;
  });
  return medians.every((median) => median < goalMs);
}
