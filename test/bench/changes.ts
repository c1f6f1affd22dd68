/**
 * Watches a network of 100,000 people (or `--people N`) of whom one in a hundred changes a day, over 61 simulated days, and prints how
 * late each kind of change was told, the bytes of polls, and those that the store has: `npm run bench:changes`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { Database } from '../../src/graph/state/database.ts';
import { simulate } from '../graph/changes/simulation.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    days: { type: 'string', default: '30' },
    quiet: { type: 'string', default: '31' },
    cut: { type: 'string', default: '0.15' },
    seed: { type: 'string', default: '20261125' },
  },
});
const people = Number(values.people);
const directory = mkdtempSync(join(tmpdir(), 'kith-changes-'));
const path = join(directory, 'graph.sqlite');
try {
  using database = new Database(path);
  const { latencies, bytesADay, copyBytes, ...rest } = await simulate({
    ...{ seed: Number(values.seed), people, days: Number(values.days), quietDays: Number(values.quiet) },
    ...{ cut: Number(values.cut), database },
  });
  database.erase();
  const write = (line: string) => stdout.write(`${line}\n`);
  write(`${people} people, seed ${values.seed}, ${values.cut} of the listings cut short`);
  write('kind            changes    told  median h   max h');
  for (const { kind, count, told, medianHours, maxHours } of latencies)
    write(
      [kind.padEnd(14), ...[count, told, medianHours, maxHours].map((one) => String(Math.ceil(one)).padStart(8))].join(
        ' ',
      ),
    );
  write(
    `bytes a day: ${Math.round((100 * bytesADay) / copyBytes)} % of a whole copy (${Math.round(copyBytes / 1e6)} MB)`,
  );
  write(`in the store, with 30 days of changes: ${Math.round(statSync(path).size / people)} bytes a person`);
  write(JSON.stringify(rest));
} finally {
  rmSync(directory, { recursive: true });
}
