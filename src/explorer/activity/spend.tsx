import { useEffect } from 'preact/hooks';
import { List, type ListColumn } from '../components/list.tsx';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { moment, number } from '../format.ts';
import { FollowPurse, Spend as SpendDocument, type SpendQuery } from '../generated/documents.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { useLive } from '../live/use-live.ts';
import { say } from '../sentences.ts';

type Purse = NonNullable<SpendQuery['purse']>;
type Receipt = NonNullable<Purse['receipts']>[number];

/** Credits that this session has spent by action, and the purse's rest. */
export const Spend = () => {
  const live = useLive();
  const spend = useQuery(SpendDocument, {});
  const { data, refresh, failureOf } = spend;
  useEffect(() => live.follow(FollowPurse, {}, refresh, refresh), [live]);

  if (!data) return <ReadNotice read={spend} member="purse" lines={8} />;
  const { purse } = data;
  return (
    <>
      {purse && <PurseView purse={purse} />}
      <ReadNotice read={spend} member="purse" />
      {!purse && !failureOf('purse') && <Notice title={say.spend.noPurse} body={say.spend.noPurseBody} heading="h2" />}
    </>
  );
};

const PurseView = ({ purse }: { readonly purse: Purse }) => {
  const paid = paidByAction(purse.receipts ?? []);
  return (
    <>
      <div class="purse card">
        <h2 dir="auto">{purse.label}</h2>
        <meter aria-label={say.spend.left} min={0} max={purse.total} value={purse.left} />
        <p class="purse-left">{say.credit.left(purse.left, purse.total)}</p>
        <p class="muted">
          {purse.reserved > 0 && say.spend.reserved(purse.reserved)}
          {purse.uncertain > 0 && ` ${say.spend.uncertain(purse.uncertain)}`}
          {purse.expiresAt && ` ${say.spend.until(moment(purse.expiresAt))}`}
        </p>
      </div>
      {paid.length === 0 ? (
        <Notice title={say.spend.nothing} body={say.spend.nothingBody} heading="h3" />
      ) : (
        <Section title={say.spend.cause}>
          <List
            label={say.spend.cause}
            source={wholeOf(paid)}
            columns={columns}
            keyOf={actionOf}
            fileName="spend-by-action"
            counted={say.spend.causes}
          />
        </Section>
      )}
    </>
  );
};

/** The name of an action; several operations may share one. */
const actionOf = ({ operation }: Receipt): string => say.spend.actions[operation ?? ''] ?? say.spend.unnamed;

/** Actions with a charge, each with its sum. */
const paidByAction = (receipts: readonly Receipt[]): readonly Receipt[] =>
  [...Map.groupBy(receipts, actionOf).values()].flatMap((group) => {
    const [first] = group;
    const charged = group.reduce((sum, receipt) => sum + receipt.charged, 0);
    const operations = group.reduce((sum, receipt) => sum + receipt.operations, 0);
    return first && charged > 0 ? [{ ...first, charged, operations }] : [];
  });

const columns: readonly ListColumn<Receipt>[] = [
  {
    key: 'action',
    name: say.spend.operation,
    width: 'minmax(9rem, 2fr)',
    text: actionOf,
  },
  {
    key: 'count',
    name: say.spend.operations,
    width: '6rem',
    rank: 1,
    isNumeric: true,
    text: ({ operations }) => number(operations),
    order: ({ operations }) => operations,
  },
  {
    key: 'charged',
    name: say.spend.paid,
    width: '8rem',
    isNumeric: true,
    text: ({ charged }) => number(charged),
    order: ({ charged }) => charged,
  },
];
