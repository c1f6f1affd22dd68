import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { writeProfiles } from '../../../src/store/record/write.ts';
import { putKey } from '../../../src/store/team/key.ts';
import { companies, keyOf, people, teams } from '../../support/cast/cast.ts';
import { type Explorer, looksRight, openExplorer, skip } from './explorer.ts';

const ask = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Search people and companies/ }).fill(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
};

describe('a job done in the explorer', { skip }, () => {
  let explorer: Explorer;
  before(async () => {
    // The people whom a new connector knows may all be known already: the whole network shows it.
    explorer = await openExplorer({ polling: { firstMs: 5, longestMs: 50, growth: 1.5, networkMs: 200 } });
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  it('is finding who introduces us to a title at a company, by the question', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    await ask(page, 'who can introduce me to the Head of Research at Aurora Labs');
    const table = page.getByRole('table', { name: 'People we know there' });
    await table.getByRole('row', { name: /Head of Research.*(Ada Moreau|Ben Okafor)/ }).waitFor();
    assert.match(page.url(), new RegExp(`/companies/${companies.aurora.id}\\?title=`));
    await page.getByRole('link', { name: 'Anyone' }).click();
    await page.getByText('People we know there').first().waitFor();
  });

  it('is finding engineers who are open to work', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    await ask(page, 'engineers open to work');
    await page.waitForURL(/\/people\?title=engineer&open=1$/);
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  });

  it('is finding companies by place and size, by the question, free', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    const spent = await explorer.service.spent('orchard');
    await ask(page, 'which companies in Portugal have more than 10 employees?');
    await page.waitForURL(/\/companies\?size=11\.\.&place=Portugal$/);
    const table = page.getByRole('table', { name: 'Companies on record' });
    // Named where somebody is known there.
    await table.getByRole('link', { name: 'Aurora Labs' }).waitFor();
    await page.getByText('11 and more').waitFor();
    await page.getByRole('button', { name: 'Remove filter: company size 11 and more' }).click();
    await page.waitForURL(/\/companies\?place=Portugal$/);
    assert.equal(await explorer.service.spent('orchard'), spent);
  });

  it('is printing whom to ask, without the frame', async () => {
    await using visit = await explorer.visit('orchard', { rights: 'keep' });
    const { page } = visit;
    await visit.open('/');
    await ask(page, 'Chloé Núñez\nEve Larsen');
    await page.getByRole('button', { name: /^Make the plan/ }).click();
    await page.getByRole('link', { name: /^By person to ask/ }).click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.ok(
      await page
        .getByText(/^Worked together|·/)
        .first()
        .isVisible(),
    );
    assert.equal(await page.locator('.side').isVisible(), false);
    assert.equal(await page.locator('.plan-bar').isVisible(), false);
  });

  it('is seeing what empties a search, and taking that away', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/people?title=engineer&place=Nowhere');
    await page.getByRole('link', { name: /^Without “place Nowhere”: 3 people/ }).click();
    await page.waitForURL(/\/people\?title=engineer$/);
    await page.getByRole('table').waitFor();
  });

  it('is widening a search of companies that finds none', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    for (const [address, without] of [
      ['/companies?industry=Nonsense&size=1..', /^Without “industry Nonsense”: 4 companies/],
      ['/companies?place=Nowhere&size=1..', /^Without “place Nowhere”: 4 companies/],
      ['/companies?technology=Nothing&size=1..', /^Without “uses Nothing”: 4 companies/],
    ] as const) {
      await visit.open(address);
      await page.getByRole('link', { name: without }).click();
      await page.waitForURL(/\/companies\?size=1\.\.$/);
      await page.getByRole('table').waitFor();
    }
    // A filter that is typed takes the words of records.
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Place', exact: true }).click();
    await page.getByLabel('Place').fill('portuguese');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.waitForURL(/[?&]place=Portugal$/);
    await page.getByRole('table').waitFor();
    await visit.open('/companies?name=Nowhere');
    await page.getByRole('link', { name: 'Where your network works' }).click();
    await page.waitForURL(/\/companies$/);
    await page.getByRole('table').waitFor();
    await looksRight(visit, 'companies-widened');
  });

  it('begins with the shortest time in which enough people moved, whatever the address says', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/moves?since=yesterday');
    await page.getByRole('heading', { level: 1, name: 'Moves' }).waitFor();
    await page
      .getByText(/started a new job since|Nobody in your network started a job in this time/)
      .first()
      .waitFor();
    assert.equal(await page.getByText('Variable').count(), 0);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  it('is opening the list that a colleague sent, with an invitation of the same key', async () => {
    await using lead = await explorer.visit('orchard', { rights: 'keep' });
    await lead.open('/');
    await ask(lead.page, 'Chloé Núñez\nEve Larsen');
    await lead.page.getByRole('textbox', { name: 'Name of the list' }).fill('For Grace');
    await lead.page.getByRole('button', { name: /^Make the plan/ }).click();
    await lead.page.getByRole('heading', { level: 1, name: 'For Grace' }).waitFor();
    await lead.page.getByRole('combobox', { name: 'Status of Eve Larsen' }).selectOption({ label: 'Asked' });
    await lead.page.getByText('1 of 2 asked').waitFor();

    await using colleague = await explorer.visit('orchard');
    const { page } = colleague;
    await page.goto(lead.page.url());
    await page.getByText('ask a colleague who uses Kith here for an invitation').waitFor();
    await page.goto(await explorer.invite('orchard', 'grace@brightwater.example'));
    await page.getByRole('button', { name: 'Begin' }).click();
    // Home says how far the list is, and whom to ask next.
    await page.getByText(/1 of 2 asked · /).waitFor();
    await page.getByRole('link', { name: /^Ask (Ada Moreau|Ben Okafor) for Chloé Núñez/ }).waitFor();
    await page.getByRole('link', { name: 'For Grace' }).click();
    await page.getByRole('row', { name: /Chloé Núñez.*(Ada Moreau|Ben Okafor)/ }).waitFor();

    // Another key of the team has lists of its own, and is told so.
    await using other = await explorer.visit('orchard');
    const key = 'kith_test_orchard_second';
    const { store } = explorer.service;
    await putKey(store.db, { teamId: teams.orchard.id, accountEmail: 'owner@orchard.example', key });
    await other.page.goto(await explorer.invite('orchard', 'heidi@brightwater.example', key));
    await other.page.getByRole('button', { name: 'Begin' }).click();
    await other.page.getByRole('link', { name: /within reach/ }).waitFor();
    await other.page.goto(lead.page.url());
    await other.page.getByText('It was deleted, or was made with another key.').waitFor();
  });

  it('is seeing who moved this week, to where, and whom to ask', async () => {
    const { id, profile_info: info } = people.eve;
    const { aurora } = companies;
    const today = new Date().toISOString().slice(0, 10);
    const company = { name: aurora.company_info.name };
    const job = { status: 'current', is_current: true, title: 'Engineer', company_id: aurora.id, company } as const;
    const current = { current_company_id: aurora.id, current_company_name: company.name, current_title: 'Engineer' };
    // She has left where the connectors worked with her.
    const past = (info.experience ?? []).map((one) => ({ ...one, status: 'past', is_current: false, end_date: today }));
    const experience = [{ ...job, start_date: today }, ...past];
    await writeProfiles(explorer.service.store.db, [{ id, profile_info: { ...info, ...current, experience } }]);
    await explorer.service.settled();
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await visit.open('/');
    await ask(page, 'who changed jobs this month?');
    await page.waitForURL(/\/moves/);
    await page.getByRole('row', { name: /Eve Larsen.*week of .*Aurora Labs.*(Ada Moreau|Ben Okafor)/ }).waitFor();
    await writeProfiles(explorer.service.store.db, [people.eve]);
  });

  it('is finding what was spent, on whom', async () => {
    await using visit = await explorer.visit('orchard', { total: 5 });
    const { page } = visit;
    await visit.open(`/people/${people.ada.id}`);
    await page.getByRole('button', { name: /Show the full record 1 credit/ }).click();
    await page.getByRole('heading', { name: 'Career', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await ask(page, 'what did we spend?');
    const spend = page.getByRole('table', { name: 'Spend' });
    await spend.getByRole('row', { name: /Ada Moreau 1$/ }).waitFor();
    await spend.getByRole('link', { name: 'Ada Moreau' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Moreau' }).waitFor();
  });

  it('is comparing child teams, opening one, and adding connectors to it; a mapping is not offered there', async () => {
    // The graph lists the child teams that were named to it.
    await explorer.graph.ask(
      keyOf('harbor'),
      `{ childTeam(id: "${teams.lighthouse.id}") { relationships(first: 0) { totalCount } } }`,
    );
    await using visit = await explorer.visit('harbor', { rights: 'act' });
    const { page } = visit;
    await visit.open('/team');
    const row = page.getByRole('row', { name: /^Child team .* \d+ \d+ \d+ / });
    await row.waitFor();
    const loaded = page.waitForEvent('load');
    await row.getByRole('button').click();
    await loaded;
    await page.getByLabel(/^Links to their profiles/).fill('https://www.xnet.example/in/eve-larsen/');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const added = page.getByRole('list', { name: 'Added connectors' });
    await added.getByText('Network is here').waitFor();
    await page.getByRole('table', { name: 'Team' }).getByText('Eve Larsen').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create' }).count(), 0);

    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Mappings run for the partner’s own team').waitFor();
    assert.equal(await page.getByLabel('Company website').count(), 0);
    const back = page.waitForEvent('load');
    await page.locator('.team-switch button').first().click();
    await page.getByRole('button', { name: 'Our own team' }).click();
    await back;
    await page.getByLabel('Company website').fill('aurora-labs.example');
    await page.getByRole('button', { name: /^Start mapping up to 1 credit$/ }).click();
    await page.getByRole('list', { name: 'History' }).first().getByText('Mapped').waitFor();
  });

  it('is taking a step back, and learning the keys', async () => {
    await using visit = await explorer.visit('orchard', { rights: 'keep' });
    const { page } = visit;
    await visit.open(`/people/${people.chloe.id}`);
    await page.getByRole('button', { name: 'Exclude' }).click();
    await page.getByText('Excluded from all introductions').waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    const included = page.waitForResponse((one) => one.request().postData()?.includes(' Include(') ?? false);
    await page.keyboard.press('Control+z');
    await included;
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.getByText('Next row, previous row').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
  });
});
