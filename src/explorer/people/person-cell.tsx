import { Avatar } from '../components/avatar.tsx';
import type { ListColumn } from '../components/list.tsx';
import { TextLink } from '../components/text.tsx';
import { percent } from '../format.ts';
import { personAddress } from '../frame/address.ts';
import { say } from '../sentences.ts';

interface PersonCellProps {
  readonly id: string | null | undefined;
  readonly name: string | null | undefined;
}

/** A person in a row: initials, and the name as a link to their page. */
export const PersonCell = ({ id, name }: PersonCellProps) => (
  <span class="person-cell row">
    <Avatar name={name} />
    {id ? (
      <TextLink href={personAddress(id)}>{name ?? say.locked}</TextLink>
    ) : (
      <span dir="auto">{name ?? say.locked}</span>
    )}
  </span>
);

/** A company in a row. Lists tell its name only; the page behind the link finds its id, free. */
export const CompanyCell = ({ name }: { readonly name: string | null | undefined }) =>
  name ? (
    <a class="calm" href={`/companies?${new URLSearchParams({ name })}`} dir="auto">
      {name}
    </a>
  ) : null;

interface OnRecord {
  readonly id: string | null;
  readonly fullName: string | null;
  readonly currentTitle: string | null;
  readonly currentCompanyName: string | null;
}

/** The columns that lists of people have: name, title and employer. */
export const personColumns = <Row,>(personOf: (row: Row) => OnRecord | null): readonly ListColumn<Row>[] => [
  {
    key: 'name',
    name: 'Name',
    width: 'minmax(9rem, 1.5fr)',
    text: (row) => personOf(row)?.fullName ?? '',
    cell: (row) => <PersonCell id={personOf(row)?.id} name={personOf(row)?.fullName} />,
  },
  {
    key: 'title',
    name: 'Title',
    width: 'minmax(0, 1.4fr)',
    rank: 1,
    text: (row) => personOf(row)?.currentTitle ?? '',
  },
  {
    key: 'company',
    name: 'Company',
    width: 'minmax(0, 1.2fr)',
    text: (row) => personOf(row)?.currentCompanyName ?? '',
    cell: (row) => <CompanyCell name={personOf(row)?.currentCompanyName} />,
  },
];

/** The column that says how likely an introduction is. */
export const percentColumn = <Row,>(confidenceOf: (row: Row) => number | undefined): ListColumn<Row> => ({
  key: 'percent',
  name: 'Likely',
  // The bar, the number and the space of a column that is not the last: narrower, the bar would be cut at its start.
  width: '7.25rem',
  isNumeric: true,
  order: (row) => confidenceOf(row) ?? -1,
  text: (row) => {
    const value = confidenceOf(row);
    return value === undefined ? '' : percent(value);
  },
  cell: (row) => {
    const value = confidenceOf(row);
    return value !== undefined && <Confidence value={value} />;
  },
});

/** How likely two people know each other: the one scale of the page, a bar, squared so that high ones differ, and a percentage. */
const Confidence = ({ value }: { readonly value: number }) => (
  <span class="confidence row" title={say.confidence(value)}>
    <meter min={0} max={1} value={value * value} aria-label={say.confidence(value)} />
    <span aria-hidden="true">{percent(value)}</span>
  </span>
);
