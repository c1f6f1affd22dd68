import { Viewer } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';

/** What the session may do beyond looking; nothing until the graph has told. */
export interface Rights {
  /** Change what the graph keeps by itself: lists and exclusions. */
  readonly keep: boolean;
  /** Whatever the key may. */
  readonly act: boolean;
}

export const useRights = (): Rights => {
  const { keep = false, act = false } = useQuery(Viewer, {}).data?.viewer.can ?? {};
  return { keep, act };
};
