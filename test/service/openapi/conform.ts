/**
 * Holds the data service to its OpenAPI document: schemathesis makes requests of it, and judges the answers (`npm run
 * test:release -- openapi`). Bounded and with a seed, so that a run can be told again; `--whole` covers every clause of queries, too,
 * `--max-time 600` repeats until then, and `--seed 2` makes another run. Needs Python, into a virtual environment of which
 * schemathesis is installed once.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { openSampleService } from '../../support/sample/sample-service.ts';

const version = '4.32.5';
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    'max-time': { type: 'string' },
    examples: { type: 'string', default: '20' },
    whole: { type: 'boolean', default: false },
  },
});

const environment = join(tmpdir(), `kith-schemathesis-${version}`);
const program = join(environment, 'bin', 'schemathesis');
if (!existsSync(program)) {
  execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' });
  execFileSync(join(environment, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`], {
    stdio: 'inherit',
  });
}

await using service = await openSampleService({ profiles: 200 });
const maxTime = values['max-time'];
const run = spawn(
  program,
  [
    ...(values.whole ? [] : ['--config-file', join(import.meta.dirname, 'schemathesis.toml')]),
    'run',
    `${service.url}/openapi.json`,
    ...['--header', `x-api-key: ${demoTeams.partner.key}`],
    ...['--seed', values.seed, '--max-examples', values.examples, '--workers', '1'],
    // What an earlier run has found would come before what the seed makes.
    ...['--generation-database', 'none'],
    ...(maxTime === undefined ? [] : ['--max-time', maxTime]),
    // `refused_requests.py` has it in its place, and names the refusals that a schema can't say.
    ...['--exclude-checks', 'positive_data_acceptance'],
    // A busy machine answers late, which is no deviation.
    ...['--request-timeout', '60'],
    '--continue-on-failure',
    '--no-color',
  ],
  {
    // Where it keeps what it found.
    cwd: environment,
    stdio: 'inherit',
    env: {
      ...process.env,
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: 'refused_requests',
    },
  },
);
const [code] = await once(run, 'exit');
process.exitCode = code === 0 ? 0 : 1;
