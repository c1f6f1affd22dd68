import { useMemo } from 'preact/hooks';
import { timeColumn } from '../components/columns.ts';
import { List, type ListColumn } from '../components/list.tsx';
import { AddToList } from '../lists/add-to-list.tsx';
import { type BestAskById, useBestAsks } from '../people/best-asks.ts';
import { PersonCell, percentColumn } from '../people/person-cell.tsx';
import { type Change, isMove } from './change-log.ts';

const kinds: Readonly<Record<Change['kind'], string>> = {
  JOINED: 'Joined',
  LEFT: 'Left',
  MOVED: 'Moved',
  RETITLED: 'New title',
  CHANGED: 'New details',
  TIE_ADDED: 'New connection',
  TIE_REMOVED: 'Connection lost',
  TIE_CHANGED: 'Connection changed',
  RESET: 'Started over',
};

/** The name in a change; people who left or were purged have none, since names are not stored. */
const nameOf = ({ kind, profileId, profile }: Change): string => {
  if (kind === 'RESET') return 'Earlier changes are not kept';
  if (profileId === null) return 'Removed on request';
  return profile?.fullName ?? 'Not in our network';
};

const detailOf = (change: Change): string => {
  if (change.__typename === 'TieChanged') return change.connector.name ? `with ${change.connector.name}` : '';
  if (change.__typename !== 'PersonMoved') return '';
  const { before, after, stillMatches } = change;
  const [from, to] = isMove(change) ? [before.employer, after.employer] : [before.title, after.title];
  return [
    `${from ?? ''} → ${to ?? ''}`,
    ...(isMove(change) && after.title ? [after.title] : []),
    ...(stillMatches ? [] : ['no longer in this watch']),
  ].join(' · ');
};

const columnsOf = (asks: BestAskById): readonly ListColumn<Change>[] => {
  const askOf = ({ profileId }: Change) => asks.get(profileId ?? '');
  return [
    {
      key: 'name',
      name: 'Name',
      width: 'minmax(9rem, 1.2fr)',
      text: nameOf,
      cell: (change) =>
        change.profileId === null ? (
          <span class="muted">{nameOf(change)}</span>
        ) : (
          <PersonCell id={change.profileId} name={nameOf(change)} />
        ),
    },
    { key: 'kind', name: 'Change', width: '8rem', rank: 1, text: ({ kind }) => kinds[kind] },
    { key: 'detail', name: 'Detail', width: 'minmax(0, 2fr)', text: detailOf },
    {
      key: 'ask',
      name: 'Best ask',
      width: 'minmax(0, 1.2fr)',
      rank: 1,
      text: (change) => askOf(change)?.connector ?? '',
    },
    percentColumn((change) => askOf(change)?.confidence),
    timeColumn({ key: 'seen', name: 'Seen' }, ({ seenAt }) => seenAt),
  ];
};

/** Changes of a watch, moves first, with whom to ask for an introduction to each person. */
export const ChangeTable = ({ changes }: { readonly changes: readonly Change[] }) => {
  const rows = useMemo(
    () => changes.toSorted((one, other) => Number(isMove(other)) - Number(isMove(one))),
    [changes.length],
  );
  const asks = useBestAsks([...new Set(rows.flatMap(({ profile }) => profile?.id ?? []))]);
  const columns = useMemo(() => columnsOf(asks), [asks]);
  return (
    <List
      label="Changes"
      source={rows}
      columns={columns}
      keyOf={({ id }) => id}
      fileName="changes"
      peekOf={({ profileId }) => (profileId === null ? undefined : `people/${profileId}`)}
      actions={(picked) => (
        <AddToList
          targets={picked.flatMap(({ profile }) => (profile ? [{ id: profile.id, name: profile.fullName ?? '' }] : []))}
        />
      )}
    />
  );
};
