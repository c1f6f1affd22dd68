import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';

/** Which room may import from which. A room is a folder under src, together with the file of its name. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  main: ['app', 'config'],
  app: ['config', 'graph', 'client', 'service', 'store'],
  graph: ['client', 'contract'],
  client: ['contract'],
  service: ['store', 'contract'],
  store: ['contract'],
  contract: [],
  config: [],
};

const root = normalize(join(import.meta.dirname, '..'));
const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

const roomOf = (path: string): string => path.split('/')[1]?.replace(/\.ts$/, '') ?? '';

/** What a source names after `from`, `import` or `import(`. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].flatMap((match) => match[1] ?? []);

/** The source files that a source imports, as paths from the root. */
const neighboursOf = (source: { path: string; text: string }): string[] =>
  importsOf(source.text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(source.path), specifier));

describe('the house', () => {
  it('has the rooms that the arrows speak of, and no other', () => {
    const unknown = sources.map(({ path }) => roomOf(path)).filter((room) => !(room in arrows));
    assert.deepEqual([...new Set(unknown)], []);
    assert.ok(sources.length > 0);
  });

  for (const [room, allowed] of Object.entries(arrows)) {
    it(`lets ${room} import from ${allowed.join(', ') || 'nothing of ours'}`, () => {
      const wrong = sources
        .filter(({ path }) => roomOf(path) === room)
        .flatMap((source) => neighboursOf(source).map((to) => ({ from: source.path, to })))
        .filter(({ to }) => roomOf(to) !== room && !allowed.includes(roomOf(to)))
        .map(({ from, to }) => `${from} imports ${to}`);
      assert.deepEqual(wrong, []);
    });
  }

  it('keeps src to itself', () => {
    const outside = sources.flatMap((source) => neighboursOf(source).filter((to) => !to.startsWith('src/')));
    assert.deepEqual(outside, []);
  });

  it('has a README on the door of every room', () => {
    const rooms = new Set(sources.filter(({ path }) => path.split('/').length > 2).map(({ path }) => roomOf(path)));
    const doors = new Set(globSync('src/*/README.md', { cwd: root }).map(roomOf));
    assert.deepEqual(
      [...rooms].filter((room) => !doors.has(room)),
      [],
    );
  });

  it('searches through the engine only: nothing outside service/search imports the SQL', () => {
    const inside = 'src/service/search/';
    const wrong = sources
      .filter(({ path }) => !path.startsWith(inside) && path !== 'src/service/server.ts')
      .flatMap((source) => neighboursOf(source).map((to) => ({ from: source.path, to })))
      .filter(({ to }) => to.startsWith(`${inside}sql/`))
      .map(({ from, to }) => `${from} imports ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('touches the process in main.ts only', () => {
    const touching = /\bprocess\.(argv|env|exit|exitCode|on|once|send|stdin|stdout|stderr)\b|from 'node:process'/;
    const wrong = sources.filter(({ path, text }) => path !== 'src/main.ts' && touching.test(text));
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    );
  });

  it('does nothing on import, main.ts, the entries of worker threads and the GraphQL schema aside', () => {
    // The formatter leaves only top-level statements in the first column.
    const acting = /^(?:(?:await|for|if|while|try|throw|new|void)\b|[A-Za-z_$][\w$]*(?:\.[\w$]+)*\s*(?:\(|=[^=]))/m;
    const wrong = sources
      .filter(({ path }) => path !== 'src/main.ts' && !path.endsWith('-worker.ts'))
      // Pothos registers types, fields and plugins on one builder when their modules load: nothing but declarations.
      .filter(({ path }) => !path.startsWith('src/graph/schema/'))
      .flatMap(({ path, text }) => acting.exec(text.replaceAll(/`[^`]*`/g, '``'))?.[0].concat(` in ${path}`) ?? []);
    assert.deepEqual(wrong, []);
  });
});
