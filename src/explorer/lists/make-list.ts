import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { day } from '../format.ts';
import { keptAddress } from '../frame/address.ts';
import { tell } from '../frame/toast.tsx';
import { Home, KeepList, KeptLists, KeptTargets } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { say } from '../sentences.ts';
import { graphStatusOf, introTargetOf, type NewTarget } from './target.ts';

/** Maximum number of targets in a list. */
export const mostKept = 500;

const defaultPerConnector = 3;
export const maxPerConnector = 10;

/** Reads the maximum number of introductions requested from one connector from a parameter of an address. */
export const perConnectorIn = (text = ''): number => {
  const count = Number.parseInt(text, 10);
  return count >= 1 && count <= maxPerConnector ? count : defaultPerConnector;
};

/** The name of a list without one: `List of 5 Oct`. */
export const nameOfToday = (): string => `List of ${day(new Date().toISOString())}`;

/** Queries whose cached answers change with a list. Plans do not. */
export const listDocuments = [Home, KeptLists, KeptTargets];

interface Making {
  readonly isBusy: boolean;
  /** Creates a list. Resolves with whether that succeeded; a second call in the meantime does nothing. */
  readonly make: (name: string, targets: readonly NewTarget[]) => Promise<boolean>;
}

/** Creates a list in the graph, and navigates to it. */
export const useMakeList = (): Making => {
  const graph = useGraph();
  const { route } = useLocation();
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const make: Making['make'] = async (name, targets) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    const { payload, refusal } = await graph.change(
      KeepList,
      {
        input: {
          name,
          targets: targets.map(({ ref, label, title, status = 'todo', note }) => ({
            ref: introTargetOf(ref),
            status: graphStatusOf(status),
            label: label?.slice(0, maxLabel) ?? null,
            title: title?.slice(0, maxLabel) ?? null,
            note: note ?? null,
          })),
        },
      },
      { changes: listDocuments },
    );
    running.current = false;
    setBusy(false);
    if (payload?.targetList) route(keptAddress(payload.targetList.id));
    else tell(refusal ?? say.unsaved);
    return Boolean(payload?.targetList);
  };
  return { isBusy, make };
};

/** Maximum length of a label in the graph. */
const maxLabel = 300;
