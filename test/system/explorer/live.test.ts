import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Graph } from '../../../src/graph/server.ts';
import { people, teams } from '../../support/cast/cast.ts';
import { askFor, openTaskGraph, partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, type UpstreamTask } from '../../support/graph/task-upstream.ts';
import { openWire } from '../../support/network/wire.ts';
import { until } from '../../support/until.ts';
import {
  type Explorer,
  looksRight,
  openExplorer,
  openVisitors,
  skip,
  type Visitors,
  withExplorer,
} from './explorer.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

describe('the mappings and the spending of the explorer', { skip, timeout: 120_000 }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  it('starts a mapping within its price, follows it, and shows its result for the price on the button', async () => {
    await using visit = await explorer.visit('harbor', { rights: 'act' });
    const { page } = visit;
    await visit.open('/activity?tab=mappings');
    await heading(page, 'No mappings yet');
    await page.getByLabel('Company website').fill('aurora-labs.example');
    await page.getByRole('button', { name: /^Start mapping up to 1 credit$/ }).click();
    await page.getByRole('list', { name: 'History' }).getByText('Mapped').waitFor();
    const started = await explorer.service.spent('harbor');
    assert.ok(started <= 1, `starting it was charged ${started}`);
    await page.getByRole('button', { name: 'Result…' }).click();
    const button = page.getByRole('button', { name: /^Show who it found.*\d credits?$/ });
    const [, most] = /(\d+) credits?$/.exec((await button.textContent()) ?? '') ?? [];
    await button.click();
    await page.getByRole('table').or(page.getByText('0 people')).first().waitFor();
    const paid = (await explorer.service.spent('harbor')) - started;
    assert.equal(paid, Number(most));
    await looksRight(visit, 'tasks');
  });

  it('says who may start a mapping to those who may not', async () => {
    await using visit = await explorer.visit('orchard');
    await visit.open('/activity?tab=mappings');
    await heading(visit.page, 'This session can’t start mappings');
    await looksRight(visit, 'tasks-forbidden');
  });

  it('shows what was paid for by name, and a purse that moves', async () => {
    await using visit = await explorer.visit('orchard', { total: 10 });
    const { page, context } = visit;
    await visit.open('/team');
    await heading(page, 'Nothing spent yet');
    await looksRight(visit, 'spend-nothing');
    const other = await context.newPage();
    await other.goto(new URL(`/people/${people.ada.id}`, page.url()).href);
    await other.getByRole('button', { name: /Show the full record 1 credit/ }).click();
    await other.getByRole('heading', { name: 'Career', exact: true }).waitFor();
    // The payment is another tab's; this one hears of it.
    await page.getByText('9 of 10 credits left').first().waitFor();
    // What a tab shows that stands behind another may not be drawn.
    await other.close();
    await page
      .getByRole('row', { name: /Ada Moreau 1$/ })
      .first()
      .waitFor();
    // All cells of a row stand beside each other.
    const starts = await page
      .getByRole('table', { name: 'Spend' })
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    assert.ok(
      starts.every((start, at) => at === 0 || start > (starts[at - 1] ?? 0)),
      String(starts),
    );
    await looksRight(visit, 'spend');
    await page.getByRole('button', { name: 'End session' }).click();
    await page.getByRole('button', { name: 'End session' }).last().click();
    await heading(page, 'See who can introduce you');
    assert.deepEqual(await context.cookies(), []);
  });

  it('reopens its socket when the session acts for another team, and says when it has ended elsewhere', async () => {
    await using visit = await explorer.visit('harbor', { total: 10 });
    const { page } = visit;
    await visit.open('/activity');
    await page.getByText('10 of 10 credits left').first().waitFor();
    const { sockets } = explorer.graph.graph;
    await until(() => sockets.size === 1);
    const inPage = (method: string, body?: object) =>
      page.evaluate(
        ([verb, text]) =>
          fetch('/session/current', {
            method: verb ?? '',
            headers: { 'x-kith-explorer': '1', ...(text && { 'content-type': 'application/json' }) },
            body: text ?? null,
          }).then((answer) => answer.status),
        [method, body && JSON.stringify(body)],
      );
    const reopened = page.waitForEvent('websocket');
    assert.equal(await inPage('PATCH', { childTeamId: teams.lighthouse.id }), 200);
    await reopened;
    await page.getByText('Live', { exact: true }).waitFor();
    await until(() => sockets.size === 1);
    assert.equal(await inPage('DELETE'), 204);
    await heading(page, 'See who can introduce you');
    await until(() => sockets.size === 0);
  });

  it('reads again every five seconds where no WebSocket opens', async () => {
    await using wire = await openWire(new URL(explorer.graph.graph.url), { withoutUpgrades: true });
    await using visit = await explorer.visit('orchard', { total: 10 });
    await visit.open('/');
    const page = await visit.context.newPage();
    await page.goto(new URL('/activity', wire.url).href);
    await page.getByText('Live', { exact: true }).waitFor();
    await visit.open(`/people/${people.ada.id}`);
    await visit.page.getByRole('button', { name: /Show the full record 1 credit/ }).click();
    await visit.page.getByRole('heading', { name: 'Career', exact: true }).waitFor();
    await page.getByText('9 of 10 credits left').first().waitFor();
  });

  it('says when the connection is lost, and goes on without a gap', async () => {
    await using wire = await openWire(new URL(explorer.graph.graph.url));
    await using visit = await explorer.visit('orchard', { total: 10 });
    await visit.open('/');
    // Cookies know no ports: over the wire, the session is the same.
    const page = await visit.context.newPage();
    await page.goto(new URL('/activity', wire.url).href);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.credits').getByText('10 of 10 credits left').waitFor();
    await wire.cut();
    await page.getByText('Connection lost').waitFor();
    // What was there stays.
    await page.locator('.credits').getByText('10 of 10 credits left').waitFor();
    await visit.open(`/people/${people.ada.id}`);
    await visit.page.getByRole('button', { name: /Show the full record 1 credit/ }).click();
    await visit.page.getByRole('heading', { name: 'Career', exact: true }).waitFor();
    await wire.mend();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('9 of 10 credits left').first().waitFor();
  });
});

