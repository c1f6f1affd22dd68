import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { companies, keyOf, nobody, people, type TeamName } from '../../support/cast/cast.ts';
import { type Asked, type Explorer, looksRight, openExplorer, skip } from './explorer.ts';

/** A page in a state: where it is, and what is done before it is looked at. */
interface Scene {
  readonly path: string;
  readonly as?: TeamName;
  readonly asked?: Asked;
  /** Ends when the state is there. */
  readonly until: (page: Page) => Promise<unknown>;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const buy = async (page: Page, name: RegExp) => page.getByRole('button', { name }).click();
const { chloe, hiro, ada } = people;
const { aurora, cobalt } = companies;

const scenes: Readonly<Record<string, Scene>> = {
  home: { path: '/', until: (page) => page.getByRole('link', { name: /within reach/ }).waitFor() },
  'home with a phrase': {
    path: '/',
    until: async (page) => {
      await page.getByRole('link', { name: /within reach/ }).waitFor();
      await page.getByRole('textbox').fill('blurble engineers at Aurora Labs who we know');
      await page.keyboard.press('Enter');
      await page.getByText('No matches for').waitFor();
    },
  },
  'home with a name that is nowhere': {
    path: '/',
    until: async (page) => {
      await page.getByRole('link', { name: /within reach/ }).waitFor();
      await page.getByRole('textbox').fill('Gwendolyn Featherstonehaugh, Aurora Labs');
      await page.keyboard.press('Enter');
      await page.getByText('Nobody called “Gwendolyn Featherstonehaugh” is on record at Aurora Labs.').waitFor();
    },
  },
  'home with suggestions': {
    path: '/',
    until: async (page) => {
      await page.getByRole('link', { name: /within reach/ }).waitFor();
      await page.getByRole('textbox').fill('chl');
      await page.getByRole('option').first().waitFor();
    },
  },
  'home of a team without a network': {
    path: '/',
    as: 'meadow',
    until: (page) => page.getByText('Your team has no network yet').waitFor(),
  },
  network: { path: '/people', until: (page) => page.getByRole('table').waitFor() },
  'network, filtered to nobody': { path: '/people?name=Nobody', until: (page) => heading(page, 'No matches') },
  'network of a team without one': {
    path: '/people',
    as: 'meadow',
    until: (page) => heading(page, 'Your team has no network yet'),
  },
  everyone: {
    path: '/people?scope=all&title=engineer',
    until: (page) => page.getByRole('button', { name: /^Show \d+ .*credits?$/ }).waitFor(),
  },
  'everyone, bought': {
    path: '/people?scope=all&title=engineer',
    until: async (page) => {
      await buy(page, /^Show \d/);
      await page.getByRole('table').waitFor();
    },
  },
  'everyone, over the purse': {
    path: '/people?scope=all',
    asked: { total: 3 },
    until: (page) => page.getByText('3 credits left; this needs 10.').waitFor(),
  },
  'everyone, nobody': {
    path: '/people?scope=all&name=Nobody',
    until: (page) => heading(page, 'No matches on record'),
  },
  companies: { path: '/companies', until: (page) => page.getByRole('table').waitFor() },
  'companies, none of the name': {
    path: '/companies?name=Nowhere',
    until: (page) => heading(page, 'No company named “Nowhere”'),
  },
  company: {
    path: `/companies/${aurora.id}`,
    until: (page) => page.getByRole('table', { name: 'People we know there' }).waitFor(),
  },
  'company, bought': {
    path: `/companies/${cobalt.id}`,
    until: async (page) => {
      await buy(page, /Show the company’s record/);
      await heading(page, 'Funding');
    },
  },
  'company that is not there': {
    path: `/companies/${nobody}`,
    until: (page) => heading(page, 'No company at this address'),
  },
  person: {
    path: `/people/${chloe.id}`,
    until: (page) => page.getByRole('button', { name: /Show the full record 1 credit/ }).waitFor(),
  },
  'person with evidence': {
    path: `/people/${chloe.id}`,
    until: async (page) => {
      await page
        .getByRole('button', { name: /evidence and message/ })
        .first()
        .click();
      await page.getByText('18 months').first().waitFor();
    },
  },
  'person in two steps, bought': {
    path: `/people/${people.jonas.id}`,
    until: async (page) => {
      await buy(page, /Find friends of friends/);
      await page.getByRole('button', { name: /Find friends/ }).waitFor({ state: 'detached' });
      await page.getByText('Loading…').waitFor({ state: 'detached' });
    },
  },
  'person, record bought': {
    path: `/people/${ada.id}`,
    until: async (page) => {
      await buy(page, /Show the full record/);
      await heading(page, 'Career');
    },
  },
  'person whom nobody knows': {
    path: `/people/${hiro.id}`,
    until: (page) => heading(page, 'Nobody on your team knows them directly'),
  },
  'person who is not there': {
    path: `/people/${nobody}`,
    until: (page) => heading(page, 'No person at this address'),
  },
  'person, allowance used up': {
    path: `/people/${chloe.id}`,
    as: 'quarry',
    until: async (page) => {
      await buy(page, /Show the full record/);
      await page.getByRole('heading', { name: 'Your team’s allowance is used up' }).waitFor();
    },
  },
  'no page': { path: '/nowhere', until: (page) => heading(page, 'Page not found') },
};

describe('the explorer looks right', { skip, concurrency: 3 }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
    // Uses up the allowance of the team that has one.
    await explorer.graph.ask(
      keyOf('quarry'),
      `{ profiles(by: [${Object.values(people)
        .slice(4, 9)
        .map(({ id }) => `{ id: "${id}" }`)}]) { ... on Profile { headline } } }`,
    );
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  for (const [name, { path, as = 'orchard', asked = {}, until }] of Object.entries(scenes))
    it(name, async () => {
      await using visit = await explorer.visit(as, asked);
      await visit.open(path);
      await until(visit.page);
      await looksRight(visit, name.replaceAll(/[ ,]+/g, '-'));
    });

  it('while it loads', async () => {
    await using visit = await explorer.visit('orchard');
    // Answers of the graph are held back; who asks for the page itself gets it.
    await visit.page.route('**/graphql', () => undefined);
    await visit.open('/people');
    await visit.page.getByText('Loading…').waitFor();
    await looksRight(visit, 'loading');
  });

  it('where the graph does not answer, and asks again when told to', async () => {
    await using visit = await explorer.visit('orchard');
    await visit.page.route('**/graphql', (route) => route.abort());
    await visit.open('/people');
    await heading(visit.page, 'Can’t reach Kith');
    await looksRight(visit, 'offline');
    await visit.page.unroute('**/graphql');
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByRole('table').waitFor();
  });

  it('to whom nobody is signed in', async () => {
    await using visit = await explorer.visit('orchard');
    await visit.page.goto(`${explorer.graph.graph.url}/people`);
    await heading(visit.page, 'See who can introduce you');
    await looksRight(visit, 'signed-out');
    assert.equal(visit.page.url(), `${explorer.graph.graph.url}/people`);
  });
});
