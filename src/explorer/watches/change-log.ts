import { useEffect, useMemo } from 'preact/hooks';
import { Changes, type ChangesQuery, FollowChanges } from '../generated/documents.ts';
import { type Graph, useGraph } from '../graph/graph.ts';
import { type Failure, failureAt } from '../graph/outcome.ts';
import { Signal } from '../graph/signal.ts';
import { useStream } from '../live/live.ts';

export type Change = NonNullable<ChangesQuery['networkChanges']>['nodes'][number];

/** Whether a person changed employers; a new title at the same one is another kind of change. */
export const isMove = (change: Change): change is Extract<Change, { readonly __typename: 'PersonMoved' }> =>
  change.__typename === 'PersonMoved' && change.kind === 'MOVED';

/** Number of changes per page. */
const first = 1000;

/** The changes of a watch. The list only grows: changes remain for the visit, and newer ones are appended. */
class ChangeLog {
  /** Oldest first. */
  readonly changes = new Signal<readonly Change[]>([]);
  /** Whether all changes are read. */
  readonly isRead = new Signal(false);
  readonly failure = new Signal<Failure | undefined>(undefined);
  readonly #graph: Graph;
  readonly #watch: string;
  #isReading = false;
  #isWanted = false;

  constructor(graph: Graph, watch: string) {
    this.#graph = graph;
    this.#watch = watch;
  }

  /** Reads the changes after the last one here. */
  async read(): Promise<void> {
    this.#isWanted = true;
    if (this.#isReading) return;
    this.#isReading = true;
    this.failure.value = undefined;
    while (this.#isWanted) {
      this.#isWanted = false;
      if (await this.#readPage()) this.#isWanted = true;
    }
    this.#isReading = false;
    this.isRead.value = this.failure.value === undefined;
  }

  /** Resolves with whether there are more. */
  async #readPage(): Promise<boolean> {
    const since = this.changes.value.at(-1)?.id ?? null;
    const outcome = await this.#graph.run(Changes, { watch: this.#watch, since, first }, { fresh: true });
    const page = outcome.kind === 'done' ? outcome.data.networkChanges : undefined;
    if (!page) {
      const why = outcome.kind === 'failed' ? outcome.failure : failureAt(outcome.errors, 'networkChanges');
      this.failure.value = why ?? { reason: 'failed', message: '' };
      return false;
    }
    this.changes.value = [...this.changes.value, ...page.nodes];
    return page.pageInfo.hasNextPage;
  }
}

const logs = new WeakMap<Graph, Map<string, ChangeLog>>();

const logOf = (graph: Graph, watch: string): ChangeLog => {
  const known = logs.get(graph) ?? new Map<string, ChangeLog>();
  logs.set(graph, known);
  const log = known.get(watch) ?? new ChangeLog(graph, watch);
  known.set(watch, log);
  return log;
};

/** The changes of a watch, updated by events; free. */
export const useChangeLog = (watch: string): ChangeLog => {
  const graph = useGraph();
  const log = logOf(graph, watch);
  const isRead = log.isRead.use();
  useEffect(() => void log.read(), [log]);
  const from = useMemo(() => {
    const after = log.changes.value.at(-1)?.id;
    return isRead ? { watch, ...(after !== undefined && { after }) } : undefined;
  }, [log, isRead]);
  const read = () => void log.read();
  useStream(FollowChanges, from, read, read);
  return log;
};
