import { useState } from 'preact/hooks';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { Section } from '../components/section.tsx';
import { useAddress } from '../frame/address.ts';
import { useDraft } from '../frame/drafts.ts';
import { StartMapping, Tasks, type TasksQuery } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuote } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { TaskCard } from './task-card.tsx';

/** Number of tasks listed. */
const first = 20;

/** Mapping tasks with live progress, and a form that starts one. */
export const Mappings = () => {
  const tasks = useQuery(Tasks, { first });
  const { data, refresh } = tasks;
  if (!data) return <ReadNotice read={tasks} member="recentTasks" lines={8} />;
  const { recentTasks, viewer } = data;
  const mayStart = viewer.can.mapNetwork === true;
  return (
    <>
      <Section title={say.tasks.start} note={say.tasks.lead}>
        {mayStart ? <StartForm onStarted={refresh} /> : <Notice {...say.tasks.forbidden} heading="h3" />}
      </Section>
      <Section title={say.tasks.recent}>
        <ReadNotice read={tasks} member="recentTasks" />
        {recentTasks && <TaskList tasks={recentTasks} mayStart={mayStart} refresh={refresh} />}
      </Section>
    </>
  );
};

const TaskList = ({
  tasks,
  mayStart,
  refresh,
}: {
  readonly tasks: NonNullable<TasksQuery['recentTasks']>;
  readonly mayStart: boolean;
  readonly refresh: () => void;
}) =>
  tasks.length === 0 ? (
    <Notice title={say.tasks.none} body={mayStart ? say.tasks.noneBody : say.tasks.noneReading} heading="h3" />
  ) : (
    <ul class="stack loose">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskCard task={task} refresh={refresh} />
        </li>
      ))}
    </ul>
  );

/** Pause in typing after which the price is requested, in milliseconds. */
const restMs = 300;

/** Asks for a website, shows the maximum price of mapping it, and starts it within that price. */
const StartForm = ({ onStarted }: { readonly onStarted: () => void }) => {
  const graph = useGraph();
  const { query } = useAddress();
  const [website, setWebsite] = useDraft(`website ${query.map ?? ''}`, query.map ?? '');
  const [isStarting, setStarting] = useState(false);
  const [told, setTold] = useState<string>();
  const companyWebsite = website.trim();
  const { price, again } = useQuote(StartMapping, companyWebsite === '' ? undefined : { companyWebsite }, restMs);

  const start = async () => {
    if (price === undefined || 'reason' in price) return;
    setStarting(true);
    setTold(say.tasks.starting);
    const asked = { budget: price.max };
    const { payload, refusal } = await graph.change(StartMapping, { companyWebsite }, say.tasks.notStarted, asked);
    setStarting(false);
    const network = payload?.network;
    setTold(refusal ?? (network ? say.tasks.mapped(network.totalCount) : say.tasks.started(companyWebsite)));
    again();
    onStarted();
  };
  return (
    // Enter must not pay: it moves to the button that shows the price.
    <form
      class="inline-form row wrap"
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('.paying')?.focus();
        if (companyWebsite === '') setTold(say.tasks.enterWebsite);
      }}
    >
      <label>
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
      {companyWebsite !== '' && !isStarting && (
        <PriceButton label={say.tasks.startButton} paid={{ price, buy: start, again }} />
      )}
      <p class="muted" role="status">
        {told}
      </p>
    </form>
  );
};
