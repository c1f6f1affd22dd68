import { useRef } from 'preact/hooks';
import type { ProfileWhere } from '../../sdk/generated/schema-types.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { ending } from '../format.ts';
import { addressOf } from '../frame/address.ts';
import { tell } from '../frame/toast.tsx';
import { DropWatch, MakeWatch, Watches, type WatchOf } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { Signal } from '../graph/signal.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/session.ts';

interface WatchThisProps {
  readonly name: string;
  /** The people to watch; null: everyone. */
  readonly where: ProfileWhere | null;
  /** The network (the default) or all people. */
  readonly of?: WatchOf;
}

/** The graph's maximum length of a name. */
const longestName = 200;

export const watchAddress = (id: string): string => addressOf('/activity', { tab: 'changes', watch: id });

/** Queries whose cached answers change with a watch. */
const again = { changes: [Watches] };

/** Watches created during this visit, by filter. */
const made = new Signal<ReadonlyMap<string, string>>(new Map());

/** Forgets a deleted watch, so that the same filter can be watched again. */
export const forgetWatch = (id: string): void => {
  made.value = new Map([...made.value].filter(([, one]) => one !== id));
};

/** Creates a watch, then shows its changes; hidden without the right. */
export const WatchThis = ({ name: full, where, of = 'NETWORK' }: WatchThisProps) => {
  const graph = useGraph();
  const { act } = useRights();
  const isBusy = useRef(false);
  const key = JSON.stringify([of, where]);
  const id = made.use().get(key);

  const drop = async (watch: string) => {
    const { refusal } = await graph.change(DropWatch, { input: { id: watch } }, again);
    if (refusal !== undefined) return tell(refusal);
    forgetWatch(watch);
  };
  const make = async () => {
    const name = full.slice(0, longestName);
    const change = { input: { name, of, where } };
    const { payload, refusal } = await graph.change(MakeWatch, change, again);
    const watch = payload?.watch;
    if (!watch) return tell(refusal ?? say.unsaved);
    made.value = new Map([...made.value, [key, watch.id]]);
    tell(`Watching “${name}” until ${ending(watch.endsAt)}`, () => void drop(watch.id));
  };

  if (!act) return null;
  if (id !== undefined)
    return (
      <a class="button bar quiet-label" href={watchAddress(id)} title="Watched" data-heir>
        <Icon name="check" />
        <span>Watched</span>
      </a>
    );
  return (
    <Button
      kind="bar"
      label="Watch"
      icon="watch"
      isQuiet
      onClick={async () => {
        if (isBusy.current) return;
        isBusy.current = true;
        await make();
        isBusy.current = false;
      }}
    />
  );
};
