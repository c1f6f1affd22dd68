import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type Explorer, openExplorer, skip } from './explorer.ts';

const { ada, chloe } = people;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Operations of the page, by the name in their document. */
const asks = (request: Request, operation: string): boolean =>
  request.url().endsWith('/graphql') && (request.postData() ?? '').includes(` ${operation}(`);

/** Answers an operation in the graph's stead. */
const answer = (page: Page, operation: string, act: (route: Route) => unknown): Promise<unknown> =>
  page.route('**/graphql', (route) => (asks(route.request(), operation) ? act(route) : route.fallback()));

/** The budgets that operations of a name were sent with. */
function budgetsOf(page: Page, operation: string): readonly string[] {
  const budgets: string[] = [];
  page.on('request', (request) => {
    if (asks(request, operation)) budgets.push(request.headers()['x-credit-budget'] ?? 'none');
  });
  return budgets;
}

/** Resolves once the page has drawn what it knows. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');

const json = (data: object, errors: readonly object[] = []) => ({ json: { data, errors } });

let explorer: Explorer;
before(async () => {
  if (!skip) explorer = await openExplorer();
});
after(() => explorer?.[Symbol.asyncDispose]());

describe('the explorer where something fails', { skip }, () => {
  for (const [name, fail] of Object.entries<(route: Route) => unknown>({
    'got no answer': (route) => route.abort(),
    'was refused': (route) =>
      route.fulfill(json({ profile: { __typename: 'CreditLimit', code: 'CREDIT_LIMIT', message: 'Used up.' } })),
  }))
    it(`shows the price again after a purchase that ${name}, and pays by its button only`, async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      const budgets = budgetsOf(page, 'PersonRecord');
      await answer(page, 'PersonRecord', fail);
      await visit.open(`/people/${ada.id}`);
      await button(page, /Show the full record 1 credit/).click();
      await button(page, 'Try again').click();
      await button(page, /Show the full record 1 credit/).waitFor();
      await page.unroute('**/graphql');
      assert.deepEqual(budgets, ['1']);
      await button(page, /Show the full record 1 credit/).click();
      await heading(page, 'Career');
      assert.deepEqual(budgets, ['1', '1']);
    });

  it('keeps the ways in one step while those in two are bought, and where they can’t be had', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const held = Promise.withResolvers<Route>();
    await page.route('**/graphql', (route) => {
      if (asks(route.request(), 'PersonWays') && /"hops":2/.test(route.request().postData() ?? '')) held.resolve(route);
      else route.fallback();
    });
    await visit.open(`/people/${chloe.id}`);
    const ranked = page.getByRole('table', { name: 'Introductions, best first' });
    await ranked.waitFor();
    await button(page, /Find friends of friends/).click();
    await page.getByText('Loading…').waitFor({ state: 'attached' });
    assert.ok(await ranked.isVisible());
    await (await held.promise).abort();
    await heading(page, 'Can’t reach Kith');
    assert.ok(await ranked.isVisible());
  });

  it('keeps a list that was bought when the purchase of an earlier one comes late', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const budgets = budgetsOf(page, 'Everyone');
    let late: Route | undefined;
    await answer(page, 'Everyone', (route) => {
      if (late) route.continue();
      else late = route;
    });
    await visit.open('/people?scope=all&title=engineer');
    await button(page, /^Show \d/).click();
    await page.getByText('Loading…').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove filter: title engineer' }).click();
    await page.waitForURL(/scope=all$/);
    await button(page, /^Show \d/).click();
    await page.getByRole('table').waitFor();
    const answered = page.waitForResponse((response) => asks(response.request(), 'Everyone'));
    await late?.continue();
    await (await answered).finished();
    await drawn(page);
    assert.equal(await page.getByRole('table').count(), 1);
    // Each is there where it belongs.
    await page.goBack();
    await page.getByText('3 people').first().waitFor();
    await page.getByRole('table').waitFor();
    assert.equal(budgets.length, 2);
  });

  it('tells a list that could not be read from an empty one', async () => {
    await using visit = await explorer.visit('harbor', { rights: 'act' });
    const { page } = visit;
    const error = { message: 'The store is away.', path: ['recentTasks'], extensions: { code: 'STORE_UNAVAILABLE' } };
    await answer(page, 'Tasks', (route) =>
      route.fulfill(json({ viewer: { can: { mapNetwork: true } }, recentTasks: null }, [error])),
    );
    await visit.open('/activity?tab=mappings');
    await page.getByRole('alert').getByText('The store is away.').waitFor();
    assert.equal(await page.getByText('No mappings yet').count(), 0);
  });

  it('pays for a mapping by its button only, and says that it could not be started', async () => {
    await using visit = await explorer.visit('harbor', { rights: 'act' });
    const { page } = visit;
    const budgets = budgetsOf(page, 'StartMapping');
    const error = { message: 'The mapper is away.', path: ['mapNetwork'], extensions: { code: 'UPSTREAM_FAILED' } };
    await answer(page, 'StartMapping', (route) => route.fulfill(json({ mapNetwork: null }, [error])));
    await visit.open('/activity?tab=mappings');
    await page.getByLabel('Company website').fill('aurora-labs.example');
    await button(page, /^Start mapping up to 1 credit$/).waitFor();
    await page.keyboard.press('Enter');
    await drawn(page);
    assert.deepEqual(budgets, []);
    await button(page, /^Start mapping up to 1 credit$/).click();
    await page.getByText('The mapper is away.').waitFor();
    assert.equal(await page.getByText('has started').count(), 0);
    assert.deepEqual(budgets, ['1']);
  });

  it('offers what the purse may be too little for, and refuses what it surely is', async () => {
    await using visit = await explorer.visit('harbor', { rights: 'act', total: 1 });
    const { page } = visit;
    await visit.open(`/people/${ada.id}`);
    await button(page, /Show the full record 1 credit/).click();
    await heading(page, 'Career');
    await visit.open('/activity?tab=mappings');
    await page.getByLabel('Company website').fill('cobalt.example');
    await button(page, /^Start mapping up to 1 credit$/).waitFor();
    assert.ok(await button(page, /^Start mapping up to 1 credit$/).isEnabled());
    await visit.open(`/people/${chloe.id}`);
    await page.getByText('0 credits left; this needs 1.').first().waitFor();
    assert.ok(await button(page, /Show the full record 1 credit/).isDisabled());
  });

  it('says that a page’s script could not be loaded, and shows the page once it can', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    await page.getByRole('link', { name: /within reach/ }).waitFor();
    await page.route('**/assets/further-pages*', (route) => route.abort());
    await page.getByRole('link', { name: 'Companies', exact: true }).click();
    await heading(page, 'This page could not be loaded');
    await page.unroute('**/assets/further-pages*');
    await button(page, 'Try again').click();
    await page.getByRole('table').waitFor();
    await heading(page, 'Companies');
  });

  it('remembers that the allowance is used up: meter and buttons say so, until told to try again', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await answer(page, 'Everyone', (route) =>
      route.fulfill(
        json({ searchProfiles: null }, [
          { message: 'Used up.', path: ['searchProfiles'], extensions: { code: 'CREDIT_LIMIT' } },
        ]),
      ),
    );
    await visit.open('/people?scope=all');
    await button(page, /^Show \d/).click();
    await page.getByRole('heading', { name: 'Your team’s allowance is used up' }).waitFor();
    await page.getByText('Allowance used up. Everything free still works.').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('textbox').fill('Chloé Núñez');
    await page.keyboard.press('Enter');
    await page.getByText('Your team’s allowance is used up.').first().waitFor();
    assert.ok(await button(page, /Show the full record/).isDisabled());
    await page.getByRole('article').getByRole('button', { name: 'Try again' }).first().click();
    await page.waitForFunction(() => document.querySelector('.card .paying')?.matches(':enabled'));
  });

  it('says what the graph remembers of the key: that its allowance is used up, until told to try again', async () => {
    // Its allowance is five; both are asked for elsewhere, and one of them is refused.
    const by = Object.values(people).map(({ id }) => ({ id }));
    const query = 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { about } } }';
    for (let time = 0; time < 2; time += 1) await explorer.graph.ask(keyOf('quarry'), query, { by });
    await using visit = await explorer.visit('quarry', { total: 100 });
    const { page } = visit;
    await visit.open('/people?scope=all');
    const usedUp = page.getByText('Allowance used up. Everything free still works.');
    await usedUp.waitFor();
    await page.waitForFunction(() => document.querySelector('.card .paying')?.matches(':disabled'));
    await page.locator('.credits').getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => document.querySelector('.card .paying')?.matches(':enabled'));
    await page.reload();
    await usedUp.waitFor();
  });

  it('says that there is nobody of a name that the data service does not know', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const error = { message: 'Not known.', path: ['profile', 'id'], extensions: { code: 'ID_UNKNOWN' } };
    await answer(page, 'PersonIdentity', (route) => route.fulfill(json({ profile: null }, [error])));
    await visit.open('/people/ines-prado');
    await heading(page, 'No record at this address');
  });
});

