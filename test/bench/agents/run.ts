/**
 * Kith’s tools for agents beside a plain wrapper, which has one tool for each operation of the REST interface: both do
 * the tasks of test/system/mcp, and their calls, tokens and credits are counted. `--write` puts the table into
 * docs/agents.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { printInto } from '../../../src/config/documentation.ts';
import { operations } from '../../../src/contract/operation/all.ts';
import { createHandler } from '../../../src/mcp/handler.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { openSampleGraph } from '../../support/sample/sample-graph.ts';
import { sampleSize } from '../../support/sample/sample-seed.ts';
import { sessionToken } from '../../support/session-token.ts';
import { type Task, tasksIn } from '../../system/mcp/tasks/score.ts';
import { sampleCompanies, sampleProfiles } from '../../tools/sample/generate.ts';
import { personSearch, type RestCall, restScript } from './rest-script.ts';

const profiles = 2000;
const { key } = demoTeams.team;
const size = sampleSize(profiles);

/** What one way of doing tasks costs. */
interface Cost {
  calls: number;
  /** Of arguments and answers. */
  tokens: number;
  credits: number;
}

const tokensOf = (value: unknown): number => countTokens(typeof value === 'string' ? value : JSON.stringify(value));

const people = new Map([...sampleProfiles(size)].map((one) => [one.id, one]));
const firms = new Map([...sampleCompanies(size)].map((one) => [one.id, one]));
const names = Map.groupBy(people.values(), ({ profile_info: info }) => info?.full_name ?? '');
const records = { profiles: people, companies: firms, namesakes: (name: string) => names.get(name)?.length ?? 0 };

await using graph = await openSampleGraph({ profiles, graph: { mcp: async () => createHandler('1.0.0') } });
const token = await sessionToken(graph.graph.url, key, { kind: 'agent', label: 'bench', total: 1000 });
const client = new Client({ name: 'bench', version: '1' });
const requestInit = { headers: { authorization: `Bearer ${token}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(`${graph.graph.url}/mcp`), { requestInit }));

/** Does a task with Kith’s tools: the first call, and the one that its answer suggests if it is not whole. */
async function byTools({ call: { tool, arguments: args }, expected }: Task): Promise<Cost> {
  const before = await graph.usage(key);
  const cost: Cost = { calls: 0, tokens: 0, credits: 0 };
  const called = async (given: Readonly<Record<string, unknown>>) => {
    const { content } = await client.callTool({ name: tool, arguments: { ...given } });
    const [shown] = content;
    const text = shown?.type === 'text' ? shown.text : '';
    cost.calls += 1;
    cost.tokens += tokensOf(given) + tokensOf(text);
    return JSON.parse(text);
  };
  let answer = await called(args);
  const wanted = new Set([...(expected.ids ?? []), ...(expected.companyIds ?? [])]);
  for (
    let text = JSON.stringify(answer);
    cost.calls < 10 && typeof answer.next === 'object';
    text += JSON.stringify(answer)
  ) {
    if ([...wanted].every((id) => text.includes(id))) break;
    answer = await called(answer.question === undefined ? { ...args, ...answer.next } : answer.next);
  }
  cost.credits = (await graph.usage(key)) - before;
  return cost;
}

/** Does a task by the REST interface. Says what its answers lack. */
async function byRest(task: Task, script: NonNullable<ReturnType<typeof restScript>>) {
  const before = await graph.usage(key);
  const cost: Cost = { calls: 0, tokens: 0, credits: 0 };
  let all = JSON.stringify(task.call.arguments).toLowerCase();
  let found: readonly string[] = [];
  const send = async (call: RestCall): Promise<void> => {
    const { method, path } = operations.find(({ name }) => name === call.operation) ?? { method: 'POST', path: '' };
    const answer = await fetch(graph.upstream.url + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(call.arguments) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${call.operation} ${JSON.stringify(call.arguments)}: ${text}`);
    const { ids }: { ids?: readonly string[] } = JSON.parse(text);
    found = ids ?? found;
    all += text;
    cost.calls += 1;
    cost.tokens += tokensOf(call.arguments) + tokensOf(text);
  };
  for (const step of script) await send(typeof step === 'function' ? step(found) : step);
  const { ids = [], companyIds = [], ambiguous = [] } = task.expected;
  const isAbout = task.call.tool === 'who_can_introduce' || task.call.tool === 'plan_introductions';
  // Whom nobody on the team knows is found by a search alone.
  if (isAbout) for (const id of ids) if (!all.includes(id)) await send(personSearch(id, records));
  cost.credits = (await graph.usage(key)) - before;
  const wanted = [...ids, ...ambiguous, ...(isAbout ? [] : companyIds)];
  return { cost, lacks: wanted.filter((id) => !all.includes(id)) };
}

