import { useEffect, useState } from 'preact/hooks';
import { FollowPurse, Viewer } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { useLive } from '../live/use-live.ts';
import { say } from '../sentences.ts';

/** The team that the page acts for, where it was chosen; and what may still be spent: the purse as a meter, or what the key has used; and what this visit has spent. */
export const CreditMeter = () => {
  const graph = useGraph();
  const { outcome } = useQuery(Viewer, {});
  const spent = graph.receipts.value.reduce((sum, { charged }) => sum + charged, 0);
  if (outcome.kind !== 'done') return <div class="meter" />;
  const { viewer, purse, credits } = outcome.data;
  return (
    <div class="meter">
      {viewer.name !== null && (
        <span>
          {say.team.acting} <bdi>{viewer.name}</bdi>
        </span>
      )}
      {purse ? (
        <PurseMeter id={purse.id} total={purse.total} left={purse.left} />
      ) : (
        credits && <span>{say.meter.used(credits.usage + spent)}</span>
      )}
      {spent > 0 && <span class="muted">{say.meter.spent(spent)}</span>}
    </div>
  );
};

interface PurseMeterProps {
  readonly id: string;
  readonly total: number;
  /** When it was first asked for. */
  readonly left: number;
}

/** Moves with what this tab is charged, and with what others are: the last that was heard counts. */
const PurseMeter = ({ id, total, left }: PurseMeterProps) => {
  const graph = useGraph();
  const live = useLive();
  const [now, setNow] = useState(left);
  const own = graph.receipts.value.at(-1)?.purses?.find((purse) => purse.id === id)?.left;

  useEffect(() => {
    if (own !== undefined) setNow(own);
  }, [graph.receipts.value]);
  useEffect(() => live.follow(FollowPurse, {}, ({ purse }) => purse?.id === id && setNow(purse.left)), [live, id]);
  return (
    <>
      <meter aria-label={say.meter.label} min={0} max={total} value={now} />
      <span>{say.meter.left(now, total)}</span>
    </>
  );
};
