import Type, { type Static } from 'typebox';
import { isUuid, slugKey, slugsIn } from '../../../contract/identifier.ts';
import type { ApprovalStore } from '../../approvals/approval-store.ts';
import type { GraphCache } from '../../cache/graph-cache.ts';
import type { Identifier } from '../../cache/record-key.ts';
import { Name, nameDigest } from '../../changes/purged-people.ts';
import type { WatchedPeople } from '../../changes/watched-people.ts';
import type { TargetListStore } from '../../lists/target-list-store.ts';
import type { ExclusionStore } from '../../state/exclusions/kept-exclusions.ts';
import type { StateStore } from '../../state/state-store.ts';
import type { TaskStore } from '../../state/tasks/task-store.ts';
import { forgetMentions } from './forget-mentions.ts';
import { namesIn, People } from './personal-data.ts';

/** What is to be forgotten, of all credentials together. */
export const Purge = Type.Object({
  /** People, by uuid, slug, URL or e-mail address. */
  profiles: Type.Array(Type.String()),
  /** The people's full names, which texts that callers wrote may hold. */
  names: Type.Array(Type.String()),
  /** Companies, by uuid, slug or URL. */
  companies: Type.Array(Type.String()),
  /**
   * All records, results of mappings, lists, approvals and watched people. Labels, names of teams and the requests of mappings
   * that are under way stay, but for those that hold one of the names here.
   */
  all: Type.Boolean(),
});
export interface Purge extends Static<typeof Purge> {}

/** How much was forgotten. */
const PurgeCounts = Type.Object({
  /** Records that the memory of the process which was asked held. */
  records: Type.Number(),
  /** Results of mapping tasks that were kept, and are not any more, or not as they were. */
  results: Type.Number(),
  /** Entries of lists of whom teams keep out of introductions that are gone, or have no reason any more. */
  exclusions: Type.Number(),
  /** Targets that are gone from target lists, with the notes on them. */
  targets: Type.Number(),
  /** Approvals of agents that named them, and are gone. */
  approvals: Type.Number(),
  /** People who are gone from watched networks, and from the changes and deliveries of watches. */
  watched: Type.Number(),
  /** Labels, reasons, notes and the like that are empty now, since they held a name. */
  texts: Type.Number(),
  /** False where graphs share records, and they could not all be reached. */
  everywhere: Type.Boolean(),
});

export const Purged = Type.Object({
  counts: PurgeCounts,
  /** All names of the people that were forgotten, those that records added among them. */
  names: Type.Array(Name),
});
export interface Purged extends Static<typeof Purged> {}

/** What keeps personal data, and can be made to forget it. */
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
 * Makes a graph forget personal data: in its memory, in what it shares with other graphs (which forget it, too), in
 * the results of mapping tasks and in target lists, which stay without the people who are named, in what agents ask for, in the
 * lists of whom teams keep out of introductions, in watched networks, which nobody of them joins again, and in all texts that callers
 * wrote. Exclusions keep the
 * bare identifier of a person who is named: without it, nobody would know whom not to ask.
 */
export async function purge(stores: PersonalDataStores, what: Purge): Promise<Purged> {
  const { cache } = stores;
  const people = new People(what);
  learnRecords(cache, people);
  const kept = people.names.length > 0 ? await forgetPeople(stores, people) : nothingKept;
  // Their results have told more names.
  learnRecords(cache, people);
  const names = [...people.names];
  if (what.all) {
    const { count, everywhere } = await cache.purge();
    return { counts: { records: count, everywhere, ...(await forgetAll(stores, kept)) }, names };
  }
  const forgot = await Promise.all(
    // The cache finds nobody by an e-mail address; it is short-lived, so that all of it goes.
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
  };
}

type Kept = Omit<PersonalDataStores, 'cache'>;

export const nothingKept = { results: 0, exclusions: 0, targets: 0, approvals: 0, watched: 0, texts: 0 };

/** A record that was paid for tells the other names of a person. */
function learnRecords(cache: GraphCache, people: People): void {
  for (const identifier of people.identifiers)
    for (const record of cache.heldProfiles(identifier)) people.learnRecord(record);
}

/**
 * Forgets all that is stored of people, but not the texts of callers, in which nobody knows whom they name; adds to what was
 * forgotten of people who are named.
 */
export async function forgetAll(
  { store, exclusions, targetLists, approvals, watches, state }: Kept,
  { targets, approvals: asked, watched, texts }: typeof nothingKept,
): Promise<typeof nothingKept> {
  const counts = {
    // Those that were changed before are among these.
    results: await store.reviseResults(() => undefined),
    exclusions: await exclusions.clear(),
    targets: targets + (await targetLists.clear()),
    approvals: asked + (await approvals.clear()),
    watched: watched + (await watches.clear()),
    texts,
  };
  state.erase();
  return counts;
}

/** Forgets people in all that is stored; answers how many results, entries, targets, approvals, watched people and texts changed. */
export async function forgetPeople(
  { store, exclusions, targetLists, approvals, watches, state }: Kept,
  people: People,
  digests: readonly string[] = [],
): Promise<typeof nothingKept> {
  // First the results, from which people's other names are learned.
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
  // What was deleted in the ordinary way before is to go as well.
  state.erase();
  return { results, exclusions: reasons, targets, approvals: asked, watched, texts };
}

/** What may have been meant by a company's uuid, slug or URL. */
const companyIdentifiers = (text: string): readonly Identifier[] =>
  isUuid(text.trim())
    ? [{ kind: 'ids', value: text.trim() }]
    : slugsIn(text, 'company').map((slug) => ({ kind: 'xnet_names', value: slugKey(slug) }));
