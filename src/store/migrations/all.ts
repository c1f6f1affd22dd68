import type { Migration } from 'kysely/migration';
import * as tables from './0001-tables.ts';
import * as syncedTags from './0002-synced-tags.ts';
import * as reindex from './0003-reindex.ts';
import * as searchCluster from './0004-search-cluster.ts';
import * as foldedNames from './0005-folded-names.ts';
import * as connectorSlugs from './0006-connector-slugs.ts';
import * as partialDates from './0007-partial-dates.ts';
import * as keyedCharges from './0008-keyed-charges.ts';
import * as websiteKeys from './0009-website-keys.ts';
import * as forgotten from './0010-forgotten-expand.ts';
import * as keyedChargeHashes from './0011-keyed-charge-hashes.ts';

/** Every migration, in the order in which they run; a name, once released, stays. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': tables,
  '0002-synced-tags': syncedTags,
  '0003-reindex': reindex,
  '0004-search-cluster': searchCluster,
  '0005-folded-names': foldedNames,
  '0006-connector-slugs': connectorSlugs,
  '0007-partial-dates': partialDates,
  '0008-keyed-charges': keyedCharges,
  '0009-website-keys': websiteKeys,
  '0010-forgotten-expand': forgotten,
  '0011-keyed-charge-hashes': keyedChargeHashes,
};
