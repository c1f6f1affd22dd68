import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { companyWhereOf } from '../../../../src/questions/company-filters.ts';
import { whereOf } from '../../../../src/questions/people-filters.ts';
import { companies, keyOf } from '../../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { type CastService, openCast } from '../../../support/service.ts';

interface Answer {
  readonly interpret: {
    readonly kind: string;
    readonly id: string | null;
    readonly filters: readonly { readonly name: string; readonly value: string }[];
    readonly unread: string | null;
    readonly people: { readonly totalCount: number } | null;
    readonly companies: { readonly totalCount: number } | null;
  } | null;
}

describe('what a text asks for', () => {
  let service: CastService;
  let graph: TestGraph;
  before(async () => {
    service = await openCast();
    graph = await openTestGraph(service.url);
  });
  after(async () => {
    await graph?.[Symbol.asyncDispose]();
    await service?.close();
  });

  const interpret = (text: string) =>
    graph.ask<Answer, object>(
      keyOf('orchard'),
      `query ($text: String!) {
        interpret(text: $text) { kind id filters { name value } unread people { totalCount } companies { totalCount } }
      }`,
      { text },
    );

  it('is a company by its name', async () => {
    const { data, errors } = await interpret(companies.aurora.company_info.name);
    assert.equal(errors, undefined, JSON.stringify(errors));
    assert.deepEqual([data?.interpret?.kind, data?.interpret?.id], ['COMPANY', companies.aurora.id]);
  });

  it('makes no search twice', async () => {
    for (const text of ['Yuliya Sokolova Lumora', 'who can introduce me to the head of data at Lumora Robotics']) {
      graph.upstream.forget();
      const { errors } = await interpret(text);
      assert.equal(errors, undefined, JSON.stringify(errors));
      const searches = graph.upstream.calls.map(({ path, body }) => `${path} ${JSON.stringify(body)}`);
      assert.deepEqual(
        searches.filter((one, at) => searches.indexOf(one) !== at),
        [],
        text,
      );
    }
  });

  it('is companies by a place, in the words of records, with those that are there', async () => {
    const { data } = await interpret('Portuguese companies');
    assert.deepEqual(data?.interpret?.filters, [{ name: 'place', value: 'Portugal' }]);
    assert.ok((data?.interpret?.companies?.totalCount ?? 0) > 0);
  });

  it('is a company whose name has a legal form, or stands within a request', async () => {
    const { name } = companies.aurora.company_info;
    for (const text of [`${name}, Lda.`, `zeig mir die Seite von ${name}`]) {
      const { data } = await interpret(text);
      assert.deepEqual([data?.interpret?.kind, data?.interpret?.id], ['COMPANY', companies.aurora.id], text);
    }
  });

  it('is everybody at a firm, rather than the firm, whom the team may know', async () => {
    const { name } = companies.aurora.company_info;
    for (const text of [
      `who works at ${name}?`,
      `everyone at ${name}`,
      `alle bei ${name}`,
      `Wer arbeitet alles bei ${name}`,
      `tous les employés de ${name}`,
      `quién trabaja en ${name}`,
    ]) {
      const { data } = await interpret(text);
      assert.deepEqual(data?.interpret?.filters, [{ name: 'company', value: name }], text);
    }
    for (const text of [name, `who do we know at ${name}`, `how many people work at ${name}?`]) {
      const { data } = await interpret(text);
      assert.deepEqual([data?.interpret?.kind, data?.interpret?.id], ['COMPANY', companies.aurora.id], text);
    }
  });

  it('is a language that people speak, rather than its country or talks that they give', async () => {
    for (const text of [
      'Spanish speakers',
      'native Spanish-speaking people',
      'Spanisch-Muttersprachler',
      'hablantes de español',
    ]) {
      const { data } = await interpret(`${text}, Lisbon`);
      const skill = data?.interpret?.filters.find((one) => one.name === 'skill')?.value;
      assert.match(skill ?? '', /^(?:Spanish|Spanisch|español)$/, text);
    }
  });

  it('is companies whose head count is not known by their class of sizes, if a size is that of classes', () => {
    const classesOf = (size: string) => JSON.stringify(companyWhereOf({ size })).match(/"in":(\[.*?\])/)?.[1];
    assert.equal(classesOf('..49'), '["1-10","11-50"]');
    assert.equal(classesOf('201..'), '["201-500","501-1000","1001-5000","5001-10000","10001+"]');
    assert.equal(classesOf('..29'), undefined);
    assert.deepEqual(whereOf({ size: '..49' }), { currentCompanySize: { max: { lte: 50 } } });
  });

  it('is the names of a pasted list, without its heading, labels and the places of firms', async () => {
    const { name } = companies.aurora.company_info;
    for (const [text, names] of [
      [`firmas a visitar\n${name}\nZzyzx Mills\nQuuxley Holding`, `${name}\nZzyzx Mills\nQuuxley Holding`],
      [`Targets:\n- ${name} (Berlin)\n- Zzyzx Mills`, `${name}\n- Zzyzx Mills`],
      ['Mesa 3\tAda Zzyzx\tOrbis\nMesa 4\tEve Quux\tOrbis', 'Ada Zzyzx, Orbis\nEve Quux, Orbis'],
      ['terna: Ada Zzyzx; y Eve Quux, la de Orbis', 'Ada Zzyzx\nEve Quux, Orbis'],
    ] as const) {
      const { data, errors } = await graph.ask<{ interpret: { kind: string; names: string } }, object>(
        keyOf('orchard'),
        'query ($text: String!) { interpret(text: $text) { kind names } }',
        { text },
      );
      assert.deepEqual(data?.interpret, { kind: 'LIST', names }, JSON.stringify(errors));
    }
  });

  it('is nothing, without a search, if it is asked about the service', async () => {
    graph.upstream.forget();
    for (const text of ['Woher habt ihr eigentlich diese Daten?', 'can I sort this by age?', '¿cómo funciona?']) {
      const { data } = await interpret(text);
      assert.equal(data?.interpret?.kind, 'NOTHING', text);
    }
    assert.deepEqual(graph.upstream.calls, []);
  });

  it('is searched as it is written where spellings are too many for the data service', async () => {
    let [refused, most] = [0, 4_000];
    graph.upstream.fault = ({ body }) => {
      if (JSON.stringify(body ?? {}).length < most) return undefined;
      refused += 1;
      return { status: 400, body: { code: 400, errors: ['query: has too many clauses.'] } };
    };
    const unknown = await interpret('Zorblax Quuxley Brimblewick Frondibor Glimmerstadt Plorvex');
    most = 2_500;
    const talk = await interpret('Hiro Tanaka zeugnismappe');
    graph.upstream.fault = undefined;
    assert.deepEqual([unknown.errors, unknown.data?.interpret?.kind], [undefined, 'NOTHING']);
    assert.deepEqual([talk.errors, talk.data?.interpret?.kind], [undefined, 'PERSON']);
    assert.ok(refused > 0);
  });

  it('is nothing if only a place of it is understood', async () => {
    for (const text of ['what is the weather in Portugal', 'Traduis en portugais : bonne journée']) {
      const { data } = await interpret(text);
      assert.equal(data?.interpret?.kind, 'NOTHING', text);
    }
  });

  it('is nobody in a place that no record has, nor those of an excluded firm', async () => {
    const { data } = await interpret('people in Zzyzx but not at Aurora Labs');
    assert.deepEqual(data?.interpret?.people?.totalCount, 0);
    assert.ok(data?.interpret?.filters.some(({ name, value }) => name === 'not' && value.includes('Aurora')));
  });

  it('is a filter of people or of companies in the words of records', async () => {
    const read = async (text: string, filter: string, of: string) => {
      const { data, errors } = await graph.ask<Pick<Answer, 'interpret'>, object>(
        keyOf('orchard'),
        `query ($text: String!, $filter: String!, $of: InterpretationKind) {
          interpret(text: $text, filter: $filter, of: $of) { kind filters { name value } }
        }`,
        { text, filter, of },
      );
      return errors?.[0]?.message ?? data?.interpret;
    };
    assert.deepEqual(await read('portuguese', 'place', 'COMPANIES'), {
      kind: 'COMPANIES',
      filters: [{ name: 'place', value: 'Portugal' }],
    });
    assert.deepEqual(await read('CFOs', 'title', 'PEOPLE'), {
      kind: 'PEOPLE',
      filters: [{ name: 'title', value: 'CFOs' }],
    });
    assert.match(String(await read('CFOs', 'title', 'COMPANIES')), /must be one of industry, .*, but got title\./);
  });

  it('is refused above 2,000 characters', async () => {
    const { errors } = await interpret('a'.repeat(2_001));
    assert.match(errors?.[0]?.message ?? '', /at most 2000 characters/);
  });
});
