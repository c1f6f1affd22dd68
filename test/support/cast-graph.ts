import type { GraphOptions } from '../../src/graph/server/open.ts';
import { openTestGraph, type TestGraph } from './graph.ts';
import { type CastService, openCast } from './service.ts';

export interface CastGraph extends TestGraph {
  readonly service: CastService;
}

/** The graph over the cast's service: small, and quickly there. */
export async function openCastGraph(options: Partial<GraphOptions> = {}): Promise<CastGraph> {
  const service = await openCast();
  const graph = await openTestGraph(service.url, options);
  return Object.assign(graph, {
    service,
    [Symbol.asyncDispose]: async () => {
      await graph.close();
      await service[Symbol.asyncDispose]();
    },
  });
}
