import { Viewer } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';

/** Rights of the session beyond reading; all false until the graph has answered. */
export interface Rights {
  /** May change data that the graph itself stores: lists and exclusions. */
  readonly keep: boolean;
  /** May do everything that the key may. */
  readonly act: boolean;
}

export const useRights = (): Rights => {
  const { keep = false, act = false } = useQuery(Viewer, {}).data?.viewer.can ?? {};
  return { keep, act };
};
