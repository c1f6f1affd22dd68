import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { kith, temporaryDirectory } from '../../support/kith.ts';

const execute = promisify(execFile);

describe('the kith command', () => {
  it('ends with every mistake of the configuration as a sentence', async () => {
    const { code, out, err } = await kith(['serve'], { KITH_PORT: 'http', KITH_SAMPLE: 'maybe' });
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.equal(
      err,
      [
        'kith: the configuration is not valid.',
        '  KITH_PORT: must be an integer between 0 and 65535, but got "http".',
        '  KITH_SAMPLE: must be one of on, off, but got "maybe".',
        '',
      ].join('\n'),
    );
  });

  it('ends with one sentence where the port is in use, before it makes anything', async () => {
    await using directory = await temporaryDirectory();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, err } = await kith(['serve'], { KITH_PORT: port, KITH_DATA_DIR: directory.path });
    server.close();
    assert.equal(code, 1);
    const expected = `kith: The graph cannot listen on port ${port} of 127.0.0.1: it is in use; KITH_PORT sets another one.\n`;
    assert.equal(err, expected);
  });

  it('says why a database cannot be used, and never its password', async () => {
    const { code, err } = await kith(['team', 'list'], { DATABASE_URL: 'postgres://kith:hunter2@127.0.0.1:1/kith' });
    assert.equal(code, 1);
    assert.match(err, /^kith: The database that DATABASE_URL names cannot be used: .*ECONNREFUSED/);
    assert.doesNotMatch(err, /hunter2/);
  });

  it('refuses to work on a store that is elsewhere', async () => {
    const { code, err } = await kith(['team', 'list'], { KITH_UPSTREAM_URL: 'https://data.example' });
    assert.equal(code, 1);
    assert.match(err, /^kith: KITH_UPSTREAM_URL names a remote data service/);
  });

  it('names an unknown command as such', async () => {
    const { code, err } = await kith(['frobnicate'], {});
    assert.equal(code, 1);
    assert.equal(err, 'kith: there is no command "frobnicate"; "kith --help" lists the commands.\n');
  });

  for (const [args, sentence] of [
    [['improt'], 'there is no command "improt"; the closest is "import"; "kith --help" lists the commands.'],
    [['team', 'craete'], "unknown command 'craete'; the closest is create."],
    [['team', 'create'], "missing required argument 'name'."],
    [['serve', '--no-sampel'], "unknown option '--no-sampel'; the closest is --no-sample."],
  ] as const)
    it(`suggests what was meant by "${args.join(' ')}", in one form`, async () => {
      const { code, out, err } = await kith(args, {});
      assert.deepEqual([code, out, err], [1, '', `kith: ${sentence}\n`]);
    });

  for (const [typed, completed] of [
    ['im', 'import'],
    ['team cre', 'create'],
    ['purse create --lab', '--label'],
    ['key create --team id --qu', '--quiet'],
  ] as const)
    it(`completes "${typed}" in bash`, async () => {
      const { out: script } = await kith(['completion', 'bash'], {});
      const use = 'set -- kith $TYPED; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kith; printf %s "$COMPREPLY"';
      const { stdout } = await execute('bash', ['-c', `${script}\n${use}`], { env: { TYPED: typed } });
      assert.equal(stdout, completed);
    });

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    for (const option of ['--version', '-V']) assert.equal((await kith([option], {})).out, version);
  });

  it('says what is wrong with an option', async () => {
    const { code, err } = await kith(['team', 'create', 'Orchard', '--is-partner', 'perhaps'], {});
    assert.equal(code, 1);
    assert.match(err, /--is-partner .* is invalid\. It must be yes or no\./);
  });
});
