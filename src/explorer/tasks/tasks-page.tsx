import { useEffect, useState } from 'preact/hooks';
import { Notice, OutcomeNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import { StartMapping, Tasks, type TasksQuery } from '../generated/documents.ts';
import { type Price, useGraph } from '../graph/graph.ts';
import { type Failure, failureAt } from '../graph/outcome.ts';
import { useQuery } from '../graph/use-query.ts';
import { LiveStatus } from '../live/live-status.tsx';
import { say } from '../sentences.ts';
import { TaskCard } from './task-card.tsx';

/** How many tasks are listed. */
const first = 20;

/** Mapping tasks as they move, and how to start one. */
export const TasksPage = () => {
  const { outcome, again, refresh } = useQuery(Tasks, { first });
  if (outcome.kind !== 'done') return <OutcomeNotice outcome={outcome} again={again} member="recentTasks" lines={8} />;
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
        <OutcomeNotice outcome={outcome} again={again} member="recentTasks" />
        {recentTasks && <TaskList tasks={recentTasks} mayStart={mayStart} />}
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
  const [quoted, setQuoted] = useState<{ readonly companyWebsite: string; readonly price: Price | Failure }>();
  const [attempt, setAttempt] = useState(0);
  const [starting, setStarting] = useState(false);
  const [told, setTold] = useState<string>();
  const companyWebsite = website.trim();
  const price = quoted?.companyWebsite === companyWebsite ? quoted.price : undefined;

  useEffect(() => {
    setQuoted(undefined);
    if (companyWebsite === '') return undefined;
    const leave = new AbortController();
    graph.quote(StartMapping, { companyWebsite }, leave.signal).then((price) => {
      if (!leave.signal.aborted) setQuoted({ companyWebsite, price });
    });
    return () => leave.abort();
  }, [graph, companyWebsite, attempt]);

  const start = async () => {
    if (price === undefined || 'reason' in price) return;
    setStarting(true);
    setTold(say.tasks.starting);
    const outcome = await graph.run(StartMapping, { companyWebsite }, { budget: price.max });
    setStarting(false);
    const started = outcome.kind === 'done' ? outcome.data.mapNetwork : undefined;
    if (!started) {
      setTold(failureAt(outcome, 'mapNetwork')?.message || say.tasks.notStarted);
      return;
    }
    const { network, problems } = started;
    const [problem] = problems;
    if (problem) setTold(problem.message);
    else setTold(network ? say.tasks.mapped(network.totalCount) : say.tasks.started(companyWebsite));
    setAttempt((count) => count + 1);
    onStarted();
  };
  return (
    // No form: Enter would submit it, and pay without the button that shows the price.
    <div class="form-row">
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
      {companyWebsite !== '' && !starting && (
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
    </div>
  );
};
