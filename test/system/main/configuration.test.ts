import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CommandFailure } from '../../../src/app/command-failure.ts';
import { readConfigured } from '../../../src/main/configuration.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { type CastService, openCast } from '../../support/service.ts';

type Files = Readonly<Record<string, string>>;

/** What is read in a directory of these files. */
async function read(files: Files, env: Readonly<Record<string, string>>) {
  await using directory = await temporaryDirectory();
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory.path, name), text);
  return await readConfigured({ env, directory: directory.path });
}

/** The sentences with which these are refused. */
async function problems(files: Files, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const refused = await read(files, env).then(
    () => assert.fail('the configuration holds'),
    (error: unknown) => error,
  );
  assert.ok(refused instanceof CommandFailure);
  return refused.message.split('\n  ').slice(1);
}

const fromFile = { KITH_CONFIG: 'kith.yaml' };
const long = 'a secret of more than thirty-two characters';

describe('a configuration file', () => {
  for (const [form, text] of Object.entries({
    YAML: `# The graph.\nKITH_PORT: 4100\nKITH_FEATURES: [explorer, introspection]\nKITH_ORIGINS:\n  - https://app.example\n  - https://other.example\nKITH_SECRET: "${long}"\n`,
    JSON: JSON.stringify({
      KITH_PORT: 4100,
      KITH_FEATURES: ['explorer', 'introspection'],
      KITH_ORIGINS: ['https://app.example', 'https://other.example'],
      KITH_SECRET: long,
    }),
  }))
    it(`sets what variables set, as ${form}`, async () => {
      const { config, env } = await read({ 'kith.yaml': text }, fromFile);
      assert.equal(config.port, 4100);
      assert.deepEqual(config.access.features, ['explorer', 'introspection']);
      assert.deepEqual(config.access.origins, ['https://app.example', 'https://other.example']);
      assert.equal(config.secret, long);
      // What child processes are started with.
      assert.equal(env.KITH_CONFIG, undefined);
      assert.equal(env.KITH_PORT, '4100');
    });

  it('gives way to variables, but not to empty ones', async () => {
    const text = 'KITH_PORT: 4100\nKITH_CREDIT_BUDGET: 5\nKITH_SECRET_FILE: secret.txt\n';
    const env = { ...fromFile, KITH_PORT: '4200', KITH_CREDIT_BUDGET: ' ', KITH_SECRET: long };
    const { config } = await read({ 'kith.yaml': text }, env);
    assert.deepEqual([config.port, config.credits.budget.default, config.secret], [4200, 5, long]);
  });

  it('may be empty', async () => {
    for (const text of ['', '# nothing yet\n', '{}']) {
      const { config } = await read({ 'kith.yaml': text }, fromFile);
      assert.equal(config.port, 4000);
    }
  });

  it('is judged as variables are, in the same sentences, all at once, with the file before each', async () => {
    const text = 'KITH_PORT: many\nKITH_CACHE_MEGABYTES: 0\nKITH_PROT: 1\nKITH_SECRET: short\nKITH_CONFIG: a\n';
    const env = { ...fromFile, KITH_SAMPLE: 'maybe' };
    assert.deepEqual(await problems({ 'kith.yaml': text }, env), [
      'kith.yaml: KITH_PROT: must be a variable of Kith that a file can set, but is not; the closest is KITH_PORT.',
      'kith.yaml: KITH_CONFIG: must be a variable of Kith that a file can set, but is not; the closest is KITH_CONFIG.',
      'kith.yaml: KITH_PORT: must be an integer between 0 and 65535, but got "many".',
      'kith.yaml: KITH_SECRET: must have 32 characters or more, but got 5.',
      'KITH_SAMPLE: must be one of on, off, but got "maybe".',
      'kith.yaml: KITH_CACHE_MEGABYTES: must be an integer between 1 and 65536, but got "0".',
    ]);
  });

  for (const [what, text, sentence] of [
    ['no YAML', 'KITH_PORT: [', /^kith\.yaml: must be YAML or JSON, but is not: .* at line 1, column 13\.$/],
    ['a list', '- KITH_PORT', /^kith\.yaml: must be an object of variables and values, but got something else\.$/],
    ['nested', 'KITH_PORT: {a: 1}', /^kith\.yaml: KITH_PORT: must be a value or a list of values, but got more\.$/],
    [
      'twice the same',
      'KITH_PORT: 1\nKITH_PORT: 2',
      /^kith\.yaml: must be YAML or JSON, but is not: Map keys must be unique/,
    ],
  ] as const)
    it(`is refused that is ${what}`, async () => {
      const [problem = '', ...others] = await problems({ 'kith.yaml': text }, fromFile);
      assert.deepEqual(others, []);
      assert.match(problem, sentence);
    });

  it('ends the start of a process with its sentences', async () => {
    const { code, err } = await kith(['graph'], { KITH_CONFIG: '/nowhere/kith.yaml' });
    assert.equal(code, 1);
    assert.equal(
      err,
      'kith: the configuration is not valid.\n  KITH_CONFIG: must name a file that can be read, but got "/nowhere/kith.yaml" (ENOENT).\n',
    );
  });
});

