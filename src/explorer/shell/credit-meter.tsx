import { Viewer } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';

/** What may still be spent: the purse as a meter, or what the key has used; and what this visit has spent. */
export const CreditMeter = () => {
  const graph = useGraph();
  const { outcome } = useQuery(Viewer, {});
  const receipts = graph.receipts.value;
  const spent = receipts.reduce((sum, { charged }) => sum + charged, 0);
  if (outcome.kind !== 'done') return <div class="meter" />;
  const { purse, credits } = outcome.data;
  const left =
    purse &&
    (receipts
      .findLast(({ purses }) => purses?.some(({ id }) => id === purse.id))
      ?.purses?.find(({ id }) => id === purse.id)?.left ??
      purse.left);
  return (
    <div class="meter">
      {purse && left !== null ? (
        <>
          <meter aria-label={say.meter.label} min={0} max={purse.total} value={left} />
          <span>{say.meter.left(left, purse.total)}</span>
        </>
      ) : (
        credits && <span>{say.meter.used(credits.usage + spent)}</span>
      )}
      {spent > 0 && <span class="muted">{say.meter.spent(spent)}</span>}
    </div>
  );
};
