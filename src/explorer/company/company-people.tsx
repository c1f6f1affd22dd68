import { useMemo } from 'preact/hooks';
import { List, type ListColumn } from '../components/list.tsx';
import { Muted } from '../components/text.tsx';
import { AddToList } from '../lists/add-to-list.tsx';
import { useOwnTeam } from '../people/best-asks.ts';
import { PersonCell, percentColumn } from '../people/person-cell.tsx';
import type { Way } from '../person/evidence.ts';
import { say } from '../sentences.ts';

/** Titles by rank in a company, the highest first. */
const ranks: readonly RegExp[] = [
  /founder|owner|\bchief\b|\bc[efotmipr]o\b|president(?!.*vice)/i,
  /\b[se]?vp\b|vice president|partner/i,
  /head|director/i,
  /manager|lead|principal/i,
  /senior|staff/i,
];

const rankOf = (title: string): number => {
  const at = ranks.findIndex((pattern) => pattern.test(title));
  return at < 0 ? ranks.length : at;
};

interface Row {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly way: Way;
  /** A connector of the team, to whom no introduction is needed. */
  readonly isOwn: boolean;
}

/** Rows by rank of the title, the highest first; within a rank the most likely path first. */
const rowsOf = (ways: readonly Way[], isOwn: (person: Way['target']) => boolean): readonly Row[] =>
  ways
    .flatMap((way): readonly Row[] => {
      const { target } = way;
      if (!target) return [];
      const [name, title] = [target.fullName ?? say.locked, target.currentTitle ?? ''];
      return [{ id: target.id, name, title, way, isOwn: isOwn(target) }];
    })
    .toSorted(
      (one, other) =>
        Number(one.isOwn) - Number(other.isOwn) ||
        rankOf(one.title) - rankOf(other.title) ||
        one.title.localeCompare(other.title) ||
        other.way.confidence - one.way.confidence,
    );

const columns: readonly ListColumn<Row>[] = [
  {
    key: 'name',
    name: 'Name',
    width: 'minmax(11rem, 1.2fr)',
    text: ({ name }) => name,
    cell: ({ id, name, title }) => (
      <span class="two-lines">
        <PersonCell id={id} name={name} />
        <span class="muted only-narrow" dir="auto">
          {title}
        </span>
      </span>
    ),
  },
  {
    key: 'title',
    name: 'Title',
    width: 'minmax(0, 1.2fr)',
    rank: 1,
    order: ({ title }) => -rankOf(title),
    text: ({ title }) => title,
  },
  {
    key: 'ask',
    name: 'Whom to ask, and why',
    width: 'minmax(14rem, 2fr)',
    text: ({ way, isOwn }) => (isOwn ? say.unreached.CONNECTOR : (way.connector?.name ?? '')),
    cell: ({ way, isOwn }) =>
      isOwn ? (
        <span class="muted">{say.unreached.CONNECTOR}</span>
      ) : (
        <span class="two-lines">
          <bdi>{way.connector?.name}</bdi>
          <Muted>{way.why}</Muted>
        </span>
      ),
  },
  percentColumn(({ way, isOwn }) => (isOwn ? undefined : way.confidence)),
];

/** The people the network reaches at a company: person, title, connector to ask and reason, in order of title. */
export const CompanyPeople = ({ ways }: { readonly ways: readonly Way[] }) => {
  const isOwn = useOwnTeam();
  const rows = useMemo(() => rowsOf(ways, isOwn ?? (() => false)), [ways, isOwn === undefined]);
  return (
    <List
      label="People we know there"
      source={rows}
      columns={columns}
      keyOf={({ id }) => id}
      fileName="company-network"
      files={[
        {
          name: 'CSV',
          columns: [
            { name: 'id', text: ({ id }) => id },
            { name: 'full_name', text: ({ name }) => name },
            { name: 'title', text: ({ title }) => title },
            { name: 'best_connector', text: ({ way, isOwn: own }) => (own ? '' : (way.connector?.name ?? '')) },
            { name: 'confidence', text: ({ way }) => way.confidence.toFixed(2) },
            { name: 'why', text: ({ way }) => way.why },
          ],
        },
      ]}
      peekOf={({ id }) => `people/${id}`}
      actions={(picked) => <AddToList targets={picked} />}
      isTall
    />
  );
};
