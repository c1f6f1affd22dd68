import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Explorer, openExplorer, skip } from './explorer.ts';

const people = 5000;
const pageSize = 1000;

/** A network of many: who they are comes from here, since no sample that a test can wait for is as large. */
const pageFrom = (start: number) => ({
  totalCount: people,
  pageInfo: { hasNextPage: start + pageSize < people, endCursor: String(start + pageSize) },
  nodes: Array.from({ length: pageSize }, (_, at) => ({
    profile: {
      id: `00000000-0000-4000-8000-${String(start + at).padStart(12, '0')}`,
      fullName: `Person ${start + at}`,
      currentTitle: 'Engineer',
      // A few large employers, and many small ones.
      currentCompanyName: `Employer ${Math.floor(((start + at) % 977) ** 0.8)}`,
      __typename: 'Profile',
    },
    connections: Array.from({ length: 1 + ((start + at) % 5) }, () => ({
      connectionStrengthNormalized: 0.5,
      __typename: 'Connection',
    })),
    __typename: 'Relationship',
  })),
});

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly tid: number;
  readonly pid: number;
  /** Microseconds of the thread's own CPU time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

describe('the map of 5,000 people', { skip, timeout: 180_000 }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  it('has no task of more than 50 ms of CPU on the main thread while it is zoomed', async (context) => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON();
      if (!query.includes('NetworkMap')) return route.fallback();
      const relationships = { ...pageFrom(Number(variables.after ?? 0)), __typename: 'RelationshipConnection' };
      return route.fulfill({ json: { data: { relationships } } });
    });
    await visit.open('/map');
    const map = page.getByRole('img', { name: /^Map of 5,000 people/ });
    await map.waitFor();
    const box = await map.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await explorer.browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    for (let turn = 0; turn < 40; turn += 1) {
      await page.mouse.wheel(0, turn < 20 ? -60 : 60);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
      (await explorer.browser.stopTracing()).toString(),
    );
    const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
    const times = traceEvents.flatMap(({ name, ph, pid, tid, tdur }) =>
      ph === 'X' && /RunTask$/.test(name) && main.some((thread) => thread.pid === pid && thread.tid === tid)
        ? (tdur ?? [])
        : [],
    );
    const longest = Math.max(...times) / 1000;
    context.diagnostic(`${times.length} tasks, the longest took ${longest.toFixed(1)} ms of CPU`);
    assert.ok(times.length > 40);
    assert.ok(longest < 50, `a task took ${longest.toFixed(1)} ms of CPU`);
  });
});
