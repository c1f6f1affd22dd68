import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';

const linesOf = (file: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n');

interface StrangerTry {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly meant: string;
  readonly leadsTo: string;
}

/** An operation with a word in the place where somebody expects it. */
const places: Readonly<Record<string, (word: string) => string>> = {
  root: (word) => `{ ${word} { id } }`,
  mut: (word) => `mutation { ${word}(name: "x") { id } }`,
  person: (word) => `{ searchProfiles(first: 1) { nodes { ${word} } } }`,
  company: (word) => `{ searchCompanies(first: 1) { nodes { ${word} } } }`,
  cond: (word) => `{ searchProfiles(where: {${word}: "x"}) { totalCount } }`,
  arg: (word) => `{ searchProfiles(${word}: 5) { totalCount } }`,
  page: (word) => `{ searchProfiles(first: 1) { ${word} } }`,
};

/** Words and first tries of somebody who had not seen the schema, each with what its first message must say. */
describe('what a stranger tries', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph.close());

  for (const line of linesOf('stranger-tries.jsonl')) {
    const { query, variables, meant, leadsTo }: StrangerTry = JSON.parse(line);
    it(`leads by the first message: ${meant}`, async () => {
      const { errors = [] } = await graph.ask(keyOf('orchard'), query, variables);
      const message = errors[0]?.message ?? '';
      assert.ok(message.includes(leadsTo), `must say ${leadsTo}, but says ${message}`);
      const [, shown] = /Write `([^`]+)`/.exec(message) ?? [];
      // What is shown whole is answered, with the values that were sent.
      if (shown === undefined || /"…"|\$|^\w+: /.test(shown) || query.startsWith('mutation')) return;
      const again = await graph.ask(keyOf('orchard'), `{ ${shown} }`, variables);
      assert.deepEqual(again.errors?.filter(({ path }) => path === undefined) ?? [], []);
    });
  }

  it('leads on by words of the field, wherever they are expected', async () => {
    const [, ...rows] = linesOf('stranger-words.tsv');
    const missed: string[] = [];
    for (const row of rows) {
      const [place = '', word = '', leadsTo = ''] = row.split('\t');
      const query = places[place]?.(word) ?? '';
      const { errors = [] } = await graph.ask(keyOf('orchard'), query);
      const [first] = errors.filter(({ message }) => !message.includes('must have a selection'));
      if (leadsTo === 'OK' ? first : !first?.message.includes(leadsTo)) missed.push(`${query}: ${first?.message}`);
    }
    assert.deepEqual(missed, []);
  });
});
