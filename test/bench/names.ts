import { type BesideEffort, beside } from './beside.ts';
import { kith } from './contestants.ts';
import { type Query, queryNamed } from './queries.ts';
import { type Upstream, wireWords, wordsPath } from './upstream/server.ts';

/** The most that words of the upstream's own may add to the CPU of each. */
const goals = { Q1: 1.05, Q2: 1.05, Q3: 1.1, Q4: 1.05, R1000: 1.1 } as const;

/** Q4, but for a whole page of the interface. */
const relationships: Query = {
  ...queryNamed('Q4'),
  name: 'R1000',
  requests: (from) =>
    queryNamed('Q4')
      .requests(from)
      .map((request) => ({ ...request, variables: { ...request.variables, first: 1000 } })),
  stride: 1000,
  width: 4,
};

/** CPU where the upstream has words of its own, as ratios to one that has the contract's; the second is that one once more. */
export async function names(upstream: Upstream, effort: BesideEffort, asked: readonly string[]): Promise<string> {
  const base = kith('names unset');
  const set = {
    ...base.env,
    KITH_UPSTREAM_URL: `$UPSTREAM${wordsPath}`,
    KITH_UPSTREAM_NAMES: Object.entries(wireWords)
      .map((pair) => pair.join('='))
      .join(),
  };
  const variants = [base, { ...base, name: 'names unset again' }, { ...base, name: 'names set', env: set }] as const;
  const tables: string[] = [];
  for (const question of [...['Q1', 'Q2', 'Q3', 'Q4'].map(queryNamed), relationships])
    if (asked.includes(question.name)) tables.push(await beside(variants, upstream, effort, question));
  const told = Object.entries(goals).map(([name, goal]) => `${goal} for ${name}`);
  return `${tables.join('\n\n')}\n\nThe goals of names set are ${told.join(', ')}.`;
}
