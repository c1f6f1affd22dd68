import type { OpenShared } from '../cache/shared-cache.ts';
import type { Feature } from '../feature.ts';
import { coreFamilies } from '../state/partition-families.ts';
import type { Stored } from '../state/people/personal-data.ts';
import { administration } from './administration/index.ts';
import { approvals } from './approvals/index.ts';
import { emptySearches } from './empty-searches/index.ts';
import { explorerHost } from './explorer-host/index.ts';
import { federation } from './federation/index.ts';
import { forgetting } from './forgetting/index.ts';
import { graphiql } from './graphiql/index.ts';
import { hints } from './hints/index.ts';
import { introductions } from './introductions/index.ts';
import { invitations } from './invitations/index.ts';
import { keptRecords } from './kept-records/index.ts';
import { lists } from './lists/index.ts';
import { mapping } from './mapping/index.ts';
import { matching } from './matching/index.ts';
import { mcpHost } from './mcp-host/index.ts';
import { measuring } from './measuring/index.ts';
import { purchases } from './purchases/index.ts';
import { purses } from './purses/index.ts';
import { questions } from './questions/index.ts';
import { search } from './search/index.ts';
import { teams } from './teams/index.ts';
import { trustedDocuments } from './trusted-documents/index.ts';
import { watches } from './watches/index.ts';
import { websocket } from './websocket/index.ts';

/** All features, in the order in which they are opened. */
const all: readonly Feature[] = [
  federation,
  websocket,
  search,
  teams,
  emptySearches,
  mapping,
  introductions,
  lists,
  matching,
  questions,
  purses,
  purchases,
  invitations,
  approvals,
  watches,
  forgetting,
  mcpHost,
  keptRecords,
  measuring,
  hints,
  trustedDocuments,
  graphiql,
  explorerHost,
  administration,
];

/** The features whose needs are there. */
export const features: readonly Feature[] = all.filter((feature) => isWhole(feature));

function isWhole(feature: Feature): boolean {
  return all.includes(feature) && (feature.needs ?? []).every(isWhole);
}

/** What a graph stores about people, and where. */
export const stored: Stored = {
  personal: features.flatMap(({ personal }) => personal ?? []),
  families: [...coreFamilies, ...features.flatMap(({ stored = [] }) => stored)],
};

/** Opens the cache of paid records behind the memory, if a feature has one. */
export const openShared: OpenShared = async (place) => {
  const [records] = features.flatMap((feature) => feature.records ?? []);
  return records?.(place);
};
