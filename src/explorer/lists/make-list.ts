import { useLocation } from 'preact-iso/router';
import { Home, KeepList, KeptLists, KeptTargets } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useRights } from '../session/rights.ts';
import { keptAddress, listAddress, mostKept, newList, notes } from './kept.ts';
import { graphStatusOf, introTargetOf, refKey, type Target } from './target.ts';

/** Whose answers change with a list: plans do not. */
const listDocuments = [Home, KeptLists, KeptTargets];

/**
 * Makes a list and goes to it: the graph keeps it where the session may have it kept; otherwise, and where that fails, its
 * address does.
 */
export const useMakeList = (): ((name: string, targets: readonly Target[]) => Promise<void>) => {
  const graph = useGraph();
  const { route } = useLocation();
  const { keep } = useRights();
  return async (name, targets) => {
    if (keep && targets.length <= mostKept) {
      const outcome = await graph.run(
        KeepList,
        {
          input: {
            name,
            targets: targets.map(({ ref, status }) => ({
              ref: introTargetOf(ref),
              status: graphStatusOf(status),
              note: notes.value.get(refKey(ref)) ?? null,
            })),
          },
        },
        { changes: listDocuments },
      );
      const id = outcome.kind === 'done' ? outcome.data.createTargetList?.targetList?.id : undefined;
      if (id !== undefined) return route(keptAddress(id));
    }
    route(listAddress(newList(name, targets)));
  };
};
