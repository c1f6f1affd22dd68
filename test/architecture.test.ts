import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';
import { features } from '../src/graph/features/index.ts';

/** The folders that each folder may import from, with the reason. */
type Arrows = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The folders under src, each including the file of its name. */
const topArrows: Arrows = {
  main: {
    app: 'commands open and use the program',
    config: 'commands read and validate the environment',
    reading: 'options name kinds of columns',
  },
  app: {
    config: 'opens everything from the configuration',
    graph: 'opens the graph',
    mcp: 'serves tools to agents',
    client: 'the doctor reads answers like the client',
    contract: 'the doctor calls a data service by the operations',
    telemetry: 'opens the telemetry of graph and service, and serves the metrics',
    service: 'opens the embedded service',
    store: 'opens the store of the embedded service',
    http: 'configures load shedding',
    reading: 'reads lists of people and companies',
  },
  graph: {
    config: 'types and defaults of its options',
    client: 'the only way to call the upstream',
    contract: 'records and operations',
    http: 'server, limits and compression',
    telemetry: 'instruments',
    webhooks: 'watches send changes',
    reading: 'folds identifiers, names and websites',
    questions: 'interprets questions over its own look-ups',
  },
  client: { contract: 'calls are derived from the operations' },
  service: {
    config: 'types and defaults of its limits',
    store: 'records, teams and the ledger',
    contract: 'serves the operations',
    http: 'server, limits and compression',
    telemetry: 'instruments',
    webhooks: 'sends callbacks',
    reading: 'folds identifiers and words of requests',
  },
  store: {
    contract: 'tables and tokens are derived from the records',
    reading: 'folds identifiers and words of records',
  },
  contract: { reading: 'reads slugs from URLs' },
  reading: {},
  http: {
    contract: 'names of headers',
    telemetry: 'measures requests',
  },
  webhooks: {},
  telemetry: {},
  config: { contract: 'checks custom names for conflicts with members' },
  sdk: {},
  mcp: {
    sdk: 'tools call the graph by the typed client',
    reading: 'reads names and identifiers that agents write',
    questions: 'compiles filters to conditions',
  },
  questions: { reading: 'cuts texts into names and words', sdk: 'types of conditions' },
  explorer: {
    sdk: 'types of documents and answers',
    reading: 'reads what people paste',
    questions: 'filters in its addresses',
  },
};

