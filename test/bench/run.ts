/**
 * Runs a bench: `npm run bench -- NAME [OPTIONS]`. Without a name, Kith and its peers side by side (`peers.ts`).
 */
import process, { argv, stderr } from 'node:process';

const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  agents: () => import('./agents/run.ts'),
  credits: () => import('./credits/run.ts'),
  memory: () => import('./memory/run.ts'),
  records: () => import('./records/run.ts'),
  search: () => import('./search/run.ts'),
  service: () => import('./service/run.ts'),
  hostile: () => import('./bounds/hostile.ts'),
  fairness: () => import('./bounds/fairness.ts'),
  overload: () => import('./bounds/overload.ts'),
  outage: () => import('./bounds/outage.ts'),
  soak: () => import('./bounds/soak.ts'),
};

const [, , name] = argv;
const isOption = name === undefined || name.startsWith('-');
const bench = isOption ? () => import('./peers.ts') : benches[name];
if (bench === undefined) {
  stderr.write(`There is no bench "${name}", but there are ${Object.keys(benches).join(', ')}.\n`);
  process.exitCode = 1;
} else {
  // Each bench parses its own options.
  if (!isOption) argv.splice(2, 1);
  await bench();
}