describe('the tasks of the explorer, as they move', { skip, timeout: 120_000 }, () => {
  let upstream: TaskUpstream;
  let graph: Graph;
  let visitors: Visitors<'partner'>;
  before(async () => {
    upstream = await openTaskUpstream();
    graph = await openTaskGraph(upstream.url, withExplorer);
    visitors = await openVisitors(graph.url, () => partnerKey);
  });
  after(async () => {
    await visitors?.[Symbol.asyncDispose]();
    await graph?.close();
    await upstream?.[Symbol.asyncDispose]();
  });

  const start = async (website: string): Promise<UpstreamTask> => {
    await askFor(graph, `mutation { mapNetwork(input: { companyWebsite: "${website}" }) { task { id } } }`);
    const task = [...upstream.tasks.values()].find((one) => one.website === website);
    assert.ok(task);
    return task;
  };
  const history = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem');
  const seen = async (page: Page) => (await history(page).allTextContents()).map((text) => text.replace(/^.*\d/, ''));

  it('goes on without a gap when its connection was cut', async () => {
    const task = await start('kestrel-robotics.example');
    await using wire = await openWire(new URL(graph.url));
    await using visit = await visitors.visit('partner');
    const { page, context } = visit;
    await visit.open('/activity?tab=mappings');
    await history(page).filter({ hasText: 'Waiting' }).waitFor();
    // Cookies know no ports: over the wire, the session is the same. Another origin has streams of its own.
    const far = await context.newPage();
    await far.goto(new URL('/activity?tab=mappings', wire.url).href);
    await history(far).filter({ hasText: 'Waiting' }).waitFor();
    await wire.cut();
    await far.getByText('Connection lost').waitFor();
    task.status = 'MappingInProgress';
    await history(page).filter({ hasText: 'In progress' }).waitFor();
    task.status = 'Mapped';
    await history(page).filter({ hasText: 'Mapped' }).waitFor();
    assert.deepEqual(await seen(far), ['Waiting']);
    await wire.mend();
    await history(far).filter({ hasText: 'Mapped' }).waitFor();
    assert.deepEqual(await seen(far), await seen(page));
    assert.deepEqual((await seen(far)).slice(0, 3), ['Waiting', 'In progress', 'Mapped']);
  });

  it('has ten tabs follow by ten sockets and one poller, spends nothing, and ends with the last tab', async () => {
    await start('aurora-labs.example');
    await using visit = await visitors.visit('partner');
    const { page, context } = visit;
    await visit.open('/activity?tab=mappings');
    await history(page).filter({ hasText: 'Waiting' }).first().waitFor();
    const tabs = [page];
    while (tabs.length < 10) {
      const tab = await context.newPage();
      await tab.goto(page.url());
      await history(tab).filter({ hasText: 'Waiting' }).first().waitFor();
      tabs.push(tab);
    }
    // Every page follows the purse and the requests of agents, and these one task that goes on.
    const byFrame = 2;
    await until(() => graph.pollers.subscriptions === tabs.length * (byFrame + 1));
    assert.deepEqual([graph.sockets.size, graph.pollers.size], [10, 1]);
    const [first, ...others] = tabs;
    await first?.getByRole('link', { name: 'Companies' }).click();
    await until(() => graph.pollers.subscriptions === tabs.length * (byFrame + 1) - 1);
    await Promise.all(others.map((tab) => tab.close()));
    await until(() => graph.pollers.subscriptions === byFrame && graph.pollers.size === 0);
    await page.close();
    await until(() => graph.pollers.subscriptions === 0 && graph.sockets.size === 0);
  });
});
