import { type Graph, useGraph } from '../graph/graph.ts';
import { currentSession } from '../session/session.ts';
import { Live } from './live.ts';

const streams = new WeakMap<Graph, Live>();

/** The session's event streams, opened on first use. */
export const useLive = (): Live => {
  const graph = useGraph();
  const known = streams.get(graph);
  if (known) return known;
  const live = new Live(currentSession, () => {
    graph.signedOut.value = true;
  });
  streams.set(graph, live);
  return live;
};
