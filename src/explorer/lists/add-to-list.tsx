import { Icon } from '../components/icon.tsx';
import { useVocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';
import { useMakeList } from './make-list.ts';

interface AddToListProps {
  readonly targets: readonly { readonly id: string; readonly name: string }[];
  readonly label?: string;
}

/** Makes a list of people, and goes to its plan. */
export const AddToList = ({ targets, label = say.lists.plan }: AddToListProps) => {
  const make = useMakeList();
  const vocabulary = useVocabulary();
  const plan = () => {
    vocabulary.addProfiles(
      targets.map(({ id, name }) => ({ id, fullName: name, currentTitle: null, currentCompanyName: null })),
    );
    const chosen = targets.map(({ id }) => ({ ref: { kind: 'person', id }, status: 'todo' }) as const);
    void make(chosen.length === 1 && targets[0] ? targets[0].name : say.lists.named(chosen.length), chosen);
  };
  return (
    <button type="button" class="button bar primary" onClick={plan}>
      <Icon name="lists" />
      <span>{label}</span>
    </button>
  );
};
