import { check, cold, cpuIn, inTurn, play, type Runner, run } from './contest.ts';
import { type Contestant, neverIdle } from './contestants.ts';
import { median, rounded } from './load.ts';
import { queryNamed } from './queries.ts';
import { pairedRatio, shown } from './ratio.ts';
import { row, rule } from './table.ts';
import type { Upstream } from './upstream/server.ts';

/** A way of running Kith that is compared. */
export interface Variant extends Contestant {
  /** The credential of one that has no process of its own, but asks the first's. */
  readonly key?: string;
  /** What is done once it listens. */
  prepare?(graphqlUrl: string): Promise<void>;
}

export interface BesideEffort {
  /** How many processes of each: two of one program differ by more than their rounds do. */
  readonly processes: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

/** Rounds so short that what else runs disturbs neighbours alike; some 200 seconds for five variants. */
export const usualEffort: BesideEffort = { processes: 8, rounds: 16, roundMs: 200, warmUpMs: 800 };

const question = queryNamed('Q1');

/**
 * CPU of Q1 in variants of one graph, as ratios to the first of them. In each process the median of its rounds' ratios
 * counts, which leaves out what disturbed single rounds; the interval is that of the processes.
 */
export async function beside(
  variants: readonly [Variant, ...Variant[]],
  upstream: Upstream,
  effort: BesideEffort,
): Promise<string> {
  const [first] = variants;
  const figures = new Map(variants.map(({ name }) => [name, noFigures()]));
  for (let process = 0; process < effort.processes; process += 1) {
    const servers: Runner[] = [];
    try {
      const own = variants.filter(({ key }) => key === undefined);
      for (const one of inTurn(own, process)) {
        const server = await run(neverIdle(one), upstream);
        servers.push(server);
        await one.prepare?.(server.url);
      }
      await check(question, servers, upstream);
      const host = servers.filter(({ name }) => name === first.name);
      const guests = variants.flatMap(({ name, key }) =>
        key === undefined ? [] : host.map((server) => ({ ...server, name, key })),
      );
      const rounds = await play(question.width, cold(question), [...servers, ...guests], upstream, effort);
      const base = (rounds.get(first.name) ?? []).map(cpuIn);
      for (const [name, { cpu, ratios }] of figures) {
        const own = (rounds.get(name) ?? []).map(cpuIn);
        cpu.push(median(own));
        ratios.push(median(own.map((one, at) => one / (base[at] ?? Number.NaN))));
      }
    } finally {
      for (const server of servers) await server.close();
    }
  }
  return [
    row(question.name, 'CPU ms', 'ratio (95 %)'),
    rule(3),
    ...[...figures].map(([name, { cpu, ratios }]) =>
      row(
        name,
        rounded(median(cpu)),
        name === first.name
          ? '1'
          : shown(
              pairedRatio(
                ratios,
                ratios.map(() => 1),
              ),
            ),
      ),
    ),
  ].join('\n');
}

interface Figures {
  /** Medians of each process's rounds, in milliseconds of an operation. */
  readonly cpu: number[];
  readonly ratios: number[];
}

const noFigures = (): Figures => ({ cpu: [], ratios: [] });
