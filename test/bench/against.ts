import { execFileSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { check, cold, cpuIn, type Effort, inTurn, play, type Rounds, type Runner, run } from './contest.ts';
import { again, kith, neverIdle, remembering } from './contestants.ts';
import { atOnce, oneCredential } from './crowd.ts';
import { type Verdict, verdictOnCpu, verdictOnMemory, verdictOnStartup } from './goals.ts';
import { median, rounded } from './load.ts';
import { heap, peak } from './memory.ts';
import type { Query } from './queries.ts';
import { pairedRatio, type Ratio, shown } from './ratio.ts';
import { startup } from './startup.ts';
import { row, rule } from './table.ts';
import type { Upstream } from './upstream/server.ts';

/** How much is measured beside another checkout. */
export interface AgainstEffort extends Effort {
  /** Over how many processes of each the rounds are spread: two of one program differ, too. */
  readonly processes: number;
  readonly starts: number;
  /** How many processes' memory is measured, and after how many operations their heaps are. */
  readonly heaps: number;
  readonly operations: number;
}

/** What each contestant came to, by its name, in the order measured: figures of one place are a pair. */
type Figures = ReadonlyMap<string, readonly number[]>;

/**
 * The graph of this checkout beside another's: CPU of Q1 to Q6 in rounds that alternate, start-up and memory, as ratios
 * with their 95 % intervals; and beside itself once more, which is the noise. The answers must be the same.
 */
export async function against(
  directory: string,
  asked: readonly Query[],
  upstream: Upstream,
  effort: AgainstEffort,
  say: (line: string) => void,
): Promise<void> {
  const here = kith();
  const there = kith(`kith of ${revisionOf(directory)}`, resolve(directory));
  const contestants = [here, again, there];
  const line = (what: string, figures: Figures, judge: (ratio: Ratio) => Verdict): string => {
    const [one = [], twin = [], other = []] = contestants.map(({ name }) => figures.get(name));
    const ratio = pairedRatio(one, other);
    const middles = [one, other].map((figure) => rounded(median(figure)));
    return row(what, ...middles, shown(ratio), judge(ratio), shown(pairedRatio(one, twin)));
  };

  const cpu = new Map<string, Figures[]>();
  for (let process = 0; process < effort.processes; process += 1) {
    const running: Runner[] = [];
    const withCache: Runner[] = [];
    try {
      for (const contestant of inTurn(contestants, process)) {
        running.push(await run(neverIdle(contestant), upstream));
        withCache.push(await run(neverIdle(remembering(contestant)), upstream));
      }
      const share = { ...effort, rounds: Math.ceil(effort.rounds / effort.processes) };
      const keep = (name: string, rounds: Rounds) => cpu.set(name, [...(cpu.get(name) ?? []), figuresIn(rounds)]);
      for (const query of asked) {
        const servers = query.federated ? withCache : running;
        await check(query, servers, upstream);
        keep(query.name, await play(query.width, cold(query), servers, upstream, share));
        if (query.name !== 'Q2') continue;
        const { width, next } = atOnce(query, oneCredential);
        keep('Q6', await play(width, next, servers, upstream, share));
      }
    } finally {
      for (const server of [...running, ...withCache]) await server.close();
    }
    say(`${process + 1} of ${effort.processes} processes of each are measured.`);
  }

  const head = [row('', 'this checkout', there.name, 'ratio (95 %)', 'goal', 'beside itself (95 %)'), rule(6)];
  const perQuery = [...cpu].sort().map(([query, parts]) => line(`${query}, CPU ms`, joined(parts), verdictOnCpu));
  say(['', ...head, ...perQuery].join('\n'));

  const starts = await startup(contestants, upstream.url, effort.starts);
  const [peaks, heaps] = [emptyFigures(contestants), emptyFigures(contestants)];
  for (let process = 0; process < effort.heaps; process += 1)
    for (const contestant of inTurn(contestants, process)) {
      peaks.get(contestant.name)?.push((await peak(upstream, contestant)).peakMb);
      heaps.get(contestant.name)?.push((await heap(upstream, effort.operations, contestant)).afterMb);
    }

  say(
    [
      '',
      ...head,
      line('start-up, ms', starts, verdictOnStartup),
      line('peak for 1,000 people, MB', peaks, verdictOnMemory),
      line(`heap after ${effort.operations.toLocaleString('en')} operations, MB`, heaps, verdictOnMemory),
    ].join('\n'),
  );
}

/** A checkout's commit, or else the name of its directory. */
function revisionOf(directory: string): string {
  try {
    const git = ['-C', directory, 'rev-parse', '--short', 'HEAD'];
    return execFileSync('git', git, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return basename(resolve(directory));
  }
}

const figuresIn = (rounds: Rounds): Figures => new Map([...rounds].map(([name, of]) => [name, of.map(cpuIn)]));

const joined = (parts: readonly Figures[]): Figures =>
  new Map([...(parts[0]?.keys() ?? [])].map((name) => [name, parts.flatMap((part) => part.get(name) ?? [])]));

const emptyFigures = (contestants: readonly { readonly name: string }[]): Map<string, number[]> =>
  new Map(contestants.map(({ name }) => [name, []]));
