import { Button } from '../components/button.tsx';
import { Menu } from '../components/menu.tsx';
import { Section } from '../components/section.tsx';
import { TextLink } from '../components/text.tsx';
import { ending, moment, role } from '../format.ts';
import { tell } from '../frame/toast.tsx';
import { ChangeWatch, DropWatch, type UpdateWatchInput, Watches, type WatchesQuery } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { readable } from '../graph/outcome.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/session.ts';
import { forgetWatch, watchAddress } from './watch-this.tsx';

export type Watch = NonNullable<WatchesQuery['watches']>[number];

export const StateChip = ({ state }: Pick<Watch, 'state'>) => (
  <span class={`chip plain watch-${state.toLowerCase()}`}>{say.watch[state]}</span>
);

/** A watch's status in a line. */
const factsOf = ({ people, lastPollAt, endsAt }: Watch): string =>
  role(
    people === null ? null : say.people(people),
    lastPollAt === null ? null : `read ${moment(lastPollAt)}`,
    `until ${ending(endsAt)}`,
  );

interface WatchListProps {
  readonly watches: readonly Watch[];
  readonly onChanged: () => void;
}

/** The watches, with buttons that pause and delete them. */
export const WatchList = ({ watches, onChanged }: WatchListProps) => {
  const { act } = useRights();
  return (
    <Section
      title="Watches"
      note={
        act
          ? 'A watch made here ends with this session.'
          : 'This session can’t change watches. The person who opened it can open one that may.'
      }
    >
      <ul class="stack loose">
        {watches.map((watch) => (
          <li key={watch.id}>
            <article class="card task-head row wrap loose">
              <h3>
                <TextLink href={watchAddress(watch.id)}>{watch.name}</TextLink>
              </h3>
              {watch.of === 'SEARCH' && <span class="chip plain">All people</span>}
              <StateChip state={watch.state} />
              <span class="muted small">{factsOf(watch)}</span>
              {act && <WatchActions watch={watch} onChanged={onChanged} />}
              {watch.reason && <p class="muted small reason">{readable(watch.reason)}</p>}
            </article>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const WatchActions = ({
  watch: { id, state },
  onChanged,
}: {
  readonly watch: Watch;
  readonly onChanged: () => void;
}) => {
  const graph = useGraph();
  const change = async (input: Omit<UpdateWatchInput, 'id'>, done: string, undo?: () => void) => {
    const again = { changes: [Watches] };
    const { refusal } = await graph.change(ChangeWatch, { input: { id, ...input } }, again);
    tell(refusal ?? done, refusal === undefined ? undo : undefined);
    onChanged();
  };
  const pause = () => void change({ paused: true }, 'Watch paused', resume);
  const resume = () =>
    void change({ paused: false, ...(state === 'KEY_REFUSED' && { resume: true }) }, 'Watch resumed');
  const drop = async () => {
    const change = { input: { id } };
    const { refusal } = await graph.change(DropWatch, change, { changes: [Watches] });
    if (refusal === undefined) forgetWatch(id);
    tell(refusal ?? 'Watch deleted');
    onChanged();
  };
  const mayResume = state === 'PAUSED' || state === 'KEY_REFUSED';
  return (
    <div class="tools row">
      {state !== 'ENDED' && (
        <Button kind="bar" label={mayResume ? 'Resume' : 'Pause'} onClick={mayResume ? resume : pause} />
      )}
      <Menu label="Delete" align="end">
        {(close) => (
          <div class="menu-form stack">
            <p>Its changes are deleted, too.</p>
            <button
              type="button"
              class="button primary"
              onClick={() => {
                close();
                void drop();
              }}
            >
              Delete watch
            </button>
          </div>
        )}
      </Menu>
    </div>
  );
};
