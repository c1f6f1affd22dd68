import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { companies, keyOf, people, teams } from '../../support/cast/cast.ts';
import { type Explorer, looksRight, openExplorer, skip, standsUp } from './explorer.ts';

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

/** Asserts that a step has left the focus on something. */
const keepsFocus = async (page: Page, step: string): Promise<void> => {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))');
  assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'BODY', step);
};

const box = (page: Page): Locator => page.getByRole('textbox', { name: /^Search people and companies/ });
const ranked = (page: Page): Locator => page.getByRole('table', { name: 'Introductions, best first' });

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

  it('leads to the best introducer to somebody by the question itself, free', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const charged = await ledger();
    await visit.open('/');
    await box(page).fill('who can introduce me to Chloé Núñez');
    await page.keyboard.press('Enter');
    const best = ranked(page).getByRole('row').nth(1);
    assert.match((await best.textContent()) ?? '', /Ada Moreau.*Ask first/);
    assert.match((await best.textContent()) ?? '', /Aurora Labs 2018–2019/);
    assert.equal(await charged(), 0);
  });

  it('makes a plan of a pasted list in three actions, free, which a colleague with the key opens', async () => {
    await using visit = await explorer.visit('orchard', { rights: 'keep' });
    const { page, context } = visit;
    const charged = await ledger();
    await visit.open('/');
    const lines = [
      'Chloé Núñez',
      'Dmitri Volkov, Delta Ventures',
      'https://xnet.example/in/eve-larsen',
      'cobalt-systems.example',
      'Nobody Atall',
      'chloé núñez',
    ];
    await box(page).fill(lines.join('\n'));
    await page.keyboard.press('Enter');
    await page.getByText('6 lines: 4 people, 1 company, 1 not found').waitFor();
    await page.getByRole('button', { name: /^Make the plan/ }).click();
    const table = page.getByRole('table', { name: 'Targets' });
    await table.getByRole('row', { name: /Chloé Núñez.*(Ada Moreau|Ben Okafor)/ }).waitFor();
    await page.getByText(/^\d of 4 reachable · \d (person|people) to ask · at most \d each · free$/).waitFor();
    assert.equal(await charged(), 0);
    await looksRight(visit, 'list');
    const colleague = await context.newPage();
    await colleague.goto(page.url());
    await colleague
      .getByRole('table', { name: 'Targets' })
      .getByRole('row', { name: /Chloé Núñez.*(Ada Moreau|Ben Okafor)/ })
      .waitFor();
    await colleague.close();

    await page.getByRole('link', { name: /^By person to ask/ }).click();
    await page.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy message' }).first().click();
    await page.getByText('Message copied').waitFor();
    const message = await page.evaluate('navigator.clipboard.readText()');
    assert.match(String(message), /^Hi (Ada|Ben), you and .+ overlapped at .+\. Would you introduce us\?$/);
    await looksRight(visit, 'list-by-person-to-ask');
    await page.getByRole('link', { name: /^Not reachable/ }).click();
    await looksRight(visit, 'list-not-reachable');
  });

  it('reads addresses, pages and ids of a pasted list as the graph matches them, in one question', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/lists/new');
    await page
      .getByRole('textbox')
      .fill(
        [
          people.ben.profile_info.work_email?.toUpperCase(),
          'https://xnet.example/in/Eve-Larsen',
          people.eve.id,
          'nobody@nowhere.example',
          'https://xnet.example/company/cobalt-systems',
        ].join('\n'),
      );
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(request.postData() ?? '');
    });
    await page.getByRole('button', { name: 'Read the list' }).click();
    await page.getByText('5 lines: 3 people, 1 company, 1 not found').waitFor();
    await page.getByText('This session can look, but not keep lists.').waitFor();
    assert.deepEqual(asked.filter((body) => /matchPeople|relationships|searchProfiles/.test(body)).length, 1);
  });

  it('changes the status of a target, and takes it back with Ctrl+Z', async () => {
    await using visit = await explorer.visit('orchard', { rights: 'keep' });
    const { page } = visit;
    await visit.open('/people');
    await page.getByRole('checkbox', { name: 'Select Chloé Núñez' }).check();
    await page.getByRole('button', { name: 'Plan introductions' }).click();
    const status = page.getByRole('combobox', { name: 'Status of Chloé Núñez' });
    const isKept = page.waitForResponse((answer) => answer.request().postData()?.includes('"ASKED"') ?? false);
    await status.selectOption({ label: 'Asked' });
    await isKept;
    await page.reload();
    await status.waitFor();
    assert.equal(await status.inputValue(), 'asked');
    await status.selectOption({ label: 'Introduced' });
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelector('select')?.value === 'asked');
  });

  describe('by keyboard alone', () => {
    it('finds a person by completion, and lands on the heading of their page', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/');
      await page.getByRole('link', { name: /people within reach/ }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('chl');
      await page.getByRole('option', { name: /Chloé Núñez/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.getByRole('option', { selected: true }).count(), 1);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Chloé Núñez' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    });

    it('has what is typed at once behind the key that opens the box go into it', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/people');
      await page.getByRole('row').nth(1).waitFor();
      const isTyped = await page.evaluate(() => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
        const { port1, port2 } = new MessageChannel();
        // The next key comes in the next turn, before anything is painted.
        return new Promise<boolean>((told) => {
          port1.onmessage = () => told(document.activeElement?.matches('dialog input, dialog textarea') ?? false);
          port2.postMessage('a turn');
        });
      });
      assert.ok(isTyped);
    });

    it('opens the evidence of a way, and its message', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open(`/people/${chloe.id}`);
      await ranked(page).waitFor();
      await tabTo(page, /Ada Moreau to Chloé Núñez: evidence and message/);
      await page.keyboard.press('Enter');
      await page.getByText('18 months').waitFor();
      await keepsFocus(page, 'evidence');
      await page.getByRole('textbox', { name: 'Message to Ada Moreau' }).waitFor();
    });

    it('filters the network, removes the filter, and keeps the focus at each step', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/people');
      await page.getByText('8 people').first().waitFor();
      await tabTo(page, /^Filter$/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Title$/);
      await page.keyboard.press('Enter');
      await page.keyboard.type('engineer');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\?title=engineer$/);
      await page.getByText('3 people').first().waitFor();
      await keepsFocus(page, 'adding a filter');
      await page.getByRole('button', { name: 'Remove filter: title engineer' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('8 people').first().waitFor();
      await keepsFocus(page, 'removing a filter');
      await page.goBack();
      await page.getByText('3 people').first().waitFor();
      await page.goForward();
      await page.getByText('8 people').first().waitFor();
    });

    it('walks rows by j and k, selects by x, previews by o, and goes back to the row', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/people?sort=name');
      await page.getByRole('row').nth(1).getByText('Ada Moreau').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      assert.match(await focused(page), /Ada Moreau/);
      await page.keyboard.press('x');
      await page.getByText('1 selected').waitFor();
      await page.keyboard.press('o');
      const peek = page.getByRole('complementary', { name: 'Preview' });
      await peek.getByRole('heading', { name: 'Ada Moreau', exact: true }).waitFor();
      assert.match(page.url(), /peek=people%2F/);
      await looksRight(visit, 'network-with-preview');
      await page.keyboard.press('Escape');
      await peek.waitFor({ state: 'detached' });
      assert.match(await focused(page), /Ada Moreau/);
    });

    it('buys a record for the price on its button, and reads on at its beginning', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      const charged = await ledger();
      await visit.open(`/people/${ada.id}`);
      await page.getByRole('button', { name: /Show the full record 1 credit/ }).waitFor();
      await tabTo(page, /Show the full record/);
      const repriced = page.waitForRequest((request) => request.url().endsWith('/quote'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Career', exact: true }).waitFor();
      await page.waitForFunction(() => document.activeElement?.id === 'record');
      assert.equal(await charged(), 1);
      await page.getByText('99 of 100 credits left').waitFor();
      // What is still on the page is priced anew: a record that is paid for may lower it.
      await repriced;
    });

    it('skips to the content, and sorts a table by its address', async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await visit.open('/people');
      await page.getByRole('table').waitFor();
      await tabTo(page, /Skip to content/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Name$/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\?sort=name$/);
      await page.getByRole('row').nth(1).getByText('Ada Moreau').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\?sort=-name$/);
      assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'descending');
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
        return tab.getByRole('button', { name: /^Show the full record.*\d credits?$/ }).textContent();
      };
      await other.goto(new URL(`/people/${ada.id}`, page.url()).href);
      const before = await price(other, 10);
      const reach = page.getByRole('link', { name: /within reach/ });
      await reach.waitFor();
      const own = await reach.textContent();

      // All tabs load anew with the team.
      const loaded = () => Promise.all([page, other].map((tab) => tab.waitForEvent('load')));
      const there = loaded();
      await tabTo(page, /^Our own team$/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Child team|^lighthouse/i);
      await page.keyboard.press('Enter');
      await there;
      await reach.waitFor();
      assert.notEqual(await reach.textContent(), own);
      await looksRight(visit, 'home-of-a-child-team');
      assert.equal(await price(other, 10), before);
      await other.getByRole('button', { name: /Show the full record/ }).click();
      await other.getByRole('heading', { name: 'Career', exact: true }).waitFor();
      await page.getByText('9 of 10 credits left').first().waitFor();

      const back = loaded();
      await page.locator('.team-switch button').click();
      await page.getByRole('button', { name: 'Our own team' }).click();
      await back;
      await reach.waitFor();
      assert.equal(await reach.textContent(), own);
      await page.getByText('9 of 10 credits left').first().waitFor();
    });

    it('offers no other team in a session of a child team', async () => {
      await using visit = await explorer.visit('harbor', { childTeamId: teams.lighthouse.id });
      const { page } = visit;
      const told = page.waitForResponse((response) => response.url().endsWith('/session/teams'));
      await visit.open('/');
      await (await told).finished();
      await page.getByRole('link', { name: /within reach/ }).waitFor();
      assert.equal(await page.locator('.team-switch button').count(), 0);
    });

    it('ends the session, after a question', async () => {
      await using visit = await explorer.visit('orchard');
      const { page, context } = visit;
      await visit.open('/activity');
      await page.getByRole('button', { name: 'End session' }).first().waitFor();
      await tabTo(page, /^End session$/);
      await page.keyboard.press('Enter');
      await page.getByText('End this session?').waitFor();
      await tabTo(page, /^End session$/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'See who can introduce you' }).waitFor();
      assert.deepEqual(await context.cookies(), []);
    });
  });

  it('goes back to where the reader was: scroll, order, filter and preview', async () => {
    await using visit = await explorer.visit('orchard', {}, { viewport: { width: 1280, height: 300 } });
    const { page } = visit;
    await visit.open('/people?sort=name');
    await page.getByRole('link', { name: 'Eve Larsen' }).scrollIntoViewIfNeeded();
    await page.evaluate('scrollTo(0, 150)');
    const at = await page.evaluate('scrollY');
    assert.ok(Number(at) > 50, String(at));
    // The event that notes the place comes with a frame.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    await page.getByRole('link', { name: 'Eve Larsen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Eve Larsen' }).waitFor();
    assert.equal(await page.evaluate('scrollY'), 0);
    await page.goBack();
    await page.getByRole('link', { name: 'Chloé Núñez' }).waitFor();
    await page.waitForFunction((place) => Math.abs(scrollY - Number(place)) < 2, at);
    assert.match(page.url(), /sort=name$/);
  });

  /** Pages, and what is there once they have been read. */
  const places: Readonly<Record<string, { readonly path: string; readonly until: (page: Page) => Locator }>> = {
    home: { path: '/', until: (page) => page.getByRole('link', { name: /within reach/ }) },
    network: { path: '/people', until: (page) => page.getByRole('table') },
    everyone: {
      path: '/people?scope=all',
      until: (page) => page.getByRole('button', { name: /^Show \d+ .*credits?$/ }),
    },
    companies: { path: '/companies', until: (page) => page.getByRole('table') },
    company: {
      path: `/companies/${companies.aurora.id}`,
      until: (page) => page.getByRole('table', { name: 'People we know there' }),
    },
    person: {
      path: `/people/${chloe.id}`,
      until: (page) => page.getByRole('button', { name: /Show the full record 1 credit/ }),
    },
  };

  describe('a page', { concurrency: 3 }, () => {
    for (const [name, { path, until }] of Object.entries(places))
      it(`keeps still and readable in forced colours, and fits a phone and a screen 320 pixels wide: ${name}`, async () => {
        await using visit = await explorer.visit('orchard', { rights: 'act' }, { forcedColors: 'active' });
        const { page } = visit;
        await visit.open(path);
        await until(page).first().waitFor();
        assert.equal(await page.evaluate('document.getAnimations().length'), 0);
        await standsUp(visit, `${name} in forced colours`);

        await page.emulateMedia({ forcedColors: 'none' });
        await page.setViewportSize({ width: 320, height: 640 });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
        await standsUp(visit, `${name}, 320 pixels wide`);
        await page.setViewportSize({ width: 390, height: 844 });
        await visit.photograph(`${name}-phone`);
      });
  });

  it('leads phrases to their pages in the browser, too', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    for (const [phrase, address] of [
      ['engineers at Aurora Labs', '/people?title=engineer&company=Aurora+Labs'],
      ['Aurora Labs', `/companies/${companies.aurora.id}`],
      ['who knows Rust', '/people?skill=Rust'],
    ] as const) {
      await page.getByRole('link', { name: 'Home' }).click();
      await box(page).fill(phrase);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== '/');
      const { pathname, search } = new URL(page.url());
      assert.equal(pathname + search, address, phrase);
    }
  });

  it('completes titles, places and skills by what was read, by keyboard', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
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
    await visit.open('/people?scope=all');
    await page.getByRole('button', { name: /^Show \d/ }).click();
    await page.getByRole('table').waitFor();
    await page.getByRole('link', { name: 'Ada Moreau' }).first().click();
    await page.getByRole('button', { name: /Show the full record \d credits?$/ }).click();
    await page.getByRole('heading', { name: 'Skills', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await box(page).fill('turb');
    await page.getByRole('option', { name: /^Turbines/ }).waitFor();
    // Closed, it leaves what was typed; beyond its end is none.
    await box(page).press('Escape');
    assert.equal(await page.getByRole('option').count(), 0);
    assert.equal(await box(page).inputValue(), 'turb');
    await box(page).press('ArrowUp');
    assert.equal(await page.getByRole('option', { selected: true }).count(), 1);
    await box(page).press('ArrowDown');
    assert.equal(await page.getByRole('option', { selected: true }).count(), 0);
    for (const [typed, name, address] of [
      ['chief', /^Chief Engineer.*Title/, /\/people\?title=Chief\+Engineer$/],
      ['mun', /^Garching near Munich.*Place/, /\/people\?place=Garching\+near\+Munich$/],
      ['TURB', /^Turbines.*Skill/, /\/people\?skill=Turbines$/],
    ] as const) {
      await page.getByRole('link', { name: 'Home' }).click();
      await box(page).fill(typed);
      await page.getByRole('option', { name }).waitFor();
      while ((await page.getByRole('option', { name, selected: true }).count()) === 0)
        await box(page).press('ArrowDown');
      await box(page).press('Enter');
      await page.waitForURL(address);
    }
  });

  it('exports all rows for a CRM, without formulas and marks of direction', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const charged = await ledger();
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes('query Network(')) return route.fallback();
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
      const response = await route.fetch({ headers });
      const body = (await response.text()).replaceAll('"Chief Engineer"', '"\u202e=1+1,\u2067 \\"x\\""');
      return route.fulfill({ response, body });
    });
    await visit.open('/people');
    await page.getByRole('table').getByText('%').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    const download = await downloading;
    const text = await readFile(await download.path(), 'utf8');
    assert.match(
      text,
      /^\uFEFFid,xnet_url,full_name,first_name,last_name,email,title,company,company_domain,best_connector,confidence,why,connectors\r\n/,
    );
    assert.match(
      text,
      new RegExp(`\r\n${ada.id},.*,Ada Moreau,Ada,Moreau,ada@brightwater.example,"'=1\\+1, ""x""",Brightwater,`),
    );
    assert.equal(text.split('\r\n').length, 9);
    assert.equal(await charged(), 0);
  });

  it('keeps the key and the session’s token out of the page', async () => {
    await using visit = await explorer.visit('orchard');
    const { page, context } = visit;
    await visit.open(`/people/${ada.id}`);
    await page.getByRole('button', { name: /Show the full record 1 credit/ }).click();
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
});
