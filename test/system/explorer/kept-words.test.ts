import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type Explorer, openExplorer, skip } from './explorer.ts';

const box = (page: Page) => page.getByRole('textbox', { name: /^Search people and companies/ });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const keep = { rights: 'keep' } as const;

/** Answers an operation in the graph's stead. */
const answer = (page: Page, operation: string, act: (route: Route) => unknown): Promise<unknown> =>
  page.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes(` ${operation}(`) ? act(route) : route.fallback(),
  );

describe('what people give the explorer', { skip }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  const listNames = async (): Promise<readonly string[]> => {
    const { data } = await explorer.graph.ask<{ targetLists: readonly { name: string }[] }, object>(
      keyOf('orchard'),
      '{ targetLists { name } }',
      {},
    );
    return (data?.targetLists ?? []).map(({ name }) => name);
  };
  /** Makes a list of lines, and opens it. */
  const make = async (page: Page, lines: readonly string[], name: string) => {
    await box(page).fill(lines.join('\n'));
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name of the list' }).fill(name);
    await button(page, /^Make the plan/).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('table', { name: 'Targets' }).waitFor();
  };

  for (const [name, fail] of Object.entries<(route: Route) => unknown>({
    'is not answered': (route) => route.abort(),
    'is answered with 503': (route) => route.fulfill({ status: 503, body: '' }),
    'is answered in part': (route) =>
      route.fulfill({
        json: {
          data: { interpret: null, matchPeople: null, matchCompanies: null },
          errors: [{ message: 'Away.', path: [], extensions: { code: 'UPSTREAM_FAILED' } }],
        },
      }),
  }))
    it(`is never “not found”, nor offered for money, where a look-up ${name}`, async () => {
      await using visit = await explorer.visit('orchard', keep);
      const { page } = visit;
      await visit.open('/');
      await page.getByRole('link', { name: /within reach/ }).waitFor();
      await answer(page, 'Interpret', fail);
      await answer(page, 'Resolve', fail);
      await box(page).fill('who can introduce me to Chloé Núñez');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      assert.equal(await page.locator('#content .price-tag').count(), 0);
      assert.equal(await box(page).inputValue(), 'who can introduce me to Chloé Núñez');
      await box(page).fill('Chloé Núñez\nEve Larsen');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByText(/not found/i).count(), 0);
      await page.unroute('**/graphql');
      await button(page, 'Try again').click();
      await page.getByText('2 lines: 2 people, 0 companies').waitFor();
    });

  it('is a link that is on no record: it says so, and not that credits are missing', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    await box(page).fill('https://xnet.example/in/nobody-of-this-name');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByText('No record in Kith has this page.').waitFor();
    assert.equal(await page.getByText('Not enough credits').count(), 0);
  });

  for (const [kind, slug, title] of [
    ['people', 'nobody-of-this-name', 'Nobody in Kith’s free records has this page'],
    ['companies', 'nothing-of-this-name', 'No company in Kith’s free records has this page'],
  ] as const)
    it(`is a link of ${kind} not on record: what looking further costs is said, and nothing found costs nothing`, async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      const before = await explorer.service.spent('orchard');
      await visit.open(`/${kind}/${slug}`);
      await page.getByRole('heading', { name: title }).waitFor();
      assert.equal(await page.getByText('Not enough credits').count(), 0);
      await button(page, /^Ask the data service (up to )?1 credit$/).click();
      await page.getByRole('heading', { name: /^No (person|company|record) at this address$/ }).waitFor();
      assert.equal(await explorer.service.spent('orchard'), before);
    });

  it('has names of any people in its file, in parts only where those are sure', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const names = {
      'Ada Moreau': ['Jan van der Meer', 'Jan', 'van der Meer'],
      'Ben Okafor': ['José García Márquez', '', ''],
      'Chloé Núñez': ['Nguyễn Thị Minh Anh', '', ''],
      'Dmitri Volkov': ['田中 恵子', '', ''],
      'Eve Larsen': ['Madonna', '', ''],
      'Farid Haddad': ['Siobhán O’Brien', 'Siobhán', 'O’Brien'],
    } as const;
    await answer(page, 'Network', async (route) => {
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
      const response = await route.fetch({ headers });
      let body = await response.text();
      for (const [from, [to]] of Object.entries(names))
        body = body.replaceAll(`"fullName":"${from}"`, `"fullName":"${to}"`);
      return route.fulfill({ response, body });
    });
    await visit.open('/people');
    await button(page, 'Export').click();
    const downloading = page.waitForEvent('download');
    await button(page, 'CSV').click();
    const rows = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n').map((row) => row.split(','));
    for (const [full, first, last] of Object.values(names))
      assert.deepEqual(rows.find((row) => row[2] === full)?.slice(2, 5), [full, first, last]);
  });

  it('is told apart where most are as likely: by rank, by the years, and by a scale that spreads', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open(`/people/${people.chloe.id}`);
    const ways = page.getByRole('table', { name: 'Introductions, best first' }).locator('tr.way');
    await ways.first().waitFor();
    const ranks = await ways.locator('.way-rank').allTextContents();
    assert.deepEqual(
      ranks,
      ranks.map((_, at) => String(at + 1)),
    );
    await ways.first().getByText('2018–2019').waitFor();
    await visit.open('/people');
    await page.getByRole('meter').nth(2).waitFor({ state: 'attached' });
    const meters = await page
      .getByRole('table')
      .getByRole('meter')
      .evaluateAll((all) => all.map((one) => ({ value: (one as HTMLMeterElement).value, said: one.ariaLabel ?? '' })));
    for (const { value, said } of meters)
      assert.equal(Math.round(Math.sqrt(value) * 100), Number.parseInt(said, 10), said);
  });

  it('stays a company on a list, with the people there, none of whom is asked for twice', async () => {
    await using visit = await explorer.visit('orchard', keep);
    const { page } = visit;
    await visit.open('/');
    await make(page, ['Aurora Labs', 'Chloé Núñez'], 'A firm and a person');
    const table = page.getByRole('table', { name: 'Targets' });
    const firm = table.getByRole('row', { name: /Aurora Labs.*you can reach there/ });
    await firm.waitFor();
    assert.ok((await firm.getByRole('listitem').count()) <= 3);
    assert.equal(await firm.getByRole('link', { name: 'Chloé Núñez' }).count(), 0);
    await table.getByRole('row', { name: /^Chloé Núñez/ }).waitFor();
    // A title that nobody there has finds nobody, and is kept.
    const wish = firm.getByRole('textbox', { name: 'Title wanted at Aurora Labs' });
    await wish.fill('astronaut');
    await wish.press('Enter');
    await wish.blur();
    await firm.getByText('0 people you can reach there: astronaut').waitFor();
    await page.reload();
    await table.getByText('0 people you can reach there: astronaut').waitFor();
  });

  it('is one list, however often its plan is made', async () => {
    await using visit = await explorer.visit('orchard', keep);
    const { page } = visit;
    await visit.open('/');
    await box(page).fill('Chloé Núñez\nEve Larsen');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name of the list' }).fill('Once');
    let held: Route | undefined;
    await answer(page, 'KeepList', (route) => {
      held ??= route;
    });
    const form = page.locator('.inline-form');
    await form.evaluate((one) => {
      for (let time = 0; time < 3; time += 1) (one as HTMLFormElement).requestSubmit();
    });
    await button(page, /^Making the plan/).waitFor();
    await held?.continue();
    await page.getByRole('heading', { level: 1, name: 'Once' }).waitFor();
    assert.equal((await listNames()).filter((name) => name === 'Once').length, 1);
  });

  it('is no heading because it has a word of one', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    await box(page).fill('Steve Jobs, Apple\nChloé Núñez, Aurora Labs\nEve Larsen, Brightwater');
    await page.keyboard.press('Enter');
    await page.getByText(/^3 lines: 2 people/).waitFor();
  });

  it('is in the file as a whole, however early that is asked for', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const held: Route[] = [];
    let isHeld = true;
    await answer(page, 'BestAsks', (route) => {
      if (isHeld) held.push(route);
      else route.continue();
    });
    await visit.open('/people');
    await page.getByRole('row').nth(8).waitFor({ state: 'attached' });
    await button(page, 'Export').click();
    const downloading = page.waitForEvent('download');
    await button(page, 'CSV').click();
    await page.getByText('Preparing the file…').waitFor();
    isHeld = false;
    for (const route of held) await route.continue();
    const text = await readFile(await (await downloading).path(), 'utf8');
    await page.getByText('8 rows exported').waitFor();
    const [head = '', ...rows] = text.split('\r\n');
    const at = head.split(',').indexOf('best_connector');
    const without = rows.filter((row) => row.split(',')[at] === '').map((row) => row.split(',')[2]);
    // Connectors themselves need nobody.
    assert.deepEqual(without.toSorted(), ['Ada Moreau', 'Ben Okafor']);
  });

  it('is a note that survives a failed save, a reload and another tab', async () => {
    await using visit = await explorer.visit('orchard', keep);
    const { page, context } = visit;
    await visit.open('/');
    await make(page, ['Chloé Núñez', 'Eve Larsen'], 'Notes');
    const noteIn = (tab: Page) => tab.getByRole('textbox', { name: 'Note on Chloé Núñez' });
    await answer(page, 'EditTargets', (route) => route.abort());
    await noteIn(page).fill('met at the fair');
    await noteIn(page).press('Tab');
    await page.getByText('Not saved.').waitFor();
    await page.reload();
    await page.getByText('Not saved.').waitFor();
    assert.equal(await noteIn(page).inputValue(), 'met at the fair');
    const other = await context.newPage();
    await other.goto(page.url());
    await noteIn(other).fill('asked on Tuesday');
    const isSaved = other.waitForResponse((one) => one.request().postData()?.includes(' EditTargets(') ?? false);
    await noteIn(other).press('Tab');
    await isSaved;
    await page.unroute('**/graphql');
    await button(page, 'Save').click();
    await page.getByText('Changed elsewhere to “asked on Tuesday”.').waitFor();
    await button(page, 'Keep mine').click();
    await page.getByText('Changed elsewhere').waitFor({ state: 'detached' });
    await other.reload();
    await noteIn(other).waitFor();
    assert.equal(await noteIn(other).inputValue(), 'met at the fair');
    await other.close();
  });

  it('survives the end of the session in the box and in what was pasted', async () => {
    await using visit = await explorer.visit('orchard', keep);
    const { page, context } = visit;
    await visit.open('/');
    await box(page).fill('Chloé Núñez, whom we met');
    await context.clearCookies();
    await page.reload();
    await page.getByRole('heading', { name: 'See who can introduce you' }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/#code=${await explorer.codeFor('orchard', keep)}`);
    await page.getByRole('link', { name: /within reach/ }).waitFor();
    assert.equal(await box(page).inputValue(), 'Chloé Núñez, whom we met');
    await box(page).fill('Chloé Núñez\nEve Larsen');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name of the list' }).fill('Kept over a reload');
    await page.reload();
    await page.getByText('2 lines: 2 people, 0 companies').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name of the list' }).inputValue(), 'Kept over a reload');
  });

  it('survives a reload in a message, and in the forms of Team', async () => {
    await using visit = await explorer.visit('orchard', { rights: 'act' });
    const { page } = visit;
    await visit.open(`/people/${people.chloe.id}`);
    const open = button(page, /evidence and message/).first();
    const message = page.getByRole('textbox', { name: /^Message to/ });
    await open.click();
    await message.fill('Dear Ada, one more time');
    await page.reload();
    await open.click();
    assert.equal(await message.inputValue(), 'Dear Ada, one more time');
    await visit.open('/team');
    const links = page.getByLabel(/^Links to their profiles/);
    const who = page.getByLabel('Who', { exact: true });
    await links.fill('https://xnet.example/in/eve-larsen');
    await who.fill('grace@brightwater.example');
    await page.reload();
    await links.waitFor();
    assert.deepEqual(
      [await links.inputValue(), await who.inputValue()],
      ['https://xnet.example/in/eve-larsen', 'grace@brightwater.example'],
    );
  });

  it('marks people of the own team, who need no introduction', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/people');
    await page.getByRole('row', { name: new RegExp(`${people.ada.profile_info.full_name}.*On your team`) }).waitFor();
  });
});
