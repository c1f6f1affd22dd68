import { useEffect } from 'preact/hooks';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { Notice, OutcomeNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import { moment, number } from '../format.ts';
import { FollowPurse, Spend, type SpendQuery } from '../generated/documents.ts';
import { failureAt } from '../graph/outcome.ts';
import { useQuery } from '../graph/use-query.ts';
import { LiveStatus } from '../live/live-status.tsx';
import { useLive } from '../live/use-live.ts';
import { say } from '../sentences.ts';
import { EndSession } from '../session/end-session.tsx';
import { ReceiptChart } from './receipt-chart.tsx';
import { kinds, type Receipt, sumBy, totalsOf } from './receipts.ts';

type Purse = NonNullable<SpendQuery['purse']>;

/** What this session has spent and spared, over time and by cause, and what its purse has left. */
export const SpendPage = () => {
  const live = useLive();
  const { outcome, again, refresh } = useQuery(Spend, {});
  useEffect(() => live.follow(FollowPurse, {}, refresh), [live]);

  if (outcome.kind !== 'done') return <OutcomeNotice outcome={outcome} again={again} member="purse" lines={8} />;
  const { purse } = outcome.data;
  return (
    <>
      <PageTitle title={say.spend.title} lead={say.spend.lead} />
      <LiveStatus />
      {purse && <PurseView purse={purse} />}
      <OutcomeNotice outcome={outcome} again={again} member="purse" />
      {!purse && !failureAt(outcome, 'purse') && (
        <Notice title={say.spend.noPurse} body={say.spend.noPurseBody} heading="h2" />
      )}
      <p class="spend-end">
        <EndSession class="button" label={say.spend.end} />
        <span class="muted">{say.spend.endHint}</span>
      </p>
    </>
  );
};

const PurseView = ({ purse }: { readonly purse: Purse }) => {
  const receipts = purse.receipts ?? [];
  const totals = totalsOf(receipts);
  return (
    <>
      <div class="purse card">
        <h2 dir="auto">{purse.label}</h2>
        <meter aria-label={say.spend.left} min={0} max={purse.total} value={purse.left} />
        <p class="purse-left">{say.meter.left(purse.left, purse.total)}</p>
        <p class="muted">
          {purse.reserved > 0 && say.spend.reserved(purse.reserved)}
          {purse.uncertain > 0 && ` ${say.spend.uncertain(purse.uncertain)}`}
          {purse.expiresAt && ` ${say.spend.until(moment(purse.expiresAt))}`}
        </p>
      </div>
      <dl class="totals">
        {kinds.map((kind) => (
          <div key={kind} class={`total kind-${kind}`}>
            <dt>{say.spend.kinds[kind]}</dt>
            <dd>{number(totals[kind])}</dd>
          </div>
        ))}
      </dl>
      <Section title={say.spend.time} aside={<QueryLink document={Spend} variables={{}} />}>
        {receipts.length === 0 ? (
          <Notice title={say.spend.nothing} body={say.spend.nothingBody} heading="h3" />
        ) : (
          <ReceiptChart receipts={receipts} />
        )}
      </Section>
      {receipts.length > 0 && (
        <>
          <Section title={say.spend.cause}>
            <DataTable
              label={say.spend.cause}
              caption={say.spend.causes(sumBy(receipts, ({ operation }) => operation ?? '').length)}
              columns={columnsFrom({
                name: say.spend.operation,
                text: ({ operation }) => operation ?? say.spend.unnamed,
              })}
              rows={sumBy(receipts, ({ operation }) => operation ?? '')}
              keyOf={({ operation }) => operation ?? ''}
              fileName="spend-by-cause"
            />
          </Section>
          <Section title={say.spend.minutes}>
            <DataTable
              label={say.spend.minutes}
              caption={say.spend.minuteRows(sumBy(receipts, ({ minute }) => minute).length)}
              columns={columnsFrom({
                name: say.spend.minute,
                text: ({ minute }) => moment(minute),
                order: ({ minute }) => Date.parse(minute),
              })}
              rows={sumBy(receipts, ({ minute }) => minute)}
              keyOf={({ minute }) => minute}
              fileName="spend-over-time"
            />
          </Section>
        </>
      )}
    </>
  );
};

const columnsFrom = (head: TableColumn<Receipt>): readonly TableColumn<Receipt>[] => [
  head,
  {
    name: say.spend.operations,
    numeric: true,
    text: ({ operations }) => number(operations),
    order: ({ operations }) => operations,
  },
  ...kinds.map((kind) => ({
    name: say.spend.kinds[kind],
    numeric: true,
    text: (row: Receipt) => number(row[kind]),
    order: (row: Receipt) => row[kind],
  })),
];
