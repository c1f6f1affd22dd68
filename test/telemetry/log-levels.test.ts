import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openLog, operationLogOf } from '../../src/app/log.ts';
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
  const log = openLog(config.logLevel, 'graph', stream);
  await using graph = await openTestGraph('http://127.0.0.1:9', { log, operationLog: operationLogOf(log, config) });
  log.info('another');
  await graph.ask('a key', '{ __typename }');
  await graph.ask('a key', '{ nothing }');
  return lines;
}

describe('the line of each operation', () => {
  for (const [what, env, expected] of [
    ['is at info, or at warn where it was refused', {}, ['30 another', '30 operation ok', '40 operation refused']],
    ['is written as other lines are', { KITH_LOG_LEVEL: 'warn' }, ['40 operation refused']],
    [
      'has a level that can be chosen apart: higher',
      { KITH_OPERATION_LOG_LEVEL: 'warn' },
      ['30 another', '40 operation refused'],
    ],
    [
      'has a level that can be chosen apart: lower',
      { KITH_LOG_LEVEL: 'error', KITH_OPERATION_LOG_LEVEL: 'info' },
      ['30 operation ok', '40 operation refused'],
    ],
    ['can be left out', { KITH_OPERATION_LOG_LEVEL: 'silent' }, ['30 another']],
  ] as const)
    it(what, async () => assert.deepEqual(await told(env), expected));
});
