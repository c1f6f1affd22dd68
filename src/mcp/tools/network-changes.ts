import { firmWords } from '../../reading/names.ts';
import type { NetworkChangeKind } from '../generated/documents.ts';
import { NetworkChanges, Watches } from '../generated/documents.ts';
import { inputs, list, text, whole } from '../inputs.ts';
import { named } from '../meanings.ts';
import { listed } from '../names.ts';
import { resolvePeople } from '../resolver.ts';
import { sinceFrom } from '../since.ts';
import { graphTool, prepared } from '../tool.ts';

const kinds = ['moved', 'joined', 'left', 'retitled', 'changed', 'tie_added', 'tie_removed', 'tie_changed'] as const;

const input = inputs({
  watch: text('id; needed if there are several'),
  since: text('from next, or a date'),
  kind: text(`one of ${kinds.join(', ')}`),
  people: list('only these'),
  company: text(),
  first: whole(),
});

/** The kinds of changes that a word means. */
const kindsOf = (word: string): readonly NetworkChangeKind[] => {
  const key = word.toLowerCase().replaceAll(/[\s_-]/g, '');
  const [found] = kindWords.filter(([pattern]) => pattern.test(key));
  return found ? found[1] : [];
};

const kindWords: readonly (readonly [RegExp, readonly NetworkChangeKind[]])[] = [
  [/^(moved?|jobchange|jobchanges|changedjobs?|newjob|newemployer|companychange|jobs?)$/, ['MOVED']],
  [/^(retitled|promotion|promoted|titlechange|newtitle)$/, ['RETITLED']],
  [/^(joined|new|added|newpeople)$/, ['JOINED']],
  [/^(left|removed|gone)$/, ['LEFT']],
  [/^tieadded$/, ['TIE_ADDED']],
  [/^tieremoved$/, ['TIE_REMOVED']],
  [/^tie(s|changed)?$/, ['TIE_ADDED', 'TIE_REMOVED', 'TIE_CHANGED']],
  [/^changed?$/, ['CHANGED']],
];

/** Whether a firm's name has the words of another, without legal forms. */
const isFirmCalled = (name: string | null | undefined, words: string): boolean => {
  const own = firmWords(name ?? '');
  return firmWords(words).every((word) => own.includes(word));
};

export const networkChanges = graphTool({
  name: 'network_changes',
  title: 'Changes in the network',
  description: 'Who joined, left or moved in a network that a person watches.',
  input,
  price: '0',
  freeAlternative: 'It is free.',
  names: {
    ...named({ id: 'watch', kind: 'kind', person: 'people', company: 'company', limit: 'first', since: 'since' }),
    watchid: 'watch',
  },
  ask: async ({ watch, since, kind: word, people = [], company, first = 20 }, graph) => {
    const { watches } = await graph.find(Watches, {});
    const [only, ...more] = watches ?? [];
    const chosen = watch ?? (more.length === 0 ? only?.id : undefined);
    if (chosen === undefined)
      return {
        fields: {
          watches: watches ?? [],
          note: only
            ? 'Several networks are watched: give watch, the id of one.'
            : 'No network is watched, so no changes are known. A person makes a watch with “kith watch” or the mutation createWatch; from then on changes are seen.',
        },
        lists: ['watches'],
      };
    const from = since === undefined ? undefined : sinceFrom(since, Date.now());
    if (from === undefined && since !== undefined)
      return {
        fields: {
          changes: [],
          reason: `since: “${since}” is not read; give a date such as 2026-01-31, “last week”, “3 days ago”, or since from next.`,
        },
      };
    const chosenKinds = word === undefined ? undefined : word.split(/\s+or\s+|,\s*/).flatMap(kindsOf);
    if (chosenKinds?.length === 0)
      return { fields: { changes: [], reason: `kind: must be one of ${kinds.join(', ')}, but got “${word}”.` } };
    const resolved = await resolvePeople(graph, listed(people));
    const ids = new Set(resolved.flatMap((one) => (one.kind === 'found' ? one.facts.id : [])));
    const isFiltered = people.length > 0 || company !== undefined || from?.at !== undefined;
    return prepared({
      document: NetworkChanges,
      variables: {
        watch: chosen,
        since: from?.id,
        kinds: chosenKinds,
        first: isFiltered ? 1000 : Math.min(Math.max(first, 1), 50),
      },
      purpose: 'read changes',
      isFree: true,
      shape: ({ networkChanges: page }) => {
        const nodes = page?.nodes ?? [];
        const changes = nodes.filter((node) => {
          const { profile, seenAt } = node;
          // Where people were, or are now.
          const employers = [
            profile?.currentCompanyName,
            ...('before' in node ? [node.before?.employer, node.after?.employer] : []),
          ];
          return (
            (people.length === 0 || ids.has(profile?.id ?? '')) &&
            (company === undefined || employers.some((name) => isFirmCalled(name, company))) &&
            (from?.at === undefined || Date.parse(seenAt) >= from.at)
          );
        });
        const hasMore = page?.pageInfo.hasNextPage ?? false;
        return {
          fields: {
            watch: watches?.find(({ id }) => id === chosen),
            changes: changes.map(({ id: _, profile, kind: of, ...change }) => ({
              kind: of,
              person: {
                id: profile?.id,
                name: profile?.fullName,
                title: profile?.currentTitle,
                company: profile?.currentCompanyName,
              },
              ...change,
            })),
            ...(changes.length === 0 && {
              note: `No such change has been seen${only?.verifiedSince ? ` since ${only.verifiedSince}` : ''}.`,
            }),
            ...(people.length > ids.size && { unresolved: people.length - ids.size }),
          },
          lists: ['changes'],
          next: (kept) => {
            const last = kept < changes.length ? changes[kept - 1] : nodes.at(-1);
            return last && (kept < changes.length || hasMore) ? { watch: chosen, since: last.id } : undefined;
          },
        };
      },
    });
  },
});
