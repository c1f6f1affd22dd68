import { useEffect, useState } from 'preact/hooks';
import { FailureNotice, Notice, OutcomeNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { moment } from '../format.ts';
import { FollowTask, type FollowTaskSubscription, TaskResult, type TasksQuery } from '../generated/documents.ts';
import { failureAt, reasonOf } from '../graph/outcome.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useLive } from '../live/use-live.ts';
import { NetworkTable } from '../people/network-table.tsx';
import { say } from '../sentences.ts';

type Task = NonNullable<TasksQuery['recentTasks']>[number];
type Event = NonNullable<FollowTaskSubscription['mappingTask']>;

/** One task: where it stands, what it has been through, and its result with the price of that. */
export const TaskCard = ({ task }: { readonly task: Task }) => {
  const live = useLive();
  const [events, setEvents] = useState<readonly Event[]>([]);
  useEffect(() => {
    setEvents([]);
    return live.follow(FollowTask, { id: task.id }, ({ mappingTask }) => {
      if (mappingTask) setEvents((seen) => [...seen, mappingTask]);
    });
  }, [live, task.id]);

  const last = events.findLast(({ status }) => status !== null);
  const status = last?.status ?? task.status ?? 'OTHER';
  return (
    <article class="card task">
      <header class="task-head">
        <h3 dir="auto">{task.companyWebsite ?? say.tasks.whole}</h3>
        <span class={`chip plain status-${status.toLowerCase()}`}>{say.tasks.status[status]}</span>
      </header>
      {task.startedAt && <p class="muted">{say.tasks.startedAt(moment(task.startedAt))}</p>}
      <ol class="history" aria-label={say.tasks.history}>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.observedAt}>{moment(event.observedAt)}</time>
            <span>
              {event.kind === 'STATUS' ? say.tasks.status[event.status ?? 'OTHER'] : say.tasks.event[event.kind]}
            </span>
          </li>
        ))}
      </ol>
      {status === 'MAPPED' && <Result id={task.id} />}
    </article>
  );
};

/** How many people of a result are shown. */
const first = 100;

const Result = ({ id }: { readonly id: string }) => {
  const [asked, setAsked] = useState(false);
  if (asked) return <PricedResult id={id} />;
  return (
    <button type="button" class="button" onClick={() => setAsked(true)}>
      {say.tasks.askResult}
    </button>
  );
};

const PricedResult = ({ id }: { readonly id: string }) => {
  const { price, outcome, buy, reprice } = usePaid(TaskResult, { id, first });
  if (!outcome) return <PriceButton label={say.tasks.showResult} price={price} onBuy={buy} onReprice={reprice} />;
  if (outcome.kind !== 'done' || failureAt(outcome, 'mappingTask'))
    return <OutcomeNotice outcome={outcome} again={reprice} member="mappingTask" lines={3} />;
  const result = outcome.data.mappingTask?.result;
  if (!result) return <Notice title={say.tasks.noResult} body={outcome.errors[0]?.message} heading="h3" />;
  if ('code' in result) {
    const { code, message } = result;
    if (code === 'RESULT_UNAVAILABLE') return <Notice title={say.tasks.noResult} body={message} heading="h3" />;
    return <FailureNotice failure={{ reason: reasonOf(code), message }} again={reprice} />;
  }
  return (
    <>
      <p class="result-head">
        <span class="count">{say.people(result.totalCount)}</span>
        <QueryLink document={TaskResult} variables={{ id, first }} />
      </p>
      <NetworkTable label={say.tasks.found} relationships={result.nodes} fileName={`mapping-${id.slice(0, 8)}`} />
    </>
  );
};
