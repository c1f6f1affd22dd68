import { Fragment } from 'preact';
import { numberColumn, timeColumn } from '../components/columns.ts';
import { List, type ListColumn } from '../components/list.tsx';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { FollowPurse, Purchases, type PurchasesQuery } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { useStream } from '../live/live.ts';
import { say } from '../sentences.ts';

type Purchase = NonNullable<PurchasesQuery['purchases']>[number];
type Bought = Purchase['records'][number];

/** How many purchases are listed. */
export const maxPurchases = 500;

/** How many records of a purchase are shown by name. */
const maxNames = 3;

const nameOf = ({ kind, name }: Bought): string => name ?? (kind === 'COMPANY' ? 'a company' : 'a person');

/** What was paid for, in words; a record by its name where that is free. */
const whatOf = ({ records, credits }: Purchase): string =>
  records.length === 0
    ? 'A mapping'
    : records.map(nameOf).slice(0, maxNames).join(', ') + moreThan(records.length, credits);

/** A record is a credit, so there may be more than are listed. */
const moreThan = (listed: number, credits: number): string => {
  const more = Math.max(listed, credits) - maxNames;
  return more > 0 ? ` and ${number(more)} more` : '';
};

const What = ({ purchase }: { readonly purchase: Purchase }) => {
  const { records, credits } = purchase;
  if (records.length === 0) return <>{whatOf(purchase)}</>;
  return (
    <>
      {records.slice(0, maxNames).map((record, at) => (
        <Fragment key={record.recordId}>
          {at > 0 && ', '}
          <a
            class="calm"
            href={`${record.kind === 'COMPANY' ? '/companies' : '/people'}/${record.recordId}`}
            dir="auto"
          >
            {nameOf(record)}
          </a>
        </Fragment>
      ))}
      {moreThan(records.length, credits)}
    </>
  );
};

const columns: readonly ListColumn<Purchase>[] = [
  { ...timeColumn({ key: 'when', name: 'When' }, ({ at }: Purchase) => at), rank: 0 },
  {
    key: 'who',
    name: 'Who',
    width: 'minmax(7rem, 1fr)',
    rank: 1,
    text: ({ session }) => session ?? 'The team’s key',
  },
  {
    key: 'what',
    name: 'For what',
    width: 'minmax(9rem, 2fr)',
    text: whatOf,
    cell: (purchase) => <What purchase={purchase} />,
  },
  numberColumn({ key: 'credits', name: 'Credits' }, ({ credits }) => credits),
];

/** What was paid for: when, by whom, which records, for how much. */
export const PurchaseTable = () => {
  const read = useQuery(Purchases, { first: maxPurchases });
  const { purchases, viewer } = read.data ?? {};
  const month = viewer?.spentThisMonth ?? undefined;
  useStream(FollowPurse, {}, read.refresh, read.refresh);
  return (
    <Section title="Spend" note={month === undefined ? undefined : `${say.credits(month)} this month`}>
      {!purchases && <ReadNotice read={read} member="purchases" lines={4} />}
      {purchases && (
        <List
          label="Spend"
          name="spend"
          source={purchases}
          columns={columns}
          keyOf={({ id }) => id}
          fileName="spend"
          empty={<Notice title="Nothing spent yet" body="Credits appear here as you buy records." />}
        />
      )}
    </Section>
  );
};
