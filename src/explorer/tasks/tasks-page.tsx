import { useEffect, useState } from 'preact/hooks';
import { FailureNotice, Loading, Notice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import { StartMapping, Tasks, type TasksQuery } from '../generated/documents.ts';
import { type Price, useGraph } from '../graph/graph.ts';
import type { Failure } from '../graph/outcome.ts';
import { useQuery } from '../graph/use-query.ts';
import { LiveStatus } from '../live/live-status.tsx';
import { say } from '../sentences.ts';
import { TaskCard } from './task-card.tsx';

/** How many tasks are listed. */
const first = 20;

/** Mapping tasks as they move, and how to start one. */
export const TasksPage = () => {
  const { outcome, again, refresh } = useQuery(Tasks, { first });
  if (outcome.kind === 'loading') return <Loading lines={8} />;
  if (outcome.kind === 'failed') return <FailureNotice failure={outcome.failure} again={again} />;
  const { recentTasks, viewer } = outcome.data;
  const mayStart = viewer.can.mapNetwork === true;
  return (
    <>
      <PageTitle title={say.tasks.title} lead={say.tasks.lead} />
      <LiveStatus />
      <Section title={say.tasks.start}>
        {mayStart ? <StartForm onStarted={refresh} /> : <Notice {...say.tasks.forbidden} heading="h3" />}
      </Section>
      <Section title={say.tasks.recent} aside={<QueryLink document={Tasks} variables={{ first }} />}>
        <TaskList tasks={recentTasks ?? []} mayStart={mayStart} />
      </Section>
    </>
  );
};

const TaskList = ({
  tasks,
  mayStart,
}: {
  readonly tasks: NonNullable<TasksQuery['recentTasks']>;
  readonly mayStart: boolean;
}) =>
  tasks.length === 0 ? (
    <Notice title={say.tasks.none} body={mayStart ? say.tasks.noneBody : say.tasks.noneReading} heading="h3" />
  ) : (
    <ul class="tasks">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskCard task={task} />
        </li>
      ))}
    </ul>
  );

/** Asks for a website, shows the most that mapping it may cost, and starts it within that. */
const StartForm = ({ onStarted }: { readonly onStarted: () => void }) => {
  const graph = useGraph();
  const [website, setWebsite] = useState('');
  const [price, setPrice] = useState<Price | Failure>();
  const [attempt, setAttempt] = useState(0);
  const [told, setTold] = useState<string>();
  const companyWebsite = website.trim();

  useEffect(() => {
    setPrice(undefined);
    if (companyWebsite === '') return undefined;
    const leave = new AbortController();
    graph.quote(StartMapping, { companyWebsite }, leave.signal).then((quoted) => {
      if (!leave.signal.aborted) setPrice(quoted);
    });
    return () => leave.abort();
  }, [graph, companyWebsite, attempt]);

  const start = async () => {
    if (price === undefined || 'reason' in price) return;
    setTold(say.tasks.starting);
    const outcome = await graph.run(StartMapping, { companyWebsite }, { budget: price.max });
    if (outcome.kind !== 'done') {
      setTold(outcome.kind === 'failed' ? outcome.failure.message : undefined);
      return;
    }
    const { network, problems } = outcome.data.mapNetwork ?? {};
    const [problem] = problems ?? [];
    if (problem) setTold(problem.message);
    else setTold(network ? say.tasks.mapped(network.totalCount) : say.tasks.started(companyWebsite));
    setAttempt((count) => count + 1);
    onStarted();
  };
  return (
    <form
      class="form-row"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <label class="field">
        <span>{say.tasks.website}</span>
        <input
          type="text"
          inputMode="url"
          autocomplete="off"
          placeholder="kestrel-robotics.example"
          value={website}
          onInput={({ currentTarget }) => setWebsite(currentTarget.value)}
        />
      </label>
      {companyWebsite !== '' && (
        <PriceButton
          label={say.tasks.startButton}
          price={price}
          onBuy={start}
          onReprice={() => setAttempt((count) => count + 1)}
        />
      )}
      <p class="muted" role="status">
        {told}
      </p>
    </form>
  );
};
