import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import { ReadNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { moment } from '../format.ts';
import { tell } from '../frame/toast.tsx';
import { Approvals, type ApprovalsQuery, DecideApproval, FollowApprovals } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { useStream } from '../live/live.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/session.ts';

type Approval = NonNullable<ApprovalsQuery['approvals']>[number];

const states = {
  PENDING: 'waiting',
  GIVEN: 'allowed',
  DECLINED: 'declined',
  USED: 'done',
  ENDED: 'not answered in time',
  OTHER: '',
} as const;

/** Requests of agents, and decided ones. */
export const ApprovalsPage = () => {
  const read = useQuery(Approvals, {});
  useStream(FollowApprovals, {}, read.refresh, read.refresh);
  const all = read.data?.approvals;
  const waiting = all?.filter(({ state }) => state === 'PENDING') ?? [];
  const others = all?.filter(({ state }) => state !== 'PENDING') ?? [];
  return (
    <>
      <PageHead title="Requests" canShare={false} />
      {!all && <ReadNotice read={read} member="approvals" lines={2} />}
      {all && waiting.length === 0 && <p class="muted above small">No agent is waiting for an answer.</p>}
      <ul class="stack">
        {waiting.map((approval) => (
          <Waiting key={approval.id} approval={approval} onDecided={read.refresh} />
        ))}
      </ul>
      {others.length > 0 && (
        <Section title="Last hour">
          <ul class="plain-rows">
            {others.map((approval) => (
              <li key={approval.id}>
                <span dir="auto">
                  {approval.label}: {approval.summary}
                </span>
                <span class="muted">{states[approval.state]}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
};

interface WaitingProps {
  readonly approval: Approval;
  readonly onDecided: () => void;
}

/** A pending request, with its buttons. */
const Waiting = ({ approval, onDecided }: WaitingProps) => {
  const graph = useGraph();
  const { act } = useRights();
  const [isBusy, setBusy] = useState(false);
  const { id, max, endsAt } = approval;

  const answer = async (give: boolean) => {
    setBusy(true);
    const { refusal } = await graph.change(DecideApproval, { id, give });
    setBusy(false);
    if (refusal !== undefined) tell(refusal);
    onDecided();
  };
  return (
    <li class="card">
      <p dir="auto">
        <strong>{say.asks(approval)}</strong>
      </p>
      <p class="muted">Waits until {moment(String(endsAt))}.</p>
      {act ? (
        <div class="actions row wrap">
          <Button
            label={`Allow ${say.credits(max)}`}
            kind="primary"
            disabled={isBusy}
            onClick={() => void answer(true)}
          />
          <Button label="Decline" disabled={isBusy} onClick={() => void answer(false)} />
        </div>
      ) : (
        <p class="muted">This session can only look. The person who opened it can open one that answers requests.</p>
      )}
    </li>
  );
};
