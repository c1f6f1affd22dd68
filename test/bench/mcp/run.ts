import { readFileSync } from 'node:fs';
import { companies, keyOf } from '../../support/cast/cast.ts';
import { Kith } from '../../support/kith.ts';
import { openCast } from '../../support/service.ts';
import { sessionToken } from '../../support/session-token.ts';

/** CPU that a graph's process takes for a call of a tool, beside that for its operation, in rounds that alternate. */

/** The most that a call may take beyond its operation, in milliseconds of CPU. */
const goalMs = 8;
const rounds = 6;
const calls = 100;
/** Of the clock by which the kernel counts CPU. */
const tickMs = 10;

await using service = await openCast();
await using graph = new Kith(['graph'], { KITH_UPSTREAM_URL: service.url, KITH_MCP: 'on' });
const url = (await graph.says(/^The graph answers on\s+(\S+)/)).replace(/\/graphql$/, '');
const token = await sessionToken(url, keyOf('orchard'), { kind: 'agent', label: 'bench', total: 10 });

const post = async (path: string, body: object) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'x-credit-budget': '0',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
};

const query = `query ($to: IntroTarget!) {
  introPaths(to: $to, first: 5) {
    totalCount
    pageInfo { hasNextPage }
    problems { message }
    edges { cursor node { confidence tier why connector { id name } target { id fullName currentTitle } } }
  }
}`;
const [company] = companies.aurora.company_info.websites;
const plain = () => post('/graphql', { query, variables: { to: { companyWebsite: company } } });
const params = { name: 'who_can_introduce', arguments: { company } };
const tool = () => post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });

/** Milliseconds of CPU that the graph has taken. */
const cpu = (): number => {
  const stat = readFileSync(`/proc/${graph.process.pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tickMs;
};

/** Milliseconds of CPU of each call. */
async function cpuOf(call: () => Promise<void>): Promise<number> {
  const before = cpu();
  for (let count = 0; count < calls; count += 1) await call();
  return (cpu() - before) / calls;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

for (const call of [plain, tool, plain, tool]) await cpuOf(call);
const measured: { readonly plain: number; readonly tool: number }[] = [];
for (let round = 0; round < rounds; round += 1) measured.push({ plain: await cpuOf(plain), tool: await cpuOf(tool) });
const more = median(measured.map((one) => one.tool - one.plain));
const shown = (name: string, ms: number) => process.stdout.write(`${name.padEnd(24)} ${ms.toFixed(2)} ms of CPU\n`);
shown('plain operation', median(measured.map((one) => one.plain)));
shown('call of a tool', median(measured.map((one) => one.tool)));
shown('more', more);
if (more > goalMs) {
  process.stderr.write(`A call must take at most ${goalMs} ms more, but takes ${more.toFixed(2)}.\n`);
  process.exitCode = 1;
}
