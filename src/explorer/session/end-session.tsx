import { useGraph } from '../graph/graph.ts';
import { useSession } from './session.ts';

interface EndSessionProps {
  readonly class: string;
  readonly label: string;
}

/** A button that ends the session, for all tabs. */
export const EndSession = ({ class: className, label }: EndSessionProps) => {
  const graph = useGraph();
  const session = useSession();
  const end = async () => {
    if (await session.end()) graph.signedOut.value = true;
  };
  return (
    <button type="button" class={className} onClick={end}>
      {label}
    </button>
  );
};