/** The folders and files under src/graph, in the order in which a request passes them. */
const graphArrows: Arrows = {
  'server.ts': {
    'graph-options.ts': 'its options, and their defaults',
    'open-services.ts': 'opens the services',
    features: 'opens them',
    'graph-schema.ts': 'serves the schema',
    transports: 'serves operations',
    http: 'serves HTTP',
    operation: 'prepares and runs operations',
    cache: 'type of the cache that it shows',
    state: 'opens the stored state, and its rotation',
    'errors.ts': 'ends streams',
    'feature.ts': 'opens each feature',
  },
  'graph-options.ts': {
    features: 'their options',
    http: 'sessions, and limits of traffic',
    'tracking.ts': 'options of tracking',
    operation: 'limits of operations, budgets and the cache',
    state: 'the database, and the clock',
  },
  'tracking.ts': {},
  'open-services.ts': {
    'graph-options.ts': 'from the options of a graph',
    'services.ts': 'what it opens',
    http: 'keys that the data service accepts',
    cache: 'opens it',
    state: 'opens the stored state',
    subscriptions: 'opens their quota',
  },
  transports: {
    http: 'reads and answers requests',
    operation: 'runs operations',
    cache: 'which callers are known',
    state: 'ends streams with their session',
  },
  http: {
    'services.ts': 'opens sessions, and finds callers',
    schema: 'type of the context',
    operation: 'hooks and observers of operations',
    scope: 'creates the context of an operation',
    cache: 'which callers are known',
    state: 'opens sessions, and finds their callers',
    credits: 'budgets of sessions',
    'errors.ts': 'refusals before an operation runs',
  },
  schema: {
    scope: 'resolvers load for their selection',
    loaders: 'kinds of records, and cursors',
    credits: 'types of budgets and receipts',
    cache: 'identifiers of records; forgetRecords',
    'errors.ts': 'refused arguments',
  },
  'graph-schema.ts': {
    schema: 'the core’s types and fields',
    features: 'their types and fields',
  },
  features: {
    'feature.ts': 'the type of each feature',
    schema: 'declares types and fields on its builder',
    scope: 'resolvers load in a scope',
    state: 'stores their data, and purges people from it',
    cache: 'identifiers of records',
    'validate.ts': 'checks values read from a store',
    'errors.ts': 'refused arguments',
    loaders: 'queries by names, cursors, and refused searches',
    credits: 'prices records',
    operation: 'refuses and prices operations, and shortens messages',
    'services.ts': 'features are opened with them',
    subscriptions: 'queues and quota of subscribers',
    http: 'routes read requests like those of the core',
    transports: 'routes run operations like those of the core',
    'tracking.ts': 'how mapping tasks are tracked',
    'error-codes.ts': 'refusals are counted by code',
  },
  'feature.ts': {
    'services.ts': 'features are opened with them',
    'graph-options.ts': 'features are opened with them',
    http: 'types of routes and pages',
    cache: 'type of a shared cache',
    state: 'declarations of stored personal data',
    operation: 'type of its hooks',
  },
  operation: {
    scope: 'executions run in a context',
    state: 'limits of sessions',
    cache: 'single flight of identical operations',
    credits: 'budgets, receipts and prices',
    'errors.ts': 'refused operations',
  },
  scope: {
    loaders: 'the loaders of a scope',
    state: 'purses, sessions and exclusions limit an operation',
    'services.ts': 'used by operations',
    cache: 'the cache of a credential',
    credits: 'budget and receipt',
    'errors.ts': 'missing keys and other teams',
  },
  'services.ts': {
    cache: 'the records of all credentials',
    state: 'stores of the core',
    subscriptions: 'quota',
  },
  subscriptions: {},
  loaders: {
    cache: 'looked up before loads',
    credits: 'reserves and charges loads',
    'errors.ts': 'expired cursors',
  },
  state: {
    cache: 'identifiers of records',
    credits: 'purses and receipts',
    'validate.ts': 'checks values read from a store',
  },
  cache: {
    state: 'sessions of known callers, and types of stores',
  },
  credits: { 'errors.ts': 'refused headers' },
  'validate.ts': {},
  'errors.ts': {},
  'error-codes.ts': {},
};

const builderPath = 'src/graph/schema/builder.ts';

const root = normalize(join(import.meta.dirname, '..'));

/** The page with tables printed from the arrows: `npm run schema` rewrites it, by `node test/architecture.test.ts --write`. */
const page = 'docs/contributing/architecture.md';
const isWriting = process.argv.includes('--write');

/** The first sentence of the README of a folder, or of the file's doc comment, without links. */
function summaryOf(path: string): string {
  const file = path.endsWith('.ts') ? path : `${path}/README.md`;
  const begin = /^# .*\n\n|^\/\*\*\s(?: \* )?/m;
  const [, text = ''] = readFileSync(join(root, file), 'utf8').split(begin, 2);
  const [sentence = ''] = /^.*?(?=[.:](?:\s|$))/.exec(text.replaceAll(/\n \* |\s+/g, ' ')) ?? [];
  return sentence.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}

/** A table of folders: what each is, and what it may import. */
const tableOf = (folder: string, arrows: Arrows): string =>
  [
    '| folder | purpose | may import |',
    '|---|---|---|',
    ...Object.entries(arrows).map(([name, tos]) => {
      const imports = Object.entries(tos).map(([to, why]) => `\`${to}\` (${why})`);
      return `| \`${folder}/${name}\` | ${summaryOf(`${folder}/${name}`)} | ${imports.join(', ') || 'nothing of ours'} |`;
    }),
  ].join('\n');

