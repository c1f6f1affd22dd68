import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openLog } from '../../src/app/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { openTestGraph } from '../support/graph/graph.ts';

/** What the log of a graph tells at the levels that these variables set: of an operation that goes well, and of one that is refused. */
async function told(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { config } = readConfig(env);
  assert.ok(config);
  const lines: string[] = [];
  const stream = {
    write(text: string): void {
      const { level, msg, outcome } = JSON.parse(text);
      lines.push([level, msg, outcome].join(' ').trim());
    },
  };
  const log = openLog(config.telemetry.logLevel, 'graph', stream);
  await using graph = await openTestGraph('http://127.0.0.1:9', { log, operationLog: log });
  log.info('another');
  await graph.ask('a key', '{ __typename }');
  await graph.ask('a key', '{ nothing }');
  return lines;
}

describe('the line of each operation', () => {
  for (const [what, env, expected] of [
    ['is at info, or at warn where it was refused', {}, ['30 another', '30 operation ok', '40 operation refused']],
    ['is written as other lines are', { KITH_LOG_LEVEL: 'warn' }, ['40 operation refused']],
    ['can be left out', { KITH_LOG_LEVEL: 'error' }, []],
  ] as const)
    it(what, async () => assert.deepEqual(await told(env), expected));
});
