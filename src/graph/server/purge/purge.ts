import Type, { type Static } from 'typebox';
import { slugKey, slugsIn } from '../../../reading/page.ts';
import { isUuid } from '../../../reading/uuid.ts';
import type { ApprovalStore } from '../../approvals/approval-store.ts';
import type { GraphCache } from '../../cache/graph-cache.ts';
import type { Identifier } from '../../cache/record-key.ts';
import { Name, nameDigest } from '../../changes/purged-people.ts';
import type { WatchedPeople } from '../../changes/watched-people.ts';
import type { TargetListStore } from '../../lists/target-list-store.ts';
import type { ExclusionStore } from '../../state/exclusions/kept-exclusions.ts';
import { removePartitions, unclaimedPartitions } from '../../state/partition-families.ts';
import { familyOf } from '../../state/state-adapter.ts';
import type { StateStore } from '../../state/state-store.ts';
import type { TaskStore } from '../../state/tasks/task-store.ts';
import { forgetMentions } from './forget-mentions.ts';
import { namesIn, People } from './personal-data.ts';

/** What to purge, for all API keys. */
export const Purge = Type.Object({
  /** People, by uuid, slug, URL or e-mail address. */
  profiles: Type.Array(Type.String()),
  /** Full names of these people, to find in texts that callers wrote. */
  names: Type.Array(Type.String()),
  /** Companies, by uuid, slug or URL. */
  companies: Type.Array(Type.String()),
  /**
   * All records, mapping results, lists, approvals and watched people. Labels, team names and requests of running
   * mappings stay, except those that contain one of the names given.
   */
  all: Type.Boolean(),
});
export interface Purge extends Static<typeof Purge> {}

/** How much was purged. */
const PurgeCounts = Type.Object({
  /** Records in the memory of this process. */
  records: Type.Number(),
  /** Stored mapping results that were removed or changed. */
  results: Type.Number(),
  /** Exclusions from introductions that were removed, or whose reason was. */
  exclusions: Type.Number(),
  /** Targets removed from target lists, with their notes. */
  targets: Type.Number(),
  /** Approvals removed because their operation names one of them. */
  approvals: Type.Number(),
  /** People removed from watched networks, and from the changes and deliveries of watches. */
  watched: Type.Number(),
  /** Entries in which labels, reasons, notes or other texts were emptied because they contained a name. */
  texts: Type.Number(),
  /** False if graphs share records, and not all of them could be reached. */
  everywhere: Type.Boolean(),
});

export const Purged = Type.Object({
  counts: PurgeCounts,
  /** All names of the purged people, including those learned from records. */
  names: Type.Array(Name),
  /** Families of partitions that no feature claims: removed by a purge of all, otherwise only named. */
  unclaimed: Type.Array(Type.String()),
});
export interface Purged extends Static<typeof Purged> {}

/** The stores of a graph that contain personal data. */
export interface PersonalDataStores {
  readonly cache: GraphCache;
  readonly store: Pick<TaskStore, 'reviseResults'>;
  readonly exclusions: Pick<ExclusionStore, 'removeReasons' | 'clear'>;
  readonly targetLists: Pick<TargetListStore, 'removePeople' | 'clear'>;
  readonly approvals: Pick<ApprovalStore, 'removePeople' | 'clear'>;
  readonly watches: Pick<WatchedPeople, 'removePeople' | 'clear'>;
  readonly state: StateStore;
}

/**
 * Purges personal data from a graph: from its memory and shared records (other graphs purge theirs, too), mapping
 * results, target lists, approvals, exclusions, watched networks, which those people never join again, and all texts
 * that callers wrote. Exclusions keep the bare identifier of a named person, without which nobody would know whom not
 * to ask.
 */
export async function purge(stores: PersonalDataStores, what: Purge): Promise<Purged> {
  const { cache } = stores;
  const people = new People(what);
  learnRecords(cache, people);
  const kept = people.names.length > 0 ? await forgetPeople(stores, people) : nothingKept;
  // Mapping results may have added names.
  learnRecords(cache, people);
  const names = [...people.names];
  const unclaimed = [...new Set((await unclaimedPartitions(stores.state)).map(familyOf))];
  if (what.all) {
    const { count, everywhere } = await cache.purge();
    return { counts: { records: count, everywhere, ...(await forgetAll(stores, kept)) }, names, unclaimed };
  }
  const forgot = await Promise.all(
    // The cache is not indexed by e-mail address. It is short-lived, so clear all of it.
    what.profiles.flatMap(namesIn).some(({ kind }) => kind === 'email')
      ? [cache.purge()]
      : [
          ...people.identifiers.map((identifier) => cache.forget('profile', identifier)),
          ...what.companies.flatMap(companyIdentifiers).map((identifier) => cache.forget('company', identifier)),
        ],
  );
  const records = forgot.reduce((sum, { count }) => sum + count, 0);
  return {
    counts: { records, everywhere: forgot.every(({ everywhere }) => everywhere), ...kept },
    names,
    unclaimed,
  };
}

type Kept = Omit<PersonalDataStores, 'cache'>;

export const nothingKept = { results: 0, exclusions: 0, targets: 0, approvals: 0, watched: 0, texts: 0 };

/** Learns people's other names from cached records. */
function learnRecords(cache: GraphCache, people: People): void {
  for (const identifier of people.identifiers)
    for (const record of cache.heldProfiles(identifier)) people.learnRecord(record);
}

/**
 * Removes all stored data about people, and all that no feature claims, except texts of callers, as it is unknown whom these name. Adds the counts of a
 * purge of named people that ran before.
 */
export async function forgetAll(
  { store, exclusions, targetLists, approvals, watches, state }: Kept,
  { targets, approvals: asked, watched, texts }: typeof nothingKept,
): Promise<typeof nothingKept> {
  const counts = {
    // Includes those that the purge of named people changed.
    results: await store.reviseResults(() => undefined),
    exclusions: await exclusions.clear(),
    targets: targets + (await targetLists.clear()),
    approvals: asked + (await approvals.clear()),
    watched: watched + (await watches.clear()),
    texts,
  };
  await removePartitions(state, await unclaimedPartitions(state));
  state.erase();
  return counts;
}

/** Purges people from everything stored; resolves with the numbers of what changed. */
export async function forgetPeople(
  { store, exclusions, targetLists, approvals, watches, state }: Kept,
  people: People,
  digests: readonly string[] = [],
): Promise<typeof nothingKept> {
  // First, learn people's other names from mapping results.
  await store.reviseResults((result) => {
    people.learn(result);
    return result;
  });
  const results = await store.reviseResults((result) => people.without(result));
  const isOf = (identifier: Identifier) => people.isNamedBy(identifier);
  const reasons = await exclusions.removeReasons(isOf);
  const targets = await targetLists.removePeople(isOf);
  const isNamed = (text: string) =>
    people.has(text) || people.isNamedIn(text) || people.isNamedBy({ kind: 'xnet_ids', value: text });
  const asked = await approvals.removePeople(isNamed);
  const watched = await watches.removePeople([...digests, ...people.names.map(nameDigest)], isNamed);
  const texts = await forgetMentions(state, people);
  // Also erases the remains of ordinary deletions.
  state.erase();
  return { results, exclusions: reasons, targets, approvals: asked, watched, texts };
}

/** The identifiers that a company's uuid, slug or URL may mean. */
const companyIdentifiers = (text: string): readonly Identifier[] =>
  isUuid(text.trim())
    ? [{ kind: 'ids', value: text.trim() }]
    : slugsIn(text, 'company').map((slug) => ({ kind: 'xnet_names', value: slugKey(slug) }));
