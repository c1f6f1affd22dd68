import { useEffect } from 'preact/hooks';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { moment } from '../format.ts';
import { FollowPurse, Spend as SpendDocument, type SpendQuery } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { useLive } from '../live/use-live.ts';
import { say } from '../sentences.ts';
import { PurchaseTable } from './purchase-table.tsx';

type Purse = NonNullable<SpendQuery['purse']>;

/** What this session's purse has left, and what was paid for. */
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
      <PurchaseTable {...(purse && { spent: purse.spent })} />
    </>
  );
};

const PurseView = ({ purse }: { readonly purse: Purse }) => (
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
);
