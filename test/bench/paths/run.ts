/**
 * What introductions take: `npm run bench:paths` counts calls and bytes as a network grows, and times the assignment of a plan;
 * with `--records` or `--people` it asks for paths to one person after another. Fails where a goal is missed.
 */
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { measureAssignment } from './assignment.ts';
import { measureGrowth } from './growth.ts';
import { type Figures, measureLatency } from './latency.ts';

const { values: asked } = parseArgs({
  options: {
    records: { type: 'string' },
    people: { type: 'string' },
    targets: { type: 'string', default: '60' },
  },
});
const say = (line: string): void => {
  stdout.write(`${line}\n`);
};

/** Milliseconds within which nineteen of twenty targets are answered, and the part of people with a career to be reached. */
const [goalMs, goalReach] = [150, 0.9] as const;

const rowOf = ({ hops, asked: count, reached, calls, maxCalls, credits, p50Ms, p95Ms }: Figures): string =>
  `| ${hops} | ${reached} of ${count} | ${calls.toFixed(1)} (${maxCalls} at most) | ${credits.toFixed(2)} | ${p50Ms.toFixed(0)} | ${p95Ms.toFixed(0)} |`;

let isMet: boolean;
if (asked.records === undefined && asked.people === undefined) {
  const isFlat = await measureGrowth(say);
  isMet = measureAssignment(say) && isFlat;
} else {
  const figures = await measureLatency(
    { records: asked.records, people: Number(asked.people ?? 2000), targets: Number(asked.targets) },
    say,
  );
  say(
    '\n| steps | people reached | calls a target | credits a target | p50, ms | p95, ms |\n|---|---|---|---|---|---|',
  );
  for (const one of figures) say(rowOf(one));
  isMet = figures.every(
    ({ hops, p95Ms, reached, asked: count }) => p95Ms < goalMs && (hops === 1 || reached >= goalReach * count),
  );
  say(`\nGoals: p95 below ${goalMs} ms, with two steps ${goalReach * 100} % reached: ${isMet ? 'met' : 'missed'}.`);
}
if (!isMet) process.exitCode = 1;
