import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { FailureNotice, Notice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { moment } from '../format.ts';
import { FollowTask, type FollowTaskSubscription, TaskResult, type TasksQuery } from '../generated/documents.ts';
import { failureFrom, readable } from '../graph/outcome.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useStream } from '../live/live.ts';
import { NetworkList } from '../people/network-list.tsx';
import { say } from '../sentences.ts';

type Task = NonNullable<TasksQuery['recentTasks']>[number];
type Event = NonNullable<FollowTaskSubscription['mappingTask']>;

const sayEvent: Readonly<Record<Event['kind'], string>> = {
  STATUS: 'Status',
  TROUBLE: 'No answer yet; trying again',
  RECOVERY: 'Answering again',
  HEARTBEAT: 'Nothing new',
  END: 'No longer followed',
};

/** A task: its status, its history, and its result with the price. */
export const TaskCard = ({ task, refresh }: { readonly task: Task; readonly refresh: () => void }) => {
  const [events, setEvents] = useState<readonly Event[]>([]);
  const hear = ({ mappingTask }: FollowTaskSubscription) => {
    if (mappingTask) setEvents((seen) => [...seen, mappingTask]);
  };
  useStream(FollowTask, { id: task.id }, hear, refresh);

  const last = events.findLast(({ status }) => status !== null);
  const status = last?.status ?? task.status ?? 'OTHER';
  return (
    <article class="card task stack start">
      <header class="task-head row wrap loose">
        <h3 dir="auto">{task.companyWebsite ?? 'A mapping'}</h3>
        <span class={`chip plain status-${status.toLowerCase()}`}>{say.mapping[status]}</span>
      </header>
      {task.startedAt && <p class="muted">Started {moment(task.startedAt)}</p>}
      <ol class="timeline small" aria-label="History">
        {events.map((event) => (
          <li key={event.id} class="row">
            <time class="muted" dateTime={event.observedAt}>
              {moment(event.observedAt)}
            </time>
            <span>{event.kind === 'STATUS' ? say.mapping[event.status ?? 'OTHER'] : sayEvent[event.kind]}</span>
          </li>
        ))}
      </ol>
      {status === 'MAPPED' && <Result id={task.id} />}
    </article>
  );
};

/** Number of people read of a result, usually all. */
const first = 10_000;

const Result = ({ id }: { readonly id: string }) => {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <PricedResult id={id} />;
  return <Button label="Result…" onClick={() => setAsked(true)} />;
};

const PricedResult = ({ id }: { readonly id: string }) => {
  const paid = usePaid(TaskResult, { id, first });
  if (!paid.isBought) return <PriceButton label="Show who it found" paid={paid} />;
  if (!paid.data || paid.failureOf('mappingTask')) return <ReadNotice read={paid} member="mappingTask" lines={3} />;
  const result = paid.data.mappingTask?.result;
  if (!result) return <Notice title="No result to show" body={readable(paid.errors[0]?.message ?? '')} heading="h3" />;
  if ('code' in result) {
    const { code, message } = result;
    if (code === 'RESULT_UNAVAILABLE')
      return <Notice title="No result to show" body={readable(message)} heading="h3" />;
    return <FailureNotice failure={failureFrom(code, message)} again={paid.again} />;
  }
  return (
    <>
      <p>
        <strong>{say.people(result.totalCount)}</strong>
      </p>
      <NetworkList
        label="People found"
        source={{ ...wholeOf(result.nodes), total: result.totalCount }}
        fileName={`mapping-${id.slice(0, 8)}`}
        name={`${id.slice(0, 8)}-`}
      />
    </>
  );
};
