import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ProfileWhere } from '../../sdk/generated/schema-types.ts';
import { Icon } from '../components/icon.tsx';
import { ending } from '../format.ts';
import { addressOf } from '../frame/address.ts';
import { tell } from '../frame/toast.tsx';
import { DropWatch, MakeWatch, Watches, type WatchOf } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/rights.ts';
import { refusalIn } from './refusal.ts';

interface WatchThisProps {
  readonly name: string;
  /** Whom to watch; null: everyone. */
  readonly where: ProfileWhere | null;
  /** The network alone, which is usual, or all people. */
  readonly of?: WatchOf;
}

/** The longest name that the graph takes. */
const longestName = 200;

export const watchAddress = (id: string): string => addressOf('/activity', { tab: 'changes', watch: id });

/** The watches that were made in this visit, by what they are of. */
const made = signal<ReadonlyMap<string, string>>(new Map());

/** Forgets that this visit made a watch, once that is deleted: the same can then be watched again. */
export const forgetWatch = (id: string): void => {
  made.value = new Map([...made.value].filter(([, one]) => one !== id));
};

/** Has the graph watch people, then leads to their changes; nothing where the session may not. */
export const WatchThis = ({ name: full, where, of = 'NETWORK' }: WatchThisProps) => {
  const graph = useGraph();
  const { act } = useRights();
  const isBusy = useRef(false);
  const key = JSON.stringify([of, where]);
  const id = made.value.get(key);

  const drop = async (watch: string) => {
    const outcome = await graph.run(DropWatch, { input: { id: watch } }, { changes: [Watches] });
    const refusal = refusalIn(outcome, 'deleteWatch');
    if (refusal === undefined) forgetWatch(watch);
    else tell(refusal);
  };
  const make = async () => {
    const name = full.slice(0, longestName);
    const outcome = await graph.run(MakeWatch, { input: { name, of, where } }, { changes: [Watches] });
    const watch = outcome.kind === 'done' ? outcome.data.createWatch?.watch : undefined;
    if (!watch) return tell(refusalIn(outcome, 'createWatch') ?? say.watches.failed);
    made.value = new Map([...made.value, [key, watch.id]]);
    tell(say.watches.made(name, ending(watch.endsAt)), () => void drop(watch.id));
  };

  if (!act) return null;
  if (id !== undefined)
    return (
      <a class="button bar watch-this" href={watchAddress(id)} title={say.watches.watched} data-heir>
        <Icon name="check" />
        <span>{say.watches.watched}</span>
      </a>
    );
  return (
    <button
      type="button"
      class="button bar watch-this"
      title={say.watches.watch}
      onClick={async () => {
        if (isBusy.current) return;
        isBusy.current = true;
        await make();
        isBusy.current = false;
      }}
    >
      <Icon name="watch" />
      <span>{say.watches.watch}</span>
    </button>
  );
};