describe('kith config', () => {
  it('prints the settings in force, and no secret', async () => {
    const { code, out } = await kith(['config'], { KITH_SECRET: long, KITH_CREDIT_BUDGET: '7' });
    assert.equal(code, 0);
    assert.match(out, /^KITH_CREDIT_BUDGET=7$/m);
    assert.match(out, /^KITH_SECRET=…$/m);
    assert.doesNotMatch(out, new RegExp(long));
  });

  it('names variables that it does not know, beside the answer', async () => {
    const { code, out, err } = await kith(['config'], { KITH_POTR: '4001' });
    assert.equal(code, 0);
    assert.match(out, /^KITH_PORT=0$/m);
    assert.equal(err, 'kith: KITH_POTR is not a variable of Kith and is ignored; the closest is KITH_PORT.\n');
  });
});

describe('a secret in a file', () => {
  it('is read without the line’s end', async () => {
    const { config, env } = await read({ secret: `${long}\n` }, { KITH_SECRET_FILE: 'secret' });
    assert.equal(config.secret, long);
    assert.deepEqual([env.KITH_SECRET, env.KITH_SECRET_FILE], [long, undefined]);
  });

  it('may be named in the configuration file', async () => {
    const { config } = await read(
      { secret: long, url: 'redis://redis.example', 'kith.yaml': 'KITH_SECRET_FILE: secret\nREDIS_URL_FILE: url\n' },
      fromFile,
    );
    assert.deepEqual([config.secret, config.redisUrl], [long, 'redis://redis.example']);
  });

  for (const [what, files, env, sentence] of [
    ['there is none', {}, {}, 'KITH_SECRET_FILE: must name a file that can be read, but got "secret" (ENOENT).'],
    [
      'it is empty',
      { secret: '\n' },
      {},
      'KITH_SECRET_FILE: must name a file that holds a value, but "secret" is empty.',
    ],
    [
      'it is set as well',
      { secret: long },
      { KITH_SECRET: long },
      'KITH_SECRET_FILE: cannot be set together with KITH_SECRET; remove one of the two.',
    ],
    ['it does not hold', { secret: 'short' }, {}, 'secret: KITH_SECRET: must have 32 characters or more, but got 5.'],
  ] as const)
    it(`is refused where ${what}`, async () => {
      const others = { REDIS_URL: 'redis://redis.example', KITH_SECRET_FILE: 'secret' };
      const told = await problems(files, { ...others, ...env });
      assert.deepEqual(told, [sentence]);
    });
});

