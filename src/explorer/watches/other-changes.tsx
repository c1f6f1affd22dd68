import { List, type ListColumn } from '../components/list.tsx';
import { moment } from '../format.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { PersonCell } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import type { Change } from './change-log.ts';

/** The name in a change; people who left or were purged have none, since names are not stored. */
const nameOf = ({ kind, profileId, profile }: Change): string => {
  if (kind === 'RESET') return say.changes.reset;
  if (profileId === null) return say.changes.purged;
  return profile?.fullName ?? say.changes.unreached;
};

const detailOf = (change: Change): string => {
  if (change.__typename === 'TieChanged') {
    const { name } = change.connector;
    return name === null ? '' : say.changes.connector(name);
  }
  if (change.__typename !== 'PersonMoved') return '';
  return say.changes.titles(change.before.title ?? '', change.after.title ?? '');
};

const columns: readonly ListColumn<Change>[] = [
  {
    key: 'name',
    name: say.list.name,
    width: 'minmax(9rem, 1.2fr)',
    text: nameOf,
    cell: (change) =>
      change.profileId === null ? (
        <span class="muted">{nameOf(change)}</span>
      ) : (
        <PersonCell id={change.profileId} name={nameOf(change)} />
      ),
  },
  { key: 'kind', name: say.changes.kind, width: 'minmax(0, 1fr)', text: ({ kind }) => say.changes.kinds[kind] },
  { key: 'detail', name: say.changes.detail, width: 'minmax(0, 2fr)', rank: 1, text: detailOf },
  {
    key: 'seen',
    name: say.changes.seen,
    width: '8rem',
    rank: 1,
    text: ({ seenAt }) => moment(seenAt),
    order: ({ seenAt }) => Date.parse(seenAt),
  },
];

/** People who joined or left, new titles and connections. */
export const OtherChanges = ({ changes }: { readonly changes: readonly Change[] }) => (
  <List
    label={say.changes.others}
    source={wholeOf(changes)}
    columns={columns}
    keyOf={({ id }) => id}
    fileName="changes"
    counted={say.changes.count}
    peekOf={({ profileId }) => (profileId === null ? undefined : `people/${profileId}`)}
    name="other-"
  />
);
