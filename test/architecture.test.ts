import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';
import { features } from '../src/graph/features/index.ts';

/** What a folder may import from, and why it needs each. */
type Arrows = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The folders under src, each together with the file of its name. */
const topArrows: Arrows = {
  main: {
    app: 'commands run what app assembles',
    config: 'commands judge the environment',
    reading: 'options name kinds of columns',
  },
  app: {
    config: 'what is assembled is configured',
    graph: 'it opens the graph',
    mcp: 'it serves tools to agents',
    client: 'the doctor reads answers of a data service as the client does',
    contract: 'the doctor examines a data service by the operations',
    telemetry: 'it opens what measures the graph and the service, and serves the metrics',
    service: 'it opens the embedded service',
    store: 'it opens the store of the embedded service',
    http: 'it says when a process takes on no more',
    reading: 'lists that people bring are read there',
  },
  graph: {
    config: 'its options and their defaults are settings',
    client: 'the upstream is called by the client alone',
    contract: 'records and operations are declared there',
    http: 'its server is opened, its callers are bounded and its answers are compressed there',
    telemetry: 'its instruments are declared there',
    webhooks: 'watches send what has changed',
    reading: 'identifiers, names and websites of callers and upstreams are folded there',
  },
  client: { contract: 'calls are made from the operations' },
  service: {
    config: 'its limits and their defaults are settings',
    store: 'records, teams and the ledger stand there',
    contract: 'it serves the operations',
    http: 'its server is opened, its callers are bounded and its answers are compressed there',
    telemetry: 'its instruments are declared there',
    webhooks: 'callbacks are sent by it',
    reading: 'identifiers and words of requests are folded there',
  },
  store: {
    contract: 'tables and tokens follow from the records',
    reading: 'identifiers and words of records are folded there',
  },
  contract: { reading: 'slugs are read from URLs there' },
  reading: {},
  http: {
    contract: 'it has the names of headers',
    telemetry: 'requests are measured there',
  },
  webhooks: {},
  telemetry: {},
  config: { contract: 'words of a data service are judged by the members that they may be confused with' },
  sdk: {},
  mcp: { sdk: 'tools ask the graph by the typed client' },
  explorer: { sdk: 'documents have its form, and answers its types' },
};

/** The folders and files under src/graph, in the order in which a request passes them. */
const graphArrows: Arrows = {
  server: {
    schema: 'it executes operations of the schema',
    operation: 'it prepares operations',
    scope: 'it makes their context',
    state: 'it opens what is kept, and serves sessions and purses',
    'services.ts': 'it opens them',
    subscriptions: 'it opens their quota',
    features: 'it opens them, and purges people from what they store',
    'graph-schema.ts': 'it serves the schema',
    cache: 'it opens the cache, and purges it',
    credits: 'it prints receipts and prices',
    'validate.ts': 'administrators’ requests, and answers to them, are checked',
    'errors.ts': 'refusals before an operation runs',
    'feature.ts': 'it opens each',
  },
  schema: {
    operation: 'messages of GraphQL.js are cut short',
    scope: 'resolvers load for their selection, in a scope',
    loaders: 'kinds of records, and cursors',
    state: 'purses and lists are kept there',
    credits: 'types of budgets and receipts',
    cache: 'identifiers of records; forgetRecords',
    'errors.ts': 'refused arguments',
  },
  'graph-schema.ts': {
    schema: 'the core’s types and fields',
    features: 'their types and fields',
  },
  features: {
    'feature.ts': 'each is one',
    schema: 'their types and fields are declared on its builder',
    scope: 'resolvers load in a scope',
    state: 'what they store, and the people to be purged from it',
    cache: 'identifiers of records',
    'validate.ts': 'what is read back from a store is checked',
    'errors.ts': 'refused arguments',
    loaders: 'queries by names, cursors, and searches that are refused',
    credits: 'a record may only be priced',
    operation: 'operations are refused and priced, and messages cut short',
    'services.ts': 'they are opened with them',
    subscriptions: 'subscribers have queues and a quota',
    server: 'their routes read requests as those of the core do',
  },
  'feature.ts': {
    'services.ts': 'a feature is opened with them',
    server: 'and with the options of the graph',
    state: 'what it stores of people, and where',
    operation: 'operations pass its hooks',
  },
  operation: {
    scope: 'executions run in a context',
    state: 'sessions have limits of their own',
    cache: 'equal operations share one execution',
    credits: 'budgets, receipts and prices',
    'errors.ts': 'refusals are explained',
  },
  scope: {
    loaders: 'a scope has its loaders',
    state: 'purses, sessions and exclusions bound an operation',
    'services.ts': 'an operation has them',
    cache: 'a scope has its part of the cache',
    credits: 'an operation has a budget and a receipt',
    'errors.ts': 'missing keys and other teams',
  },
  'services.ts': {
    cache: 'the records of all credentials',
    state: 'what the core stores',
    subscriptions: 'their quota',
  },
  subscriptions: {},
  loaders: {
    cache: 'records are looked up there first',
    credits: 'loads are reserved and booked',
    'errors.ts': 'expired cursors',
  },
  state: {
    cache: 'people are known by identifiers of records',
    credits: 'purses and receipts are kept',
    'validate.ts': 'what is read back from a store is checked',
  },
  cache: {
    state: 'kept records are sealed, in a database like that of the state',
    'validate.ts': 'what is read back from a Redis is checked',
  },
  credits: { 'errors.ts': 'refused headers' },
  'validate.ts': {},
  'errors.ts': {},
};

const builderPath = 'src/graph/schema/builder.ts';

const root = normalize(join(import.meta.dirname, '..'));

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

/** The folder of a file below another one, or the file itself where it stands there directly. */
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

/** Files that import one another in a circle, by Tarjan's strongly connected components. */
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

/** What is installed or built there, beside what is kept. */
const made: readonly string[] = ['node_modules', 'dist'];

describe('the layout', () => {
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
      it('has the folders that the rules speak of, and no other', () => {
        const places = new Set(sources.flatMap(({ path }) => placeOf(path) ?? []));
        assert.deepEqual([...places].toSorted(), Object.keys(arrows).toSorted());
      });

      it('allows no import that nothing makes', () => {
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
    const assembly = ['src/graph/server/server.ts', 'src/graph/server/graph-options.ts', 'src/graph/graph-schema.ts'];
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
