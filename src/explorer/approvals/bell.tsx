import { useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { number } from '../format.ts';
import { tell } from '../frame/toast.tsx';
import { Approvals, FollowApprovals, type FollowApprovalsSubscription } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { useStream } from '../live/live.ts';
import { say } from '../sentences.ts';

/** Number of pending requests; screen readers announce each new one. */
export const Bell = () => {
  const { data, refresh } = useQuery(Approvals, {});
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());

  const hear = ({ approvals }: FollowApprovalsSubscription) => {
    if (!approvals) return;
    const isWaiting = approvals.state === 'PENDING';
    if (isWaiting) tell(say.asks(approvals));
    setChanged((before) => new Map([...before, [approvals.id, isWaiting]]));
  };
  // Only once the graph has confirmed the session.
  useStream(FollowApprovals, data && {}, hear, refresh);
  const listed = (data?.approvals ?? []).map(({ id, state }) => [id, state === 'PENDING'] as const);
  const count = [...new Map([...listed, ...changed]).values()].filter(Boolean).length;
  return (
    <a class="nav-item bell row" href="/approvals">
      <Icon name="bell" />
      <span>Requests</span>
      {count > 0 && (
        <span class="chip plain">
          <span aria-hidden="true">{count}</span>
          <span class="visually-hidden">
            {count === 1 ? '1 waits for an answer' : `${number(count)} wait for an answer`}
          </span>
        </span>
      )}
    </a>
  );
};
