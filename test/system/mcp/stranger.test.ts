import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createHandler } from '../../../src/mcp/handler.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { isSearch } from '../../support/network/recorder.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';
import { sampleSize } from '../../support/sample/sample-seed.ts';
import { sessionToken } from '../../support/session-token.ts';
import { sampleProfiles } from '../../tools/sample/generate.ts';
import { type Content, type Task, type TextChecks, tasksIn, wrongIn } from './tasks/score.ts';

/** Where the stranger says in words what is right. */
const texts: TextChecks = {
  'Which fields has a person?': /fullName.*currentTitle|currentTitle.*fullName/s,
  'How do I search by past employer in GraphQL?': /experience: \{ some: \{ isCurrent/,
  'What is there at all?': /searchProfiles/,
  'Run a GraphQL query for the title of the person with that id': /VP of Engineering|profile\(by/,
  'Query typed wrongly': /line \d+, column \d+/,
  'Query without budget': /"__typename":"Query"/,
  'What would it cost to fetch 250 people?': /"max":250/,
  'Quote for resolving Mei-Ling Torres and Viktor Lindqvist': /"max":0/,
  'How many credits did we use this month?': /"team_used_in_billing_period":\d+/,
  'Spending since 1 March': /"spent":\d+.*since/,
  'What changed in our network last week?': /"changes"|No network is watched/,
  'Who changed jobs since 2026-01-01?': /"changes"|No network is watched/,
  'Where do I find the price of a record?': /quote|1 credit.*usage|usage.*1 credit/s,
  'Query with max 0 credits': /"queryType":\{"name":"Query"\}/,
  'How much to refresh 20 profiles?': /"max":60|does not refresh|nothing is refreshed/i,
  'Who spent the most?': /not known by|is not known/,
  'New connections of our team': /"changes"|No network is watched/,
  'Which of our targets moved to another firm?': /"changes"|No network is watched/,
  'Next page of VPs': /after: must be a cursor/,
  'What moved in the network since yesterday? kinds: moved, joined': /"changes"|No network is watched/,
  'Did anyone we watch leave Lumora in the past month?': /No network is watched/,
  'Before you do it: what would it cost to load the full records of all four law firms?': /"max":4/,
  "Tell me first what reading three people's full records would cost": /"max":3/,
  'Try to delete a record': /runs queries only/,
  'Requête avec une faute de frappe': /persn.*(?:schema|profile)/s,
  'Resolve nothing, just to see what comes back': /people and companies must name/,
  'Leeres Dokument': /document must be given/,
  'Introductions without a target': /person or company must be given/,
  'Ask in plain language': /document must be given|is not an argument of query|Syntax Error|149/,
  'Title and employer of one person by id': /VP of Engineering|profile\(by/,
  "Check the price of reading Greta Krüger's record twice": /"max":[12]/,
};

/** An answer without what a second call changes: its price, and how it was read. */
const plain = ({ charged: _, left: __, next: ___, note: ____, ...answer }: Content): string => JSON.stringify(answer);

describe('tasks of a stranger, by the arguments that a model writes first', { timeout: 300_000 }, () => {
  const { key } = demoTeams.team;
  let graph: SampleGraph;
  before(async () => {
    graph = await openSampleGraph({ profiles: 2000, graph: { mcp: async () => createHandler('1.0.0') } });
    graph.upstream.remembers = isSearch;
  });
  after(() => graph?.[Symbol.asyncDispose]());

  /** The stranger lists people by their town; some records have it in the line of their place alone. */
  const places = new Map<string, string>();
  for (const { id, profile_info: info } of sampleProfiles(sampleSize(2000)))
    if (info?.current_location && !(info.location_locality && info.location_country))
      places.set(id, info.current_location);
  const checks = {
    texts,
    alsoRight: (task: string, id: string) => {
      const parts = places.get(id)?.split(', ') ?? [];
      const english: Readonly<Record<string, string>> = {
        München: 'Munich',
        Bengaluru: 'Bangalore',
        'São Paulo': 'Sao Paulo',
      };
      return parts.some((part) => task.includes(english[part] ?? part));
    },
  };

  async function connected(total: number) {
    const token = await sessionToken(graph.graph.url, key, { kind: 'agent', label: 'research', total });
    const client = new Client({ name: 'stranger', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${graph.graph.url}/mcp`), { requestInit }));
    const call = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<Content> => {
      const { content } = await client.callTool({ name: tool, arguments: { ...args } });
      const [shown] = content;
      const text = shown?.type === 'text' ? shown.text : '{}';
      const tokens = countTokens(text);
      assert.ok(tokens <= 2500, `${tool} answered ${tokens} tokens`);
      return JSON.parse(text);
    };
    return { call, [Symbol.asyncDispose]: () => client.close() };
  }

  /** Does a task by at most two calls: the first, and the one that its answer suggests. */
  async function attempt(task: Task, call: (tool: string, args: Content) => Promise<Content>) {
    const { arguments: args } = task.call;
    // A stranger who was told of tools in words calls both of these by one name.
    const introducing = args.targets === undefined ? 'who_can_introduce' : 'plan_introductions';
    const tool = task.call.tool === 'introductions' ? introducing : task.call.tool;
    const before = await graph.usage(key);
    let quoted = 0;
    const priced = async (given: Content): Promise<Content> => {
      if (tool !== 'quote') quoted += Number((await call('quote', { tool, arguments: given })).max ?? 0);
      return call(tool, given);
    };
    const first = await priced(args);
    const answers = [first];
    const wrong = wrongIn(task, answers, checks);
    const { next, question } = first;
    if (wrong !== undefined && typeof next === 'object' && next !== null)
      // A question's continuation names the record by itself; others go on with the arguments.
      answers.push(await priced(question === undefined ? { ...args, ...next } : { fields: args.fields, ...next }));
    const charged = (await graph.usage(key)) - before;
    return { wrong: wrongIn(task, answers, checks), isFirst: wrong === undefined, charged, quoted };
  }

  const done = async (file: string, least: number, log: (line: string) => void) => {
    await using agent = await connected(200);
    const tasks = tasksIn(file);
    let [right, first, overspent] = [0, 0, 0];
    for (const task of tasks) {
      const { wrong, isFirst, charged, quoted } = await attempt(task, agent.call);
      if (wrong === undefined) right += 1;
      else log(`✗ ${task.task}: ${wrong}`);
      if (isFirst) first += 1;
      if (charged > quoted) overspent += charged - quoted;
    }
    log(`${right} of ${tasks.length} right by the second call, ${first} by the first; overspent ${overspent}`);
    assert.equal(overspent, 0);
    assert.ok(right >= least, `${right} of ${tasks.length} are right, but at least ${least} must be`);
  };

  it('are done: at least 105 of 106', (t) => done('open.jsonl', 105, (line) => t.diagnostic(line)));

  // Kept back until the tools were made: 30 more.
  it('are done that were kept back: all 30', (t) => done('kept.jsonl', 30, (line) => t.diagnostic(line)));

  // Kept back by another stranger: 25 were right when they were first tried.
  it('are done that another kept back: at least nine in ten', (t) =>
    done('kept2.jsonl', 27, (line) => t.diagnostic(line)));

  // Kept back by a third stranger.
  it('are done that a third kept back: at least nine in ten', (t) =>
    done('kept3.jsonl', 27, (line) => t.diagnostic(line)));

  it('are done that a fourth wrote: at least nine in ten', (t) =>
    done('open4.jsonl', 63, (line) => t.diagnostic(line)));

  // 24 were right when they were first tried, and three refusals that the stranger allows, but no check knew.
  it('are done that the fourth kept back: at least nine in ten', (t) =>
    done('kept4.jsonl', 27, (line) => t.diagnostic(line)));

  it('go on with words that were read otherwise', async () => {
    await using agent = await connected(0);
    const args = { skill: 'Legal', employer: 'Halvorsen Maritime', first: 1 };
    const first = await agent.call('find_people', args);
    assert.deepEqual(Object.keys(Object(first.next)).toSorted(), ['after', 'function', 'skill']);
    const second = await agent.call('find_people', { ...args, ...Object(first.next) });
    assert.deepEqual([first.total, second.total, second.problem], [2, 2, undefined]);
    assert.notDeepEqual(second.people, first.people);
  });

  it('find by words whom the page finds by them', async () => {
    await using agent = await connected(0);
    const document = `query ($text: String!) {
      interpret(text: $text) { kind people { totalCount } companies { totalCount } }
    }`;
    interface Found {
      readonly interpret: Readonly<Record<'people' | 'companies', { readonly totalCount: number } | null>> & {
        readonly kind: string;
      };
    }
    for (const text of [
      'anciens de Brightwater Bank à Londres',
      'Ingenieure in München, die Rust können',
      'engineering managers in Bangalore',
      'former Lumora engineers but no interns',
      'banks in London with more than 200 people',
      'compañías de seguros en Lyon',
    ]) {
      const { data } = await graph.ask<Found, object>(key, document, { text });
      const { kind, people, companies } = data?.interpret ?? { kind: 'none' };
      const { total } = await agent.call(kind === 'COMPANIES' ? 'find_companies' : 'find_people', { text });
      assert.ok(Number(total) > 0, `${text}: ${JSON.stringify(data)}`);
      assert.equal(total, (people ?? companies)?.totalCount, text);
    }
  });

  it('name the argument that emptied a search', async () => {
    await using agent = await connected(0);
    const { emptied_by: conditions } = await agent.call('find_companies', { industry: 'Insurance', place: 'Atlantis' });
    assert.deepEqual(
      [conditions].flat().map((one) => Object(one).condition),
      ['place'],
    );
  });

  /** Calls as an adversarial colleague of every vendor writes them, beside the call that they mean. */
  it('are understood however they are written: at least nine in ten', async (t) => {
    await using agent = await connected(200);
    const calls = readFileSync(join(import.meta.dirname, 'tasks/equivalents.jsonl'), 'utf8')
      .trim()
      .split('\n');
    let right = 0;
    for (const line of calls) {
      const { tool, written, means }: { tool: string; written: Content; means: Content } = JSON.parse(line);
      const [asWritten, asMeant] = [await agent.call(tool, written), await agent.call(tool, means)].map(plain);
      assert.doesNotMatch(asMeant ?? '', /"refused"|"total":0,/, `${line} must mean something`);
      if (asWritten === asMeant) right += 1;
      else t.diagnostic(`✗ ${line}\n${asWritten?.slice(0, 300)}`);
    }
    t.diagnostic(`${right} of ${calls.length}`);
    assert.ok(right >= 0.9 * calls.length, `${right} of ${calls.length} are understood`);
  });
});