/** Replaces the printed parts of the page. */
function printed(text: string): string {
  const tables = new Map([
    ['src', tableOf('src', topArrows)],
    ['graph', tableOf('src/graph', graphArrows)],
  ]);
  return text.replaceAll(
    /(<!-- printed: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${tables.get(name)}\n${end}`,
  );
}

if (isWriting) writeFileSync(join(root, page), printed(readFileSync(join(root, page), 'utf8')));

interface Source {
  readonly path: string;
  readonly text: string;
  /** The source files that it imports, for their types alone included, as paths from the root. */
  readonly imports: readonly string[];
}

const sources: readonly Source[] = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const { module } = parseSync(path, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''),
    ),
  ];
  const own = specifiers.filter((specifier) => specifier.startsWith('.'));
  return { path, text, imports: own.map((specifier) => join(dirname(path), specifier)) };
});

/** The entry of a folder that a path is in: a subfolder or a file. */
const placeBelow = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;

/** Folders under src include the file of their name. */
const topOf = (path: string): string => placeBelow('src', path)?.replace(/\.tsx?$/, '') ?? '';
const graphPlaceOf = (path: string): string | undefined => placeBelow('src/graph', path);

function wrongImports(of: string, arrows: Arrows, placeOf: (path: string) => string | undefined): readonly string[] {
  return sources
    .filter(({ path }) => placeOf(path) === of)
    .flatMap(({ path, imports }) => imports.map((to) => ({ path, to, place: placeOf(to) })))
    .filter(({ place }) => place !== undefined && place !== of && !(place in (arrows[of] ?? {})))
    .map(({ path, to }) => `${path} imports ${to}`);
}

/** Import cycles, by Tarjan's algorithm for strongly connected components. */
function circles(): readonly (readonly string[])[] {
  const neighbours = new Map(sources.map(({ path, imports }) => [path, imports]));
  const found: string[][] = [];
  const seen = new Map<string, { index: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const visit = (path: string) => {
    const at = { index: seen.size, low: seen.size, open: true };
    seen.set(path, at);
    stack.push(path);
    for (const next of neighbours.get(path) ?? []) {
      const known = seen.get(next);
      if (!known) at.low = Math.min(at.low, visit(next).low);
      else if (known.open) at.low = Math.min(at.low, known.index);
    }
    if (at.low === at.index) {
      const circle = stack.splice(stack.lastIndexOf(path));
      for (const one of circle) {
        const member = seen.get(one);
        if (member) member.open = false;
      }
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return at;
  };
  for (const { path } of sources) if (!seen.has(path)) visit(path);
  return found;
}

/** Folders that are installed or built. */
const made: readonly string[] = ['node_modules', 'dist'];

describe('the layout', { skip: isWriting }, () => {
  it('has six folders at the top: source, schema, tests, pages, examples, and what deploys it', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !made.includes(entry.name))
      .map(({ name }) => name);
    assert.deepEqual(folders.toSorted(), ['deploy', 'docs', 'examples', 'schema', 'src', 'test']);
  });

  for (const [name, arrows, placeOf] of [
    ['src', topArrows, topOf],
    ['src/graph', graphArrows, graphPlaceOf],
  ] as const)
    describe(name, () => {
      it('has exactly the folders that have rules', () => {
        const places = new Set(sources.flatMap(({ path }) => placeOf(path) ?? []));
        assert.deepEqual([...places].toSorted(), Object.keys(arrows).toSorted());
      });

      it('allows no import that does not occur', () => {
        const made = new Set(
          sources.flatMap(({ path, imports }) => imports.map((to) => `${placeOf(path)} → ${placeOf(to)}`)),
        );
        const allowed = Object.entries(arrows).flatMap(([from, tos]) =>
          Object.keys(tos).map((to) => `${from} → ${to}`),
        );
        assert.deepEqual(
          allowed.filter((arrow) => !made.has(arrow)),
          [],
        );
      });

      for (const [from, allowed] of Object.entries(arrows))
        it(`lets ${from} import from ${Object.keys(allowed).join(', ') || 'nothing of ours'}`, () => {
          assert.deepEqual(wrongImports(from, arrows, placeOf), []);
        });
    });

  it('has no circle of imports, of types included', () => {
    assert.deepEqual(circles(), []);
  });

  it('lets the published client import its own files only, so that it runs in browsers', () => {
    const foreign = sources
      .filter(({ path }) => path.startsWith('src/sdk/'))
      .filter(({ text }) => /(?:from|import) *\(?'(?!\.)/.test(text));
    assert.deepEqual(
      foreign.map(({ path }) => path),
      [],
    );
  });

  it('lets the explorer, and reading, which it bundles, import libraries for browsers only', () => {
    const foreign = sources
      .filter(({ path }) => path.startsWith('src/explorer/') || path.startsWith('src/reading/'))
      .filter(({ text }) => /(?:from|import) *\(?'node:/.test(text));
    assert.deepEqual(
      foreign.map(({ path }) => path),
      [],
    );
  });

  it('keeps src to itself', () => {
    const outside = sources.flatMap(({ imports }) => imports.filter((to) => !to.startsWith('src/')));
    assert.deepEqual(outside, []);
  });

  it('lets the assembly alone import features: server.ts with its options, and the schema', () => {
    const assembly = ['src/graph/server.ts', 'src/graph/graph-options.ts', 'src/graph/graph-schema.ts'];
    const wrong = sources
      .filter(({ path }) => path.startsWith('src/graph/') && !path.startsWith('src/graph/features/'))
      .filter(({ path }) => !assembly.includes(path))
      .flatMap(({ path, imports }) => imports.map((to) => ({ path, to })))
      .filter(({ to }) => to.startsWith('src/graph/features/'))
      .map(({ path, to }) => `${path} imports ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('imports the index.ts of a feature in features/index.ts only, and in the index.ts of what needs it', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((to) => /^src\/graph\/features\/[^/]+\/index\.ts$/.test(to))
        .filter(() => !/^src\/graph\/features\/(?:[^/]+\/)?index\.ts$/.test(path))
        .map((to) => `${path} imports ${to}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('lets a feature import files of the features that it needs, and no other', () => {
    const wrong = features.flatMap(({ name, needs = [] }) =>
      sources
        .filter(({ path }) => path.startsWith(`src/graph/features/${name}/`))
        .flatMap(({ path, imports }) => imports.map((to) => ({ path, to })))
        .filter(({ to }) => {
          const [, other] = /^src\/graph\/features\/([^/]+)\//.exec(to) ?? [];
          return other !== undefined && other !== name && !needs.some((one) => one.name === other);
        })
        .map(({ path, to }) => `${path} imports ${to}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('has a folder for each feature, of its name', () => {
    const folders = new Set(sources.flatMap(({ path }) => /^src\/graph\/features\/([^/]+)\//.exec(path)?.[1] ?? []));
    assert.deepEqual([...folders].toSorted(), features.map(({ name }) => name).toSorted());
  });

  it('has a README in every folder under src, src/graph and src/graph/features', () => {
    const folders = new Set(
      sources
        .map(({ path }) => path.split('/').slice(1, -1))
        .flatMap(([top, below, feature]) => [
          ...(top === undefined ? [] : [top]),
          ...(top === 'graph' && below !== undefined ? [`graph/${below}`] : []),
          ...(top === 'graph' && below === 'features' && feature !== undefined ? [`graph/features/${feature}`] : []),
        ]),
    );
    const readmes = new Set(
      globSync('src/{*,graph/*,graph/features/*}/README.md', { cwd: root }).map((path) => dirname(path).slice(4)),
    );
    assert.deepEqual(
      [...folders].filter((folder) => !readmes.has(folder)),
      [],
    );
  });

  it('has its tables in docs/contributing/architecture.md as they are printed', () => {
    const text = readFileSync(join(root, page), 'utf8');
    assert.ok(text === printed(text), `${page} is out of date: run "npm run schema" and commit it.`);
  });

  it('names only files that exist in READMEs and docs/contributing/architecture.md', () => {
    const files = globSync(['{src,test,docs}/**/*.{ts,tsx}', '*.ts'], {
      cwd: root,
      exclude: made.map((one) => `**/${one}`),
    });
    const exists = (name: string, folder: string): boolean =>
      files.includes(join(folder, name)) || (folder !== '.' && exists(name, dirname(folder)));
    const isBelow = (name: string, folder: string): boolean =>
      files.some((path) => path.startsWith(`${folder}/`) && path.endsWith(`/${name}`));
    const wrong = [page, ...globSync('{src,test}/**/README.md', { cwd: root, exclude: ['**/node_modules'] })].flatMap(
      (path) => {
        const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
        const names = [...text.matchAll(/`([\w./-]+\.tsx?)`|\]\(([\w./-]+\.tsx?)\)/g)].map(
          ([, code, link]) => code ?? link ?? '',
        );
        const folder = path === page ? 'src/graph' : dirname(path);
        return names
          .filter((name) => !exists(name, folder) && !isBelow(name, folder))
          .map((name) => `${path} names ${name}`);
      },
    );
    assert.deepEqual(wrong, []);
  });

  it('searches through the engine only: nothing outside service/search imports the SQL', () => {
    const inside = 'src/service/search/';
    const wrong = sources
      .filter(({ path }) => !path.startsWith(inside) && path !== 'src/service/server.ts')
      .flatMap(({ path, imports }) => imports.map((to) => ({ path, to })))
      .filter(({ to }) => to.startsWith(`${inside}sql/`))
      .map(({ path, to }) => `${path} imports ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('parses a query before any engine knows of it: service/search/dsl imports none', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('src/service/search/dsl/'))
      .flatMap(({ path, imports }) => imports.map((to) => ({ path, to })))
      .filter(({ to }) => to.startsWith('src/service/search/') && !/search\/(?:dsl\/.*|tree\.ts)$/.test(to))
      .map(({ path, to }) => `${path} imports ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('touches the process in main.ts only', () => {
    const touching = /\bprocess\.(argv|env|exit|exitCode|on|once|send|stdin|stdout|stderr)\b|from 'node:process'/;
    // In a worker thread, process.exit() ends that thread alone.
    const inThread = (path: string, text: string) =>
      path.endsWith('-worker.ts') ? text.replaceAll('process.exit(', '') : text;
    const wrong = sources.filter(({ path, text }) => path !== 'src/main.ts' && touching.test(inThread(path, text)));
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    );
  });

  it('does nothing on import, entries (of worker threads and the explorer, too) and the GraphQL schema aside', () => {
    // The formatter leaves only top-level statements in the first column.
    const acting = /^(?:(?:await|for|if|while|try|throw|new|void)\b|[A-Za-z_$][\w$]*(?:\.[\w$]+)*\s*(?:\(|=[^=]))/m;
    const wrong = sources
      .filter(({ path }) => !/^src\/(explorer\/)?main\.tsx?$/.test(path) && !path.endsWith('-worker.ts'))
      // Pothos registers types, fields and plugins on one builder when their modules load: nothing but declarations.
      .filter(({ path, imports }) => !path.startsWith('src/graph/schema/') && !imports.includes(builderPath))
      .flatMap(({ path, text }) => acting.exec(text.replaceAll(/`[^`]*`/g, '``'))?.[0].concat(` in ${path}`) ?? []);
    assert.deepEqual(wrong, []);
  });
});
