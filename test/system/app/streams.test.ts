import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const json = /^\{.*\}$/;
const sentence = /\S/;

/** Commands that print a result, each with the form of its lines; `$team` and `$file` are what came before. */
const results: readonly (readonly [command: string, lines: RegExp])[] = [
  ['config', /^[A-Z_]+=.*$/],
  ['doctor', /^(?:ok|warning|note|problem)\s/],
  ['schema openapi', /^[\s{}\]"].*$/],
  ['completion bash', /^.*$/],
  ['explore --print', /^http:\/\/\S+$/],
  ['invite link Ada', /^http:\/\/\S+$/],
  ['invite list', sentence],
  ['team create Brightwater --owner ada@brightwater.example --quiet', uuid],
  ['team list --quiet', uuid],
  ['team list', json],
  ['team members $team', json],
  ['key create --team $team --account ada@brightwater.example --quiet', /^kith_[\w-]+$/],
  ['key list --team $team --quiet', uuid],
  ['key list --team $team', json],
  ['purse create --total 5 --label streams --quiet', uuid],
  ['purse list', sentence],
  ['price schema/operations/profiles.graphql --variables schema/operations/profiles.variables.json', /^ *\d/],
  ['mcp token --label streams --total 5', /^kiths\d_\S+$/],
  ['watch create streams', sentence],
  ['watch list', sentence],
  ['records', sentence],
  ['match $directory/people.csv', sentence],
  ['import docs/examples/people.ndjson', json],
  ['export $directory/out.ndjson', json],
  ['backup $directory/out.backup', sentence],
  ['purge --profile nobody-is-called-so', sentence],
  ['forget nobody-is-called-so', sentence],
];

describe('a command', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let sample: Kith;
  let env: Record<string, string>;
  const known = new Map<string, string>();
  before(async () => {
    directory = await temporaryDirectory();
    await writeFile(join(directory.path, 'people.csv'), 'Name,Company\nMei-Ling Torres,Kestrel Robotics\n');
    known.set('$directory', directory.path);
    sample = new Kith(['serve'], { KITH_KEEP_DAYS: '30' });
    const graph = await sample.says(/^The graph answers on\s+(\S+)/);
    env = {
      KITH_DATA_DIR: sample.dataDir,
      KITH_PORT: new URL(graph).port,
      KITH_API_KEY: 'kith_demo_partner',
      KITH_KEEP_DAYS: '30',
    };
  });
  after(async () => {
    await sample.stop();
    await directory[Symbol.asyncDispose]();
  });

  for (const [command, lines] of results)
    it(`puts nothing but its result on standard output: kith ${command}`, async () => {
      const args = command.split(' ').map((one) => one.replace(/^\$\w+/, (name) => known.get(name) ?? name));
      const { code, out, err } = await kith(args, env);
      // Nobody is forgotten by a name that nobody has: a failure, which prints no result.
      if (code !== 0) {
        assert.equal(out, '');
        assert.match(err, /^kith: .*\.$/m);
        assert.match(command, /nobody/);
        return;
      }
      assert.notEqual(out, '');
      for (const line of out.trimEnd().split('\n')) {
        assert.match(line, lines);
        assert.doesNotMatch(line, /^\{"level":|^kith: | of \d+ in [\d.]+ s$/);
        assert.ok(line.length < 8 || !err.includes(line), `twice: ${line}`);
      }
      if (command.startsWith('team create')) known.set('$team', out.trim());
    });

  it('fails by a sentence on standard error, begun by its name', async () => {
    for (const args of [
      ['improt'],
      ['match'],
      ['team', 'create'],
      ['price', '--max'],
      ['key', 'list', '--teem', 'x'],
    ]) {
      const { code, out, err } = await kith(args, env);
      assert.notEqual(code, 0);
      assert.equal(out, '');
      assert.match(err, /^kith: /, args.join(' '));
    }
  });
});