describe('a running graph that is sent SIGHUP', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  const free = '{ relationships(first: 1) { nodes { profile { fullName } } } }';
  const app = 'https://app.example';

  async function ask(
    url: string,
    body: object,
  ): Promise<{ readonly code: string | undefined; readonly origin: string | null }> {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': keyOf('orchard'),
        origin: app,
        ...('query' in body && { 'x-credit-budget': '500' }),
      },
      body: JSON.stringify(body),
    });
    const { errors } = await answer.json();
    return { code: errors?.[0].extensions.code, origin: answer.headers.get('access-control-allow-origin') };
  }

  it('takes up limits, origins and trusted documents, and keeps them where the next file is bad', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'kith.yaml');
    const documents = join(directory.path, 'documents.json');
    await writeFile(path, 'KITH_CREDIT_BUDGET_MAX: 2000\n');
    await using graph = new Kith(['graph'], {
      KITH_UPSTREAM_URL: service.url,
      KITH_CONFIG: path,
      KITH_LOG_LEVEL: 'info',
    });
    const url = await graph.says(/answers on +(\S+)\/graphql/);
    const told = async (body: object): Promise<string> => {
      const { code, origin } = await ask(url, body);
      return `${code ?? 'served'} ${origin}`;
    };
    const becomes = async (body: object, wanted: string): Promise<void> => {
      let last = await told(body);
      for (let more = 0; more < 200 && last !== wanted; more += 1) last = await told(body);
      assert.equal(last, wanted);
    };
    assert.equal(await told({ query: free }), 'served null');
    assert.equal(await told({ documentId: 'one' }), 'DOCUMENT_NOT_TRUSTED null');

    await writeFile(documents, JSON.stringify({ one: '{ __typename }', free }));
    await writeFile(
      path,
      `KITH_CREDIT_BUDGET: 10\nKITH_CREDIT_BUDGET_MAX: 100\nKITH_ORIGINS: [${app}]\nKITH_TRUSTED_DOCUMENTS: ${documents}\nKITH_PORT: 1\nKITH_OPERATION_SECONDS: 20\n`,
    );
    graph.process.kill('SIGHUP');
    const line = JSON.parse(await graph.remarks(/^\{.*was reloaded.*$/));
    assert.deepEqual(line.applied, [
      'KITH_CREDIT_BUDGET',
      'KITH_CREDIT_BUDGET_MAX',
      'KITH_OPERATION_SECONDS',
      'KITH_ORIGINS',
      'KITH_TRUSTED_DOCUMENTS',
    ]);
    // The environment has one, which counts more than the file's.
    assert.deepEqual(line.pending, []);
    await becomes({ documentId: 'one' }, `served ${app}`);
    await becomes({ query: free }, `BAD_USER_INPUT ${app}`);

    const unusable = [
      ['syntax.json', { one: '{ __typename' }],
      ['schema.json', { one: '{ nothingOfThisName }' }],
      ['empty.json', {}],
    ] as const;
    for (const [name, held] of unusable) await writeFile(join(directory.path, name), JSON.stringify(held));
    for (const [nth, bad] of [
      [1, 'KITH_CREDIT_BUDGET: many\n'],
      [2, `KITH_TRUSTED_DOCUMENTS: ${path}\n`],
      ...unusable.map(([name], at) => [3 + at, `KITH_TRUSTED_DOCUMENTS: ${join(directory.path, name)}\n`] as const),
    ] as const) {
      await writeFile(path, bad);
      graph.process.kill('SIGHUP');
      await graph.remarks(/was not reloaded/, nth);
      await becomes({ query: free }, `BAD_USER_INPUT ${app}`);
      await becomes({ documentId: 'one' }, `served ${app}`);
    }

    await writeFile(path, `KITH_TRUSTED_DOCUMENTS: ${documents}\nKITH_TRUSTED_DOCUMENTS_ONLY: 1\n`);
    graph.process.kill('SIGHUP');
    await graph.remarks(/^\{.*was reloaded.*$/, 2);
    await becomes({ query: free }, 'served null');
    await becomes({ query: '{ other: __typename }' }, 'DOCUMENT_NOT_TRUSTED null');
    assert.equal((await graph.stop()).code, 0);
  });
});
