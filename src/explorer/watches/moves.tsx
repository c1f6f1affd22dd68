import { useMemo, useState } from 'preact/hooks';
import { List, type ListColumn } from '../components/list.tsx';
import { moment } from '../format.ts';
import { personAddress } from '../frame/address.ts';
import { AddToList } from '../lists/add-to-list.tsx';
import { CompanyCell, Confidence, PersonCell } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import { type BestAt, useBestAt } from './best-at.ts';
import type { Change } from './change-log.ts';

type Move = Extract<Change, { readonly __typename: 'PersonMoved' }>;

/** Whether a person changed employers; a new title at the same one is another kind of change. */
export const isMove = (change: Change): change is Move =>
  change.__typename === 'PersonMoved' && change.kind === 'MOVED';

/** Number of moves shown at first, and per further page. */
const pageSize = 50;

const idOf = ({ profileId }: Move): string => profileId ?? '';

/** People with a new employer, newest first, each with the best introduction there. */
export const Moves = ({ moves }: { readonly moves: readonly Move[] }) => {
  const [shown, setShown] = useState(pageSize);
  const rows = useMemo(() => moves.slice(0, shown), [moves.length, shown]);
  const bestAt = useBestAt(rows.map(({ after }) => after.employer ?? ''));
  const columns = useMemo(() => moveColumns(bestAt), [bestAt]);
  return (
    <List
      label={say.changes.moves}
      source={{
        rows,
        total: moves.length,
        more: moves.length > shown ? () => setShown(shown + pageSize) : undefined,
        all: async () => {
          setShown(moves.length);
          return moves;
        },
        isReading: false,
      }}
      columns={columns}
      keyOf={({ id }) => id}
      fileName="changes-moves"
      counted={say.people}
      peekOf={(move) => `people/${idOf(move)}`}
      picking={{
        idOf,
        actions: (picked) => (
          <AddToList targets={picked.map((move) => ({ id: idOf(move), name: move.profile?.fullName ?? '' }))} />
        ),
      }}
    />
  );
};

const moveColumns = (bestAt: (employer: string) => BestAt | undefined): readonly ListColumn<Move>[] => {
  const bestFor = ({ after }: Move): BestAt | undefined => bestAt(after.employer ?? '');
  return [
    {
      key: 'name',
      name: say.list.name,
      width: 'minmax(9rem, 1.2fr)',
      text: ({ profile }) => profile?.fullName ?? '',
      cell: ({ profileId, profile }) => <PersonCell id={profileId} name={profile?.fullName} />,
    },
    {
      key: 'company',
      name: say.changes.company,
      width: 'minmax(0, 1.3fr)',
      text: ({ after }) => after.employer ?? '',
      cell: ({ after, stillMatches }) => (
        <>
          <CompanyCell name={after.employer} />
          {!stillMatches && <span class="muted"> · {say.changes.out}</span>}
        </>
      ),
    },
    {
      key: 'title',
      name: say.list.title,
      width: 'minmax(0, 1.2fr)',
      rank: 2,
      text: ({ after }) => after.title ?? '',
    },
    {
      key: 'before',
      name: say.changes.before,
      width: 'minmax(0, 1.1fr)',
      rank: 1,
      text: ({ before }) => before.employer ?? '',
    },
    {
      key: 'ask',
      name: say.changes.ask,
      width: 'minmax(0, 2.2fr)',
      text: (move) => sayBest(move, bestFor(move)),
      cell: (move) => <BestCell move={move} best={bestFor(move)} />,
    },
    {
      key: 'percent',
      name: say.list.percent,
      width: '6.25rem',
      isNumeric: true,
      text: (move) => percentOf(bestFor(move)),
      order: (move) => bestFor(move)?.ask.confidence ?? -1,
      cell: (move) => {
        const best = bestFor(move);
        return best && <Confidence value={best.ask.confidence} />;
      },
    },
    {
      key: 'seen',
      name: say.changes.seen,
      width: '8rem',
      rank: 1,
      text: ({ seenAt }) => moment(seenAt),
      order: ({ seenAt }) => Date.parse(seenAt),
    },
  ];
};

const percentOf = (best: BestAt | undefined): string => (best ? say.percent(best.ask.confidence) : '');

const sayBest = ({ profileId }: Move, best: BestAt | undefined): string => {
  if (!best) return '';
  return best.person.id === profileId ? best.ask.connector : say.changes.askFor(best.ask.connector, best.person.name);
};

/**
 * The connector to ask, and the person to be introduced to if that is not the one who moved; links to the evidence.
 */
const BestCell = ({ move, best }: { readonly move: Move; readonly best: BestAt | undefined }) =>
  best ? (
    <a class="calm" href={personAddress(best.person.id)} title={best.ask.why} dir="auto">
      {sayBest(move, best)}
    </a>
  ) : null;
