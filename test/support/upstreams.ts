import { openContraryUpstream } from './contrary-upstream.ts';
import { openTestGraph, type TestGraph } from './graph.ts';
import { openCast } from './service.ts';

/** A graph over the cast, on one of the upstreams. */
export interface CastGraph extends TestGraph {
  /** Whether the upstream decides what the interface leaves open as our own service does. */
  readonly ours: boolean;
}

async function overOurs(): Promise<CastGraph> {
  const service = await openCast();
  const graph = await openTestGraph(service.url);
  return joined(graph, true, () => service.close());
}

async function overContrary(): Promise<CastGraph> {
  const upstream = await openContraryUpstream();
  const graph = await openTestGraph(upstream.url);
  return joined(graph, false, () => upstream[Symbol.asyncDispose]());
}

function joined(graph: TestGraph, ours: boolean, closeUpstream: () => PromiseLike<void>): CastGraph {
  const close = async () => {
    await graph.close();
    await closeUpstream();
  };
  return { ...graph, ours, close, [Symbol.asyncDispose]: close };
}

/** The upstreams on which a test must hold that needs nothing but what the interface specifies. */
export const upstreams = { 'our own service': overOurs, 'a contrary upstream': overContrary } as const;
