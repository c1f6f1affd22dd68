import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { temporaryDirectory } from '../../support/kith.ts';

const source = (path: string): string => JSON.stringify(join(import.meta.dirname, '../../../src', path));

/** A process that has a log of this level, and goes on with these statements. */
function logging(statements: string, level = 'info', env: Readonly<Record<string, string>> = {}) {
  const program = `
    import { openAudit, openLog } from ${source('app/log.ts')};
    import { readConfig } from ${source('config/config.ts')};
    const log = openLog('${level}', 'test');
    const audit = openAudit(log, readConfig(process.env).config);
    ${statements}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** The messages of the lines that a process writes, all of them or the first. */
async function messagesOf({ stderr }: ReturnType<typeof logging>, most = Infinity): Promise<readonly unknown[]> {
  const messages: unknown[] = [];
  for await (const line of createInterface({ input: stderr })) {
    if (line.startsWith('{')) messages.push(JSON.parse(line).msg);
    if (messages.length === most) break;
  }
  return messages;
}

const twoLines = "log.info('one'); log.info('two');";

/** The same program on a terminal, which util-linux's `script` makes. */
async function onTerminal(statements: string): Promise<string> {
  const program = `import { openLog } from ${source('app/log.ts')}; const log = openLog('info', 'test'); ${statements}`;
  const command = `exec ${process.execPath} --input-type=module --eval "$PROGRAM"`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, PROGRAM: program, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (await text(child.stdout)).replaceAll('\r', '');
}

describe('the log', () => {
  it('has lines for people on a terminal', {
    skip: process.platform !== 'linux' && 'needs script of util-linux',
  }, async () => {
    const shown = await onTerminal(
      "log.warn({ url: 'http://a.example', tries: 3 }, 'It does not answer.'); log.error({ err: new Error('broken') }, 'It failed.');",
    );
    const [first, second, third] = shown.split('\n');
    assert.match(first ?? '', /^\d\d:\d\d:\d\d warn {2}It does not answer\. url=http:\/\/a\.example tries=3$/);
    assert.match(second ?? '', /^\d\d:\d\d:\d\d error It failed\.$/);
    assert.equal(third, '  Error: broken');
  });

  for (const [end, how] of [
    ['nothing is left to do', ''],
    ['the process exits', 'process.exit(3);'],
    ['nobody catches an error', "throw new Error('nobody');"],
    ['nobody catches a rejection', "Promise.reject(new Error('nobody')); setInterval(() => undefined, 1_000);"],
  ] as const)
    it(`has all lines once ${end}`, async () => {
      const messages = await messagesOf(logging(twoLines + how));
      assert.deepEqual(messages, ['one', 'two']);
    });

  for (const [what, statement, level, expected] of [
    ['a warning, after what came before it', "log.warn('three');", 'info', ['one', 'two', 'three']],
    ['a line of the audit log, whatever its level', "audit('purged', {});", 'silent', ['audit']],
  ] as const)
    it(`has ${what}, at once`, async () => {
      // The event loop comes to nothing any more.
      const child = logging(`${twoLines} ${statement} for (;;);`, level);
      assert.deepEqual(await messagesOf(child, expected.length), expected);
      child.kill('SIGKILL');
      await once(child, 'exit');
    });

  it('leaves audit lines to the file that is named, where they are before anything goes on', async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'audit/log');
    const child = logging("audit('purged', { profiles: 1 }); process.kill(process.pid, 'SIGKILL');", 'warn', {
      KITH_AUDIT_LOG: file,
    });
    assert.deepEqual(await messagesOf(child), []);
    const { audit, profiles } = JSON.parse(await readFile(file, 'utf8'));
    assert.deepEqual([audit, profiles], ['purged', 1]);
  });
});
