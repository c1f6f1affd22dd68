import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';

const secret = 'a secret of this test, which is long enough';
const key = demoTeams.team.key;

describe('a file that a command is to write', () => {
  let sample: SampleGraph;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  const at = (name: string) => join(directory.path, name);
  before(async () => {
    directory = await temporaryDirectory();
    sample = await openSampleGraph({ profiles: 200, graph: { secret } });
    const people = join(import.meta.dirname, '../../../docs/examples/people.ndjson');
    const rejects = ['--rejects', at('rejected.ndjson')];
    assert.equal((await kith(['import', people, ...rejects], { KITH_DATA_DIR: at('data') })).code, 0);
    await mkdir(at('folder'));
    await promisify(execFile)('mkfifo', [at('pipe')]);
    await writeFile(at('list.csv'), `id\n${sample.profiles[0]?.id}\n`);
  });
  after(async () => {
    await sample?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  /** Commands whose finished draft takes the name of the file. */
  const replacing: Readonly<Record<string, readonly string[]>> = {
    export: ['export'],
    backup: ['backup'],
    enrich: ['enrich', 'list.csv', '--fields', 'headline', '--yes', '--output'],
  };
  /** Commands that write it as it is. */
  const writing: Readonly<Record<string, readonly string[]>> = {
    match: ['match', 'list.csv', '--output'],
    doctor: ['doctor', '--upstream', '--spend', '2', '--json'],
  };
  const run = (args: readonly string[], file: string) =>
    kith(
      [
        ...args.map((one) => (one === 'list.csv' ? at(one) : one)),
        file,
        ...(args.includes('list.csv') ? ['--graph', sample.graph.url] : []),
      ],
      {
        KITH_API_KEY: key,
        KITH_SECRET: secret,
        KITH_DATA_DIR: at('data'),
        ...(args[0] === 'doctor' && { KITH_UPSTREAM_URL: sample.asks.baseUrl }),
      },
    );

  for (const [name, args] of Object.entries({ ...replacing, ...writing }))
    it(`is refused by ${name} before anything is paid for, where it is a directory, or in none`, async () => {
      const used = await sample.usage(key);
      for (const [file, sentence] of [
        [at('folder'), 'folder cannot be written: it is a directory.'],
        [at('nowhere/file'), 'nowhere: there is no such file or directory.'],
      ] as const) {
        const { code, err } = await run(args, file);
        assert.equal(code, 1, err);
        assert.ok(err.trimEnd().endsWith(sentence), err);
      }
      assert.equal(await sample.usage(key), used);
    });

  for (const [name, args] of Object.entries(replacing))
    it(`is refused by ${name} where it is a pipe, which a draft would replace`, async () => {
      const { code, err } = await run(args, at('pipe'));
      assert.equal(code, 1, err);
      assert.match(err, /pipe cannot be written: it is a device or a pipe\.$/m);
      assert.ok((await stat(at('pipe'))).isFIFO());
      assert.deepEqual(
        (await readdir(directory.path)).filter((one) => one.includes('.part')),
        [],
      );
    });
});

describe('a file that a command is to read', () => {
  for (const args of [
    ['enrich', '', '--fields', 'headline', '--yes'],
    ['match', ''],
    ['price', ''],
    ['restore', ''],
    ['doctor', '--upstream', '--fields', '--where', ''],
  ])
    it(`is refused by ${args[0]} with the reason`, async () => {
      const { code, err } = await kith(
        args.map((one) => (one === '' ? '/no/such/file' : one)),
        { KITH_API_KEY: key, KITH_UPSTREAM_URL: 'http://127.0.0.1:9' },
      );
      assert.equal(code, 1);
      assert.match(err, /no\/such\/file cannot be read: there is no such file or directory\.$/m);
    });

  it('is refused by enrich if only its name says that it is compressed', async () => {
    await using directory = await temporaryDirectory();
    const list = join(directory.path, 'list.csv.zst');
    await writeFile(list, 'id\n');
    const { code, err } = await kith(['enrich', list, '--fields', 'headline', '--yes'], { KITH_API_KEY: key });
    assert.equal(code, 1);
    assert.match(err, /cannot be read: it ends in \.zst, but is not compressed by zstd\.$/m);
  });
});
