import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import type { Between } from '../graph/between.ts';
import { openTestGraph, type TestGraph } from '../graph/graph.ts';
import { openCast } from '../service.ts';
import type { TeamName } from './cast.ts';

export interface CastGraph extends TestGraph {
  /** Credits that the upstream's ledger has for the team; what a partner's child team costs may be either's. */
  spent(team: TeamName): Promise<number>;
}

/** The graph over the cast's service: small, and quickly there. */
export async function openCastGraph(
  options: Partial<GraphOptions> = {},
  openBetween?: (url: string) => Promise<Between>,
): Promise<CastGraph> {
  const service = await openCast();
  const graph = await openTestGraph(service.url, options, openBetween);
  const close = async () => {
    await graph.close();
    await service.close();
  };
  return { ...graph, spent: service.spent, close, [Symbol.asyncDispose]: close };
}
