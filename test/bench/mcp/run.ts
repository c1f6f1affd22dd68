import { createHandler } from '../../../src/mcp/handler.ts';
import { companies, keyOf } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { sessionToken } from '../../support/session-token.ts';

/** CPU of a tool's call beside that of its operation, sent over HTTP by the same program, in rounds that alternate. */

/** The most that a call may take beyond its operation, in milliseconds of CPU. */
const goalMs = 8;
const rounds = 10;
const calls = 100;

await using graph = await openCastGraph({ mcp: async () => createHandler('1.0.0') });
const { url } = graph.graph;
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

/** Milliseconds of CPU of each call. */
async function cpuOf(call: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < calls; count += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

await cpuOf(plain);
await cpuOf(tool);
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