const kinds: Readonly<Record<string, string>> = {
  resolve: 'resolve names',
  find_people: 'find people',
  find_companies: 'find companies',
  who_can_introduce: 'who can introduce',
  plan_introductions: 'plan introductions',
  get_person: 'get a record',
  get_company: 'get a record',
  spending: 'spending',
};

interface Row {
  readonly tools: Cost;
  readonly rest: Cost;
  tasks: number;
}
const rows = new Map<string, Row>();
let without = 0;
const tasks = ['open.jsonl', 'kept.jsonl', 'kept2.jsonl', 'kept3.jsonl'].flatMap((file) => tasksIn(file));
for (const task of tasks) {
  const script = restScript(task, records);
  const kind = kinds[task.call.tool];
  if (script === undefined || kind === undefined) {
    without += 1;
    continue;
  }
  const { cost: rest, lacks } = await byRest(task, script);
  if (lacks.length > 0) throw new Error(`The script of “${task.task}” does not find ${lacks.join()}.`);
  const tools = await byTools(task);
  const nothing = (): Cost => ({ calls: 0, tokens: 0, credits: 0 });
  const row = rows.get(kind) ?? { tasks: 0, tools: nothing(), rest: nothing() };
  rows.set(kind, row);
  row.tasks += 1;
  for (const member of ['calls', 'tokens', 'credits'] as const) {
    row.tools[member] += tools[member];
    row.rest[member] += rest[member];
  }
}

const { tools: listed } = await client.listTools();
const restTools = operations.map(({ name, summary, request }) => ({
  name,
  description: summary,
  inputSchema: request ?? { type: 'object' },
}));
await client.close();

const sum = (of: 'tools' | 'rest', member: keyof Cost): number =>
  [...rows.values()].reduce((total, row) => total + row[of][member], 0);
const shown = (value: number): string => value.toLocaleString('en');
const pair = (one: number, other: number): string => `${shown(one)} / ${shown(other)}`;
const table = [
  '| tasks, Kith / wrapper | calls | tokens | credits |',
  '|---|--:|--:|--:|',
  ...[...rows].map(
    ([kind, { tasks: count, tools, rest }]) =>
      `| ${count} × ${kind} | ${pair(tools.calls, rest.calls)} | ${pair(tools.tokens, rest.tokens)} | ${pair(tools.credits, rest.credits)} |`,
  ),
  `| all ${tasks.length - without} | ${pair(sum('tools', 'calls'), sum('rest', 'calls'))} | ${pair(sum('tools', 'tokens'), sum('rest', 'tokens'))} | ${pair(sum('tools', 'credits'), sum('rest', 'credits'))} |`,
  `| list of tools | | ${pair(tokensOf(listed), tokensOf(restTools))} | |`,
].join('\n');
stdout.write(`${table}\n\n${without} of ${tasks.length} tasks have no operation of the REST interface.\n`);
if (argv.includes('--write')) {
  const page = join(import.meta.dirname, '../../../docs/agents.md');
  writeFileSync(page, printInto(readFileSync(page, 'utf8'), { beside: () => table }));
}
