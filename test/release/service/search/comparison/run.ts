/**
 * `npm run compare:opensearch [random queries] [seed] [engine]`: holds the answers of searches against those of a real OpenSearch, which
 * it starts where KITH_TEST_OPENSEARCH_URL names none. Fails where a difference is not one that is kept.
 */

import { searchEngines } from '../../../../service/search/engines.ts';
import { openSearchNode } from '../../../../support/opensearch/node.ts';
import { type Comparison, compare } from './compare.ts';
import { chosenIn, randomIn } from './queries.ts';
import { fill, openWorld } from './world.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const random = Number(process.argv[2] ?? 4000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
print(`seed ${seed}: npm run compare:opensearch -- ${random} ${seed} asks the same again`);

const named = process.argv[4];
const engine = searchEngines.findLast(({ name, skip }) => (named === undefined ? skip === false : name === named));
if (engine === undefined)
  throw new Error(`engine: must be one of ${searchEngines.map(({ name }) => name).join(', ')}, but got ${named}`);
await using stack = new AsyncDisposableStack();
const { url } = stack.use(await openSearchNode());
const search = stack.use(await engine.open());
await fill(search, 2000);

let failed = false;
for (const [kind, share] of [
  ['profile', 2 / 3],
  ['company', 1 / 3],
] as const) {
  const world = stack.use(await openWorld(kind, search, url));
  for (const [what, queries] of [
    ['chosen', chosenIn(world)],
    ['random', randomIn(world, seed, Math.ceil(random * share))],
  ] as const) {
    const started = Date.now();
    const result = await compare(world, queries);
    print(
      `${engine.name}, ${world.records.length} ${kind} records, ${what}: ${summaryOf(result)} (${Math.round((Date.now() - started) / 1000)} s)`,
    );
    for (const [{ what: name, reason }, count] of result.kept) print(`  kept, ${count} queries: ${name}. ${reason}`);
    for (const other of result.others) print(`  DIFFERENT: ${other}`);
    failed ||= result.others.length > 0;
  }
}
if (failed) process.exitCode = 1;

function summaryOf({ queries, telling, kept, others }: Comparison): string {
  const explained = [...kept.values()].reduce((sum, count) => sum + count, 0);
  return `${queries} queries, ${telling} of them telling; ${explained} kept differences, ${others.length} others`;
}
