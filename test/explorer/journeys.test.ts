import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { companies, keyOf, people } from '../support/cast/cast.ts';
import { type Explorer, looksRight, openExplorer, skip } from './explorer.ts';

const { chloe, ada } = people;

/** What has the focus, as a screen reader says it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    '(({ ariaLabel, labels, innerText }) => ariaLabel ?? labels?.[0]?.innerText ?? innerText ?? "")(document.activeElement)',
  );

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  assert.fail(`Tab never led to ${name}.`);
}

describe('a journey through the explorer', { skip }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  /** Credits by which the team's ledger has grown since this was called. */
  const ledger = async () => {
    const before = await explorer.service.spent('orchard');
    return async (): Promise<number> => (await explorer.service.spent('orchard')) - before;
  };

  it('leads to the best introducer to somebody in three clicks at most, free', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const charged = await ledger();
    await visit.open('/');
    await page.getByRole('combobox').fill('chloé');
    await page.getByRole('option', { name: /Chloé Núñez/ }).click();
    const best = page.getByRole('list', { name: 'Ranked' }).getByRole('listitem').first();
    assert.match((await best.textContent()) ?? '', /^Best way in.*Ada Moreau/);
    assert.equal(await charged(), 0);
  });

  describe('by keyboard alone', () => {
    it('finds a person by completion, and lands on their page', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/');
      await page.getByRole('heading', { name: 'Closest to your team' }).waitFor();
      await tabTo(page, /Search people/);
      await page.keyboard.type('chl');
      await page.getByRole('option', { name: /Chloé Núñez/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.getByRole('option', { selected: true }).count(), 1);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Chloé Núñez' }).waitFor();
      assert.equal(await page.evaluate('document.activeElement.id'), 'content');
    });

    it('chooses a tie of the drawing, and reads what it rests on', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open(`/people/${chloe.id}`);
      await page.getByRole('list', { name: 'Ranked' }).waitFor();
      await tabTo(page, /Ada Moreau and Chloé Núñez: show all sources/);
      await page.keyboard.press('Enter');
      await page.getByText('All that this connection rests on').waitFor();
      await page.getByText('18 months').waitFor();
    });

    it('filters the network, and takes the filter away', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/people');
      await page.getByText('8 people found').waitFor();
      await tabTo(page, /^Field/);
      await page.keyboard.press('ArrowDown');
      await tabTo(page, /^Text/);
      await page.keyboard.type('engineer');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\?title=engineer$/);
      await page.getByText('3 people found').waitFor();
      await tabTo(page, /Remove the filter title engineer/);
      await page.keyboard.press('Enter');
      await page.getByText('8 people found').waitFor();
      await page.goBack();
      await page.getByText('3 people found').waitFor();
      await page.goForward();
      await page.getByText('8 people found').waitFor();
    });

    it('buys a record for the price on its button', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      const charged = await ledger();
      await visit.open(`/people/${ada.id}`);
      await page.getByRole('button', { name: /Show the whole record 1 credit/ }).waitFor();
      await tabTo(page, /Show the whole record/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Career', exact: true }).waitFor();
      assert.equal(await charged(), 1);
      await page.getByText('99 of 100 credits left').waitFor();
    });

    it('skips to the content, and sorts a table', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/people');
      await page.getByRole('table').waitFor();
      await tabTo(page, /Skip to content/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Name/);
      await page.keyboard.press('Enter');
      await page.getByRole('row').nth(1).getByText('Ada Moreau').first().waitFor();
      await page.keyboard.press('Enter');
      assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'descending');
    });
  });

  const places = [
    '/',
    '/people',
    '/people/everyone',
    '/companies',
    `/companies/${companies.aurora.id}`,
    `/people/${chloe.id}`,
  ];

  for (const path of places) {
    it(`fits a screen 320 pixels wide: ${path}`, async () => {
      await using visit = await explorer.visit('orchard', {}, { viewport: { width: 320, height: 640 } });
      await visit.open(path);
      await visit.page
        .getByRole('button', { name: /Show|Add|Search|Find/ })
        .first()
        .waitFor();
      await visit.page.waitForLoadState('networkidle');
      assert.equal(await visit.page.evaluate('document.documentElement.scrollWidth'), 320);
      await looksRight(visit, `narrow${path.replaceAll('/', '-').slice(0, 20)}`);
    });

    it(`keeps still and readable where colours are forced and motion is unwanted: ${path}`, async () => {
      await using visit = await explorer.visit('orchard', {}, { forcedColors: 'active', reducedMotion: 'reduce' });
      await visit.page.route('**/graphql', () => undefined);
      await visit.open(path);
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await visit.page.evaluate('document.getAnimations().length'), 0);
      await visit.page.unroute('**/graphql');
      await visit.page.reload();
      await visit.page.waitForLoadState('networkidle');
      await looksRight(visit, `forced${path.replaceAll('/', '-').slice(0, 20)}`);
    });
  }

  for (const [phrase, address] of Object.entries({
    'engineers at Aurora Labs who we know': '/people?title=engineer&company=Aurora+Labs',
    'engineers who worked at Cobalt Systems in Berlin': '/people?title=engineer&past=Cobalt+Systems&place=Berlin',
    'people at Delta Ventures who are hiring': '/people?company=Delta+Ventures&hiring=1',
    'anyone named Weber near Lisbon': '/people/everyone?name=Weber&place=Lisbon',
    'ex- Brightwater partners in our network': '/people?past=Brightwater+partners',
    'Aurora Labs': '/people?company=Aurora+Labs',
    'Ursula Kowalska': '/people?name=Ursula+Kowalska',
    'senior blurble engineers at Cobalt': '/people?title=senior+engineer&company=Cobalt&ignored=blurble',
  }))
    it(`reads “${phrase}”`, async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/');
      await page.getByRole('heading', { name: 'Closest to your team' }).waitFor();
      await page.getByRole('combobox').fill(phrase);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== '/');
      const { pathname, search } = new URL(page.url());
      assert.equal(pathname + search, address);
    });

  it('takes away what a phrase was understood as, before it is searched', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    await page.getByRole('combobox').fill('engineers at Aurora Labs');
    await page.getByRole('button', { name: 'Remove the filter works at Aurora Labs' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/\/people\?title=engineer$/);
  });

  it('exports a table, free, in which no cell is a formula', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch({
        headers: { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' },
      });
      // A name that a spreadsheet would run, in the place of one from the records.
      await route.fulfill({ response, body: (await response.text()).replaceAll('Chief Engineer', '=1+1, \\"x\\"') });
    });
    const charged = await ledger();
    await visit.open('/people');
    await page.getByRole('table').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'our-network.csv');
    const text = await readFile(await download.path(), 'utf8');
    assert.match(text, /^\uFEFFName,Title,Employer,Who knows them,Strength\r\n/);
    assert.match(text, /\r\nAda Moreau,"'=1\+1, ""x""",Brightwater,Ben Okafor,/);
    assert.equal(text.split('\r\n').length, 9);
    assert.equal(await charged(), 0);
  });

  it('opens GraphiQL with the document and the variables of a view', async () => {
    await using visit = await explorer.visit('orchard');
    const { page, context } = visit;
    await visit.open('/people?title=engineer');
    await page.getByText('3 people found').waitFor();
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Show the query' }).click();
    const graphiql = await opening;
    await graphiql.locator('.graphiql-execute-button').click();
    await graphiql.locator('.result-window', { hasText: /totalCount":\s*3/ }).waitFor();
  });

  it('keeps the key and the session’s token out of the page', async () => {
    await using visit = await explorer.visit('orchard');
    const { page, context } = visit;
    await visit.open(`/people/${ada.id}`);
    await page.getByRole('button', { name: /Show the whole record 1 credit/ }).click();
    await page.getByRole('heading', { name: 'Career', exact: true }).waitFor();
    assert.doesNotMatch(page.url(), /#/);
    const [cookie] = await context.cookies();
    assert.ok(cookie?.httpOnly && cookie.sameSite === 'Strict', JSON.stringify(cookie));

    const devtools = await context.newCDPSession(page);
    let heap = '';
    devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      heap += chunk;
    });
    await devtools.send('HeapProfiler.takeHeapSnapshot');
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    const shown = await page.content();
    // What is there is found: else the search would prove nothing.
    assert.ok(heap.includes('Ada Moreau'));
    for (const secret of [keyOf('orchard'), cookie.value])
      for (const [where, text] of Object.entries({ heap, stored: String(stored), shown }))
        assert.ok(!text.includes(secret), `${secret.slice(0, 8)}… stands in ${where}`);
  });

  it('ends its session', async () => {
    await using visit = await explorer.visit('orchard');
    const { page, context } = visit;
    await visit.open('/people');
    await page.getByRole('button', { name: 'End session' }).click();
    await page.getByRole('heading', { name: 'Look at your network' }).waitFor();
    assert.deepEqual(await context.cookies(), []);
  });
});
