import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { ConsoleMessage, Locator, Page } from 'playwright-core';
import { companies, keyOf, people, teams } from '../../support/cast/cast.ts';
import { type Explorer, looksRight, openExplorer, skip, standsUp, type Visit } from './explorer.ts';

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

    it('moves the map, and goes on from the tables that say the same', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/map');
      await page.getByRole('img', { name: /^Map of / }).waitFor();
      await tabTo(page, /^Map of /);
      const picture = () => page.evaluate(() => document.querySelector('canvas')?.toDataURL());
      for (const key of ['+', 'ArrowRight', '0']) {
        const before = await picture();
        await page.keyboard.press(key);
        await page.waitForFunction((shown) => document.querySelector('canvas')?.toDataURL() !== shown, before);
      }
      await tabTo(page, /^Chloé Núñez/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Chloé Núñez' }).waitFor();
    });

    it('starts a mapping within its price', async () => {
      await using visit = await explorer.visit('harbor', { readOnly: false });
      const { page } = visit;
      await visit.open('/tasks');
      await page.getByLabel('The company’s website').waitFor();
      await tabTo(page, /The company’s website/);
      await page.keyboard.type('cobalt.example');
      await page.getByRole('button', { name: /^Start mapping at most 1 credit$/ }).waitFor();
      await tabTo(page, /^Start mapping/);
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: 'What has happened' }).getByRole('listitem').first().waitFor();
    });

    it('switches the team for which all tabs act, within one purse', async () => {
      const { lighthouse } = teams;
      // The graph lists the child teams that were named to it.
      await explorer.graph.ask(
        keyOf('harbor'),
        `{ childTeam(id: "${lighthouse.id}") { relationships(first: 0) { totalCount } } }`,
      );
      await using visit = await explorer.visit('harbor', { total: 10 });
      const { page, context } = visit;
      await visit.open('/');
      const other = await context.newPage();
      const price = async (tab: Page, left: number) => {
        await tab.getByText(`${left} of 10 credits left`).first().waitFor();
        return tab.getByRole('button', { name: /^Show the whole record.*\d credits?$/ }).textContent();
      };
      await other.goto(new URL(`/people/${ada.id}`, page.url()).href);
      const before = await price(other, 10);
      const closest = page.locator('.people-cards').getByRole('link');
      await closest.first().waitFor();
      const own = await closest.allTextContents();

      // All tabs load anew with the team.
      const loaded = () => Promise.all([page, other].map((tab) => tab.waitForEvent('load')));
      const there = loaded();
      await tabTo(page, /^Team/);
      await page.keyboard.press('ArrowDown');
      await tabTo(page, /^Switch team/);
      await page.keyboard.press('Enter');
      await there;
      const team = page.getByRole('combobox', { name: 'Team' });
      await closest.first().waitFor();
      assert.equal(await team.inputValue(), lighthouse.id);
      assert.notDeepEqual(await closest.allTextContents(), own);
      await looksRight(visit, 'home-of-a-child-team');
      assert.equal(await price(other, 10), before);
      await other.getByRole('button', { name: /Show the whole record/ }).click();
      await other.getByRole('heading', { name: 'Career', exact: true }).waitFor();
      await page.getByText('9 of 10 credits left').first().waitFor();

      const back = loaded();
      await team.selectOption({ label: 'The key’s own team' });
      await page.getByRole('button', { name: 'Switch team' }).click();
      await back;
      await closest.first().waitFor();
      assert.equal(await team.inputValue(), '');
      assert.deepEqual(await closest.allTextContents(), own);
      await page.getByText('9 of 10 credits left').first().waitFor();
    });

    it('offers no other team in a session of a child team', async () => {
      await using visit = await explorer.visit('harbor', { childTeamId: teams.lighthouse.id });
      const { page } = visit;
      const told = page.waitForResponse((response) => response.url().endsWith('/session/teams'));
      await visit.open('/');
      await (await told).finished();
      await page.getByRole('heading', { name: 'Your network', exact: true }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Switch team' }).count(), 0);
    });

    it('reads what was spent, and ends the session', async () => {
      await using visit = await explorer.visit('orchard');
      const { page, context } = visit;
      await visit.open('/spend');
      await page.getByRole('button', { name: 'End this session' }).waitFor();
      await tabTo(page, /^End this session/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Look at your network' }).waitFor();
      assert.deepEqual(await context.cookies(), []);
    });
  });

  /** Pages, and what is there once they have been read. */
  const places: Readonly<Record<string, { readonly path: string; readonly until: (page: Page) => Locator }>> = {
    home: { path: '/', until: (page) => page.getByRole('heading', { name: 'Closest to your team' }) },
    network: { path: '/people', until: (page) => page.getByRole('table') },
    everyone: {
      path: '/people/everyone',
      until: (page) => page.getByRole('button', { name: /^Show \d+ .*credits?$/ }),
    },
    companies: { path: '/companies', until: (page) => page.getByRole('table') },
    company: {
      path: `/companies/${companies.aurora.id}`,
      until: (page) => page.getByRole('list', { name: 'Ranked' }),
    },
    person: {
      path: `/people/${chloe.id}`,
      until: (page) => page.getByRole('button', { name: /Show the whole record 1 credit/ }),
    },
    map: { path: '/map', until: (page) => page.getByRole('img', { name: /^Map of / }) },
    tasks: { path: '/tasks', until: (page) => page.getByLabel('The company’s website') },
    spend: { path: '/spend', until: (page) => page.getByRole('button', { name: 'End this session' }) },
  };

  describe('a page', { concurrency: 3 }, () => {
    for (const [name, { path, until }] of Object.entries(places))
      it(`keeps still and readable in forced colours, and fits a screen 320 pixels wide: ${name}`, async () => {
        const as = name === 'tasks' ? 'harbor' : 'orchard';
        await using visit = await explorer.visit(as, { readOnly: false }, { forcedColors: 'active' });
        const { page } = visit;
        const held = Promise.withResolvers<void>();
        await page.route('**/graphql', (route) => held.promise.then(() => route.continue()));
        await visit.open(path);
        await page.getByText('Loading…').first().waitFor({ state: 'attached' });
        assert.equal(await page.evaluate('document.getAnimations().length'), 0);
        held.resolve();
        await until(page).first().waitFor();
        await standsUp(visit, `${name} in forced colours`);

        await page.emulateMedia({ forcedColors: 'none' });
        await page.setViewportSize({ width: 320, height: 640 });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
        // Cells stand below each other there, each in the whole width.
        const cells = await page
          .locator('tbody tr:first-child > :not(:empty)')
          .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().width));
        assert.ok(
          cells.every((width) => width > 200),
          String(cells),
        );
        await standsUp(visit, `${name}, 320 pixels wide`);
      });
  });

  describe('reads a phrase', () => {
    let visit: Visit;
    before(async () => {
      visit = await explorer.visit('orchard');
      await visit.open('/');
    });
    after(() => visit?.[Symbol.asyncDispose]());

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
      it(`“${phrase}”`, async () => {
        const { page } = visit;
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('heading', { name: 'Closest to your team' }).waitFor();
        await page.getByRole('combobox').fill(phrase);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.pathname !== '/');
        const { pathname, search } = new URL(page.url());
        assert.equal(pathname + search, address);
      });
  });

  it('completes titles, places, skills and the ends of phrases by what was read, by keyboard', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const box = page.getByRole('combobox');
    // The cast lives nowhere in particular.
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes('query Everyone(')) return route.fallback();
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
      const response = await route.fetch({ headers });
      const body = (await response.text()).replaceAll(
        '"currentLocation":null',
        '"currentLocation":"Garching near Munich"',
      );
      return route.fulfill({ response, body });
    });
    await visit.open('/people/everyone');
    await page.getByRole('button', { name: /^Show \d/ }).click();
    await page.getByRole('table').waitFor();
    await page.getByRole('link', { name: 'Ada Moreau' }).first().click();
    await page.getByRole('button', { name: /Show the whole record \d credits?$/ }).click();
    await page.getByRole('heading', { name: 'Skills', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await box.fill('turb');
    await page.getByRole('option', { name: /^Turbines/ }).waitFor();
    // Closed, it leaves what was typed; beyond its end is none.
    await box.press('Escape');
    assert.equal(await page.getByRole('option').count(), 0);
    assert.equal(await box.inputValue(), 'turb');
    await box.press('ArrowUp');
    assert.equal(await page.getByRole('option', { selected: true }).count(), 1);
    await box.press('ArrowDown');
    assert.equal(await page.getByRole('option', { selected: true }).count(), 0);
    await box.fill('engineers at Auro');
    await page.getByRole('option', { name: /^engineers at Aurora Labs/ }).click();
    await page.waitForURL(/\/people\?title=engineer&company=Aurora\+Labs$/);
    for (const [typed, name, address] of [
      ['chief', /^Chief Engineer.*Title/, /\/people\?title=Chief\+Engineer$/],
      ['gar', /^Garching near Munich.*Place/, /\/people\?place=Garching\+near\+Munich$/],
      ['mun', /^Garching near Munich.*Place/, /\/people\?place=Garching\+near\+Munich$/],
      ['TURB', /^Turbines.*Skill/, /\/people\?skill=Turbines$/],
      [
        'engineers in mun',
        /^engineers in Garching near Munich/,
        /\/people\?title=engineer&place=Garching\+near\+Munich$/,
      ],
      ['engineers skilled in tur', /^engineers skilled in Turbines/, /\/people\?title=engineer&skill=Turbines$/],
    ] as const) {
      await page.getByRole('link', { name: 'Home' }).click();
      await box.fill(typed);
      await page.getByRole('option', { name }).waitFor();
      while ((await page.getByRole('option', { name, selected: true }).count()) === 0) await box.press('ArrowDown');
      await box.press('Enter');
      await page.waitForURL(address);
      // The address changes first, and the page after it.
      await page.locator('input[role=combobox]').waitFor({ state: 'detached' });
    }
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
    // What the page's policy refuses is told there.
    const complaints: string[] = [];
    const hear = (message: ConsoleMessage) => {
      if (message.type() === 'error') complaints.push(message.text());
    };
    context.on('console', hear);
    await page.getByRole('link', { name: 'Show the query' }).click();
    const graphiql = await opening;
    await graphiql.locator('.graphiql-execute-button').click();
    await graphiql.locator('.result-window', { hasText: /totalCount":\s*3/ }).waitFor();
    context.off('console', hear);
    assert.deepEqual(complaints, []);
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
