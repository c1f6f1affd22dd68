import { useLocation } from 'preact-iso/router';
import { Button } from '../components/button.tsx';
import { Choices } from '../components/menu.tsx';
import { keptAddress } from '../frame/address.ts';
import { tell } from '../frame/toast.tsx';
import { EditTargets, KeptLists } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/session.ts';
import { listDocuments, nameOfToday, useMakeList } from './make-list.ts';
import { introTargetOf } from './target.ts';

interface AddToListProps {
  readonly targets: readonly { readonly id: string; readonly name: string }[];
  readonly label?: string;
}

/** Creates a list of people and opens its plan, or adds them to an existing list. */
export const AddToList = ({ targets, label = 'Plan introductions' }: AddToListProps) => {
  const { isBusy, make } = useMakeList();
  const { keep } = useRights();
  if (!keep) return null;
  const plan = () => {
    const chosen = targets.map(({ id, name }) => ({ ref: { kind: 'person', id }, label: name }) as const);
    void make(chosen.length === 1 && targets[0] ? targets[0].name : nameOfToday(), chosen);
  };
  return (
    <>
      <Button kind="bar primary" label={label} icon="lists" disabled={isBusy} onClick={plan} />
      <AddToKept targets={targets} />
    </>
  );
};

/** Adds people to an existing list; renders nothing if there is none. */
const AddToKept = ({ targets }: Pick<AddToListProps, 'targets'>) => {
  const graph = useGraph();
  const { route } = useLocation();
  const lists = useQuery(KeptLists, {}).data?.targetLists ?? [];
  if (lists.length === 0) return null;
  const add = async (id: string, name: string) => {
    const add = targets.map((one) => ({ ref: introTargetOf({ kind: 'person', id: one.id }), label: one.name }));
    const change = { input: { id, add } };
    const { refusal } = await graph.change(EditTargets, change, { changes: listDocuments });
    if (refusal !== undefined) return tell(refusal);
    route(keptAddress(id));
    tell(`${say.people(targets.length)} added to “${name}”`);
  };
  return (
    <Choices
      label="Add to a list"
      icon="lists"
      choices={lists.map(({ id, name }) => ({ name, choose: () => add(id, name) }))}
    />
  );
};
