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
      <Section
        title="Map a company"
        note="See who in the partner network knows people at a company. Takes a few minutes."
      >
        {mayStart ? (
          <StartForm onStarted={refresh} />
        ) : (
          <Notice
            title="This session can’t start mappings"
            body="It needs a partner’s key and a session that may act. Mappings run for the partner’s own team: for a child team, its connectors are mapped as they are added on Team."
          />
        )}
      </Section>
      <Section title="Recent mappings">
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
    <Notice
      title="No mappings yet"
      body={
        mayStart
          ? 'Enter a website above, such as kestrel-robotics.example. Starting is free unless it is mapped already.'
          : 'Mappings started with this key appear here.'
      }
      heading="h3"
    />
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
    setTold('Starting…');
    const asked = { budget: price.max };
    const { payload, refusal } = await graph.change(StartMapping, { companyWebsite }, asked);
    setStarting(false);
    const network = payload?.network;
    setTold(refusal ?? (network ? `Already mapped: ${say.people(network.totalCount)}.` : `Mapping ${companyWebsite}.`));
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
        if (companyWebsite === '') setTold('Enter a website first.');
      }}
    >
      <label>
        <span>Company website</span>
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
        <PriceButton label="Start mapping" paid={{ price, buy: start, again }} />
      )}
      <p class="muted" role="status">
        {told}
      </p>
    </form>
  );
};