describe('the session of the explorer', { skip }, () => {
  for (const status of [429, 503])
    it(`stands where its token for a socket is answered with ${status}`, async () => {
      await using visit = await explorer.visit('orchard');
      const { page } = visit;
      await page.route('**/session/socket', (route) => route.fulfill({ status, json: { errors: [] } }));
      await visit.open('/activity?tab=mappings');
      await page.getByText('Connection lost').waitFor();
      await page.unroute('**/session/socket');
      await page.getByText('Live', { exact: true }).waitFor();
    });

  it('is opened with the same code once the graph answers again', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await page.route('**/session/exchange', (route) => route.fulfill({ status: 503, json: { errors: [] } }));
    await visit.open('/people');
    await heading(page, 'Your session could not be opened');
    await page.unroute('**/session/exchange');
    await button(page, 'Try again').click();
    await page.getByRole('table').waitFor();
  });

  it('begins anew in a tab whose address gets a code, and in the others', async () => {
    await using visit = await explorer.visit('orchard');
    const { page, context } = visit;
    await visit.open('/people');
    await page.getByText('8 people').first().waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByText('8 people').first().waitFor();
    await other.evaluate(
      (code) => {
        location.hash = `code=${code}`;
      },
      await explorer.codeFor('meadow'),
    );
    await heading(other, 'Your team has no network yet');
    assert.doesNotMatch(other.url(), /#/);
    await heading(page, 'Your team has no network yet');
  });

  it('ends in all tabs', async () => {
    await using visit = await explorer.visit('orchard');
    const { page, context } = visit;
    await visit.open('/people');
    await page.getByRole('table').waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'End session' }).click();
    await other.getByRole('button', { name: 'End session' }).last().click();
    await heading(other, 'See who can introduce you');
    await heading(page, 'See who can introduce you');
  });
});
