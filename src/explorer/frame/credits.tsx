import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { moment, number } from '../format.ts';
import { FollowPurse, Viewer } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { useStream } from '../live/live.ts';
import { say } from '../sentences.ts';

/** Credits left: the purse's rest, or that the team's allowance is used up. */
export const Credits = () => {
  const graph = useGraph();
  const { data, refresh } = useQuery(Viewer, {});
  const isUsedUp = graph.allowance.usedUp.use();
  const spent = graph.receipts.use().reduce((sum, { charged }) => sum + charged, 0);
  const isRemembered = data?.credits?.allowanceUsedUp === true;
  useEffect(() => {
    if (isRemembered) graph.allowance.remembered();
  }, [isRemembered]);

  if (!data) return <div class="credits stack small" />;
  const { purse, credits } = data;
  return (
    <div class="credits stack small">
      {isUsedUp ? (
        <p class="pay" role="status">
          Allowance used up. Everything free still works.{' '}
          <Button label="Try again" kind="link" onClick={() => graph.allowance.tryAgain()} />
        </p>
      ) : purse ? (
        <Purse id={purse.id} total={purse.total} left={purse.left} refresh={refresh} />
      ) : (
        credits && <p>{say.credits(credits.usage + spent)} used this period</p>
      )}
      <button type="button" class="link muted" popovertarget="what-is-a-credit">
        What is a credit?
      </button>
      <div id="what-is-a-credit" popover="auto" class="popover">
        <h2>What is a credit?</h2>
        <p>
          Reading a person’s or company’s full record costs 1 credit. It stays open until you reload the page; after
          that, its button shows whether it costs again. Introductions, plans and your network are free, and every
          button that costs something shows its price. Your team’s allowance may end before the credits of this session
          do: the page says so then, and nothing is charged.
        </p>
        {purse && purse.reserved + purse.uncertain > 0 && (
          <p>{say.credits(purse.reserved + purse.uncertain)} of unanswered payments count as spent.</p>
        )}
        {purse?.expiresAt && <p>This session ends at {moment(purse.expiresAt)}.</p>}
      </div>
    </div>
  );
};

interface PurseProps {
  readonly id: string;
  readonly total: number;
  /** As of the last request. */
  readonly left: number;
  readonly refresh: () => void;
}

/** Updated by charges of this tab and events of others; the latest value counts. */
const Purse = ({ id, total, left, refresh }: PurseProps) => {
  const graph = useGraph();
  const [now, setNow] = useState(left);
  const receipts = graph.receipts.use();
  const own = receipts.at(-1)?.purses?.find((purse) => purse.id === id)?.left;

  useEffect(() => {
    if (own !== undefined) setNow(own);
  }, [receipts]);
  useEffect(() => setNow(left), [left]);
  useStream(FollowPurse, {}, ({ purse }) => purse?.id === id && setNow(purse.left), refresh);
  return (
    <>
      <p>
        {number(now)} of {say.credits(total)} left
      </p>
      <meter aria-label="Credits left" min={0} max={total} value={now} />
    </>
  );
};
