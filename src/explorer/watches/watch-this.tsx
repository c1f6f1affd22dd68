import { useRef, useState } from 'preact/hooks';
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

/** Has the graph watch people, then leads to their changes; nothing where the session may not. */
export const WatchThis = (props: WatchThisProps) => {
  const { act } = useRights();
  return act ? <WatchButton key={JSON.stringify([props.of, props.where])} {...props} /> : null;
};

const WatchButton = ({ name: full, where, of = 'NETWORK' }: WatchThisProps) => {
  const graph = useGraph();
  const name = full.slice(0, longestName);
  const isBusy = useRef(false);
  const [made, setMade] = useState<string>();

  const drop = async (id: string) => {
    const refusal = refusalIn(await graph.run(DropWatch, { input: { id } }, { changes: [Watches] }), 'deleteWatch');
    if (refusal !== undefined) return tell(refusal);
    setMade(undefined);
  };
  const make = async () => {
    const all = await graph.run(Watches, {});
    const known = all.kind === 'done' ? all.data.watches?.find((one) => one.name === name && one.of === of) : undefined;
    if (known) {
      setMade(known.id);
      return tell(say.watches.known(name));
    }
    const outcome = await graph.run(MakeWatch, { input: { name, of, where } }, { changes: [Watches] });
    const watch = outcome.kind === 'done' ? outcome.data.createWatch?.watch : undefined;
    if (!watch) return tell(refusalIn(outcome, 'createWatch') ?? say.watches.failed);
    setMade(watch.id);
    tell(say.watches.made(name, ending(watch.endsAt)), () => void drop(watch.id));
  };

  if (made !== undefined)
    return (
      <a class="button bar quiet-label" href={watchAddress(made)} title={say.watches.watched} data-heir>
        <Icon name="check" />
        <span>{say.watches.watched}</span>
      </a>
    );
  return (
    <button
      type="button"
      class="button bar quiet-label"
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
