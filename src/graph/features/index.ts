import type { Feature } from '../feature.ts';
import { coreFamilies } from '../state/partition-families.ts';
import type { Stored } from '../state/people/personal-data.ts';
import { TaskStore } from '../state/tasks/task-store.ts';
import { approvals } from './approvals/index.ts';
import { introductions } from './introductions/index.ts';
import { lists } from './lists/index.ts';
import { matching } from './matching/index.ts';
import { mcpHost } from './mcp-host/index.ts';
import { watches } from './watches/index.ts';

/** All features, in the order in which they are opened. */
const all: readonly Feature[] = [introductions, lists, matching, approvals, watches, mcpHost];

/** The features whose needs are there. */
export const features: readonly Feature[] = all.filter((feature) => isWhole(feature));

function isWhole(feature: Feature): boolean {
  return all.includes(feature) && (feature.needs ?? []).every(isWhole);
}

/** What a graph stores about people, and where. */
export const stored: Stored = {
  personal: [
    { name: 'results', words: 'results of mappings', of: (state) => new TaskStore(state, 0) },
    ...features.flatMap(({ personal }) => personal ?? []),
  ],
  families: [
    ...coreFamilies,
    ...features.flatMap(({ stored = [] }) => stored),
    ...['task-callback', 'task-intent', 'task-result', 'tasks'].map((family) => ({
      family,
    })),
  ],
};
