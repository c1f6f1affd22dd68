import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { teams } from '../cast/cast.ts';
import type { CastGraph } from '../cast/cast-graph.ts';
import { openTestGraph, type TestGraph } from '../graph/graph.ts';
import { namesIn, type SampleGraph, type SampleOptions } from '../sample/sample-graph.ts';
import { sampleSize } from '../sample/sample-seed.ts';
import { openContraryUpstream } from './upstream.ts';
import { type ContraryWorld, castWorld, sampleWorld } from './world.ts';

/** What an upstream does in addition. */
type Rules = Partial<Pick<ContraryWorld, 'specifiedPathsOnly' | 'documented' | 'longestPage'>>;

/** Opens the graph over the cast, on a contrary upstream. */
export const contraryCast =
  (rules: Rules = {}) =>
  async (options: Partial<GraphOptions> = {}): Promise<CastGraph> => {
    const world = { ...castWorld(), ...rules };
    const { graph } = await openOver(world, options);
    const usedBy = (id: string): number => world.teams.find((team) => team.id === id)?.used ?? 0;
    return { ...graph, spent: async (team) => usedBy(teams[team].id) };
  };

/** Opens the graph over the sample set, on a contrary upstream. */
export const contrarySample =
  (rules: Rules = {}) =>
  async ({ profiles, graph: options = {} }: SampleOptions = {}): Promise<SampleGraph> => {
    const size = sampleSize(profiles);
    const { graph, tasks } = await openOver({ ...sampleWorld(size), ...rules }, options);
    return { ...graph, ...namesIn(size), holdJobs: () => tasks.hold(), releaseJobs: () => tasks.release() };
  };

async function openOver(world: ContraryWorld, options: Partial<GraphOptions>) {
  const upstream = await openContraryUpstream(world);
  const graph: TestGraph = await openTestGraph(upstream.url, options);
  const close = async () => {
    await graph.close();
    await upstream[Symbol.asyncDispose]();
  };
  return { tasks: upstream.tasks, graph: { ...graph, close, [Symbol.asyncDispose]: close } };
}
