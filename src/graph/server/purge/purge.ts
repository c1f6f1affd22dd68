import { isUuid, slugKey, slugsIn } from '../../../contract/identifier.ts';
import type { ApprovalStore } from '../../approvals/approval-store.ts';
import type { GraphCache } from '../../cache/graph-cache.ts';
import type { Identifier } from '../../cache/record-key.ts';
import { nameDigest } from '../../changes/purged-people.ts';
import type { WatchedPeople } from '../../changes/watched-people.ts';
import type { TargetListStore } from '../../lists/target-list-store.ts';
import type { ExclusionStore } from '../../state/exclusions/kept-exclusions.ts';
import type { TaskStore } from '../../state/tasks/task-store.ts';
import { namesIn, People } from './personal-data.ts';

/** What is to be forgotten, of all credentials together. */
export interface Purge {
  /** People, by uuid, slug, URL or e-mail address. */
  readonly profiles: readonly string[];
  /** Companies, by uuid, slug or URL. */
  readonly companies: readonly string[];
  /** Whoever and whatever there is. */
  readonly all: boolean;
}

export interface Purged {
  /** Records that the memory of the process which was asked held. */
  readonly records: number;
  /** Results of mapping tasks that were kept, and are not any more, or not as they were. */
  readonly results: number;
  /** Entries of lists of whom teams keep out of introductions that are gone, or have no reason any more. */
  readonly exclusions: number;
  /** Targets that are gone from target lists, with the notes on them. */
  readonly targets: number;
  /** Approvals of agents that named them, and are gone. */
  readonly approvals: number;
  /** People who are gone from watched networks, and from the changes and deliveries of watches. */
  readonly watched: number;
  /** False where graphs share records, and they could not all be reached. */
  readonly everywhere: boolean;
}

/** What keeps personal data, and can be made to forget it. */
export interface PersonalDataStores {
  readonly cache: GraphCache;
  readonly store: Pick<TaskStore, 'reviseResults'>;
  readonly exclusions: Pick<ExclusionStore, 'removeReasons' | 'clear'>;
  readonly targetLists: Pick<TargetListStore, 'removePeople' | 'clear'>;
  readonly approvals: Pick<ApprovalStore, 'removePeople' | 'clear'>;
  readonly watches: Pick<WatchedPeople, 'removePeople' | 'clear'>;
}

/**
 * Makes a graph forget personal data: in its memory, in what it shares with other graphs (which forget it, too), in
 * the results of mapping tasks and in target lists, which stay without the people who are named, in what agents ask for, in the
 * lists of whom teams keep out of introductions, and in watched networks, which nobody of them joins again. Exclusions keep the
 * bare identifier of a person who is named: without it, nobody would know whom not to ask.
 */
export async function purge(
  { cache, store, exclusions, targetLists, approvals, watches }: PersonalDataStores,
  { profiles, companies, all }: Purge,
): Promise<Purged> {
  if (all) {
    const { count, everywhere } = await cache.purge();
    const results = await store.reviseResults(() => undefined);
    const targets = await targetLists.clear();
    const asked = await approvals.clear();
    const watched = await watches.clear();
    const kept = { exclusions: await exclusions.clear(), targets, approvals: asked, watched };
    return { records: count, everywhere, results, ...kept };
  }
  const people = new People(profiles);
  const results = profiles.length > 0 ? await purgeResults(store, people) : 0;
  // After the results, from which people's other identifiers are learned.
  const reasons = profiles.length > 0 ? await exclusions.removeReasons((value) => people.has(value)) : 0;
  const targets = profiles.length > 0 ? await targetLists.removePeople((value) => people.has(value)) : 0;
  const asked = profiles.length > 0 ? await approvals.removePeople((value) => people.has(value)) : 0;
  const watched = profiles.length > 0 ? await watches.removePeople(people.names.map(nameDigest)) : 0;
  const forgot = await Promise.all(
    // The cache finds nobody by an e-mail address; it is short-lived, so that all of it goes.
    profiles.flatMap(namesIn).some(({ kind }) => kind === 'email')
      ? [cache.purge()]
      : [
          ...people.names.flatMap(({ kind, value }) =>
            kind === 'email' ? [] : [cache.forget('profile', { kind: kind === 'id' ? 'ids' : 'xnet_names', value })],
          ),
          ...companies.flatMap(companyIdentifiers).map((identifier) => cache.forget('company', identifier)),
        ],
  );
  return {
    records: forgot.reduce((sum, { count }) => sum + count, 0),
    everywhere: forgot.every(({ everywhere }) => everywhere),
    results,
    exclusions: reasons,
    targets,
    approvals: asked,
    watched,
  };
}

/** Takes people out of the results of mapping tasks, which stay; answers how many were not as before. */
export async function purgeResults(store: Pick<TaskStore, 'reviseResults'>, people: People): Promise<number> {
  await store.reviseResults((result) => {
    people.learn(result);
    return result;
  });
  return store.reviseResults((result) => people.without(result));
}

/** What may have been meant by a company's uuid, slug or URL. */
const companyIdentifiers = (text: string): readonly Identifier[] =>
  isUuid(text.trim())
    ? [{ kind: 'ids', value: text.trim() }]
    : slugsIn(text, 'company').map((slug) => ({ kind: 'xnet_names', value: slugKey(slug) }));
