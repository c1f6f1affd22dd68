import { loadavg } from 'node:os';
import { stdout } from 'node:process';

/** A figure that has to stay within a bound. */
export interface Goal {
  readonly what: string;
  readonly measured: number;
  readonly bound: { readonly most: number } | { readonly least: number };
}

export const say = (line: string): void => void stdout.write(`${line}\n`);

const isMet = ({ measured, bound }: Goal): boolean =>
  'most' in bound ? measured <= bound.most : measured >= bound.least;

const figure = (value: number): string => (Number.isInteger(value) ? String(value) : value.toPrecision(3));

/** Prints goals as a table with the machine's load beside it; the process exits with 1 where one is missed. */
export function judge(goals: readonly Goal[]): void {
  say('\n| goal | bound | measured | |\n|---|---|---|---|');
  for (const goal of goals) {
    const { what, measured, bound } = goal;
    const told = 'most' in bound ? `≤ ${figure(bound.most)}` : `≥ ${figure(bound.least)}`;
    say(`| ${what} | ${told} | ${figure(measured)} | ${isMet(goal) ? 'met' : '**missed**'} |`);
  }
  say(`\nload of the machine over 1 and 5 minutes: ${loadavg().slice(0, 2).map(figure).join(', ')}`);
  if (!goals.every(isMet)) process.exitCode = 1;
}
