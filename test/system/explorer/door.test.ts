import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { keyOf, people, type TeamName, teams } from '../../support/cast/cast.ts';
import { type Explorer, looksRight, openExplorer, skip } from './explorer.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Elements whose text runs out of their box. */
const overflowing = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, h1, h2, p, td, th, label')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
      .map((one) => one.textContent ?? ''),
  );

let explorer: Explorer;
before(async () => {
  if (!skip)
    explorer = await openExplorer({
      explorer: {
        source: (await import('../../../src/app/explorer/load.ts')).loadExplorer,
        demo: [
          {
            ...{ team: 'orchard', label: 'The team of the Orchard with a rather long name', apiKey: keyOf('orchard') },
            meaning: 'a team with two connectors, and with a meaning that takes more than a line',
          },
        ],
      },
    });
});
after(() => explorer?.[Symbol.asyncDispose]());

const url = () => explorer.graph.graph.url;
const invitationOf = async (team: TeamName, asked: object = {}): Promise<string> => {
  const answer = await fetch(`${url()}/session/invitations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': keyOf(team) },
    body: JSON.stringify({ label: 'ada@orchard.example', ...asked }),
  });
  const { token }: { token: string } = await answer.json();
  return `${url()}/#invitation=${token}`;
};

describe('the way into the explorer', { skip, concurrency: 2 }, () => {
  it('is told to those who are not signed in, without a word of a terminal, and within its card', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await page.goto(`${url()}/people`);
    await heading(page, 'See who can introduce you');
    await button(page, /The team of the Orchard/).waitFor();
    const told = (await page.locator('#content').textContent()) ?? '';
    assert.doesNotMatch(told, /kith explore|kith invite|terminal|API key/);
    assert.match(told, /ask a colleague/);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await overflowing(page), []);
    }
    await looksRight(visit, 'sign-in');
  });

  it('is an invitation, used by its button: neither by opening it nor by loading it anew', async () => {
    const link = await invitationOf('orchard', { total: 5 });
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await page.goto(link);
    await button(page, 'Begin').waitFor();
    await page.reload();
    await button(page, 'Begin').waitFor();
    await looksRight(visit, 'invited');
    await button(page, 'Begin').click();
    await heading(page, 'Who do you want to reach?');
    assert.doesNotMatch(page.url(), /#|kithi_/);
    await using late = await explorer.visit('orchard');
    await late.page.goto(link);
    await button(late.page, 'Begin').click();
    await late.page.getByText('The invitation was used already: each opens one session. Ask for another.').waitFor();
    await looksRight(late, 'invited-too-late');
  });

  it('is tried again where the graph did not answer', async () => {
    const link = await invitationOf('orchard');
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    await page.goto(link);
    await page.route('**/session/invited', (route) => route.abort());
    await button(page, 'Begin').click();
    await page.getByText('The link still works: try again.').waitFor();
    await page.unroute('**/session/invited');
    await button(page, 'Begin').click();
    await heading(page, 'Who do you want to reach?');
  });

  it('is given on Team to whoever may act, and taken back there', async () => {
    await using lead = await explorer.visit('orchard', { rights: 'act', total: 20 });
    const { page } = lead;
    await lead.open('/team');
    await heading(page, 'People with access');
    await page.getByLabel('Who', { exact: true }).fill('chloe@orchard.example');
    await page.getByLabel('Credits', { exact: true }).fill('21');
    await button(page, 'Invite').click();
    await page.getByText('total: must be at most 20, which the inviter has left, but got 21.').waitFor();
    await page.getByLabel('Credits', { exact: true }).fill('4');
    await button(page, 'Invite').click();
    const link = await page.getByLabel(/^Send this link to chloe@orchard\.example/).inputValue();
    await looksRight(lead, 'team-invited');
    await using guest = await explorer.visit('orchard');
    await guest.page.goto(link);
    await button(guest.page, 'Begin').click();
    await heading(guest.page, 'Who do you want to reach?');
    await guest.page.goto(`${url()}/team`);
    await heading(guest.page, 'Team');
    assert.equal(await guest.page.getByRole('heading', { name: 'People with access' }).count(), 0);
    await page.reload();
    await page.getByRole('row', { name: /chloe@orchard\.example.*0 of 4 spent/ }).waitFor();
    await button(page, 'End access: chloe@orchard.example').click();
    await page.getByText('chloe@orchard.example has no access any more.').waitFor();
    await guest.page.goto(`${url()}/people`);
    await heading(guest.page, 'See who can introduce you');
  });
});

describe('Team', { skip, concurrency: 2 }, () => {
  it('adds connectors from a paste, and shows when their networks are there', async () => {
    await using visit = await explorer.visit('meadow', { rights: 'act' });
    const { page } = visit;
    await visit.open('/team');
    await heading(page, 'No connectors yet');
    await page
      .getByLabel(/^Links to their profiles/)
      .fill('Ada <https://www.xnet.example/in/ada-moreau/?trk=x>\nhiro-tanaka, no-such-person\nMei-Ling Torres');
    await button(page, 'Add').click();
    await page.getByText('Not a link to a profile: “Mei-Ling Torres”.').waitFor();
    const added = page.getByRole('list', { name: 'Added connectors' });
    await added.getByText('Network is here').first().waitFor();
    await added.getByText('No such profile').waitFor();
    await page.getByRole('table', { name: 'Team' }).getByText('Ada Moreau').waitFor();
    await looksRight(visit, 'team-adding');
  });

  it('shows child teams side by side, creates one, and opens one', async () => {
    const key = keyOf('harbor');
    await explorer.graph.ask(
      key,
      `{ childTeam(id: "${teams.lighthouse.id}") { relationships(first: 0) { totalCount } } }`,
    );
    const bought = `{ childTeam(id: "${teams.lighthouse.id}") { profile(by: { id: "${people.hiro.id}" }) { ... on Profile { about } } } }`;
    await explorer.graph.ask(key, bought);
    await using visit = await explorer.visit('harbor', { rights: 'act' });
    const { page } = visit;
    await visit.open('/team');
    await heading(page, 'Child teams');
    const { data } = await explorer.graph.ask<
      { childTeam: { relationships: { totalCount: number }; connectors: { nodes: readonly object[] } } },
      object
    >(
      key,
      `{ childTeam(id: "${teams.lighthouse.id}") { relationships(first: 0) { totalCount } connectors { nodes { id } } } }`,
    );
    const { relationships, connectors } = data?.childTeam ?? assert.fail();
    const row = page.getByRole('row', {
      name: new RegExp(`^Child team .* ${connectors.nodes.length} ${relationships.totalCount} 1 `),
    });
    await row.waitFor();
    await page.getByLabel('Name of a new team').fill('Harbour Fund II');
    await button(page, 'Create').click();
    await page.getByText('“Harbour Fund II” was created.').waitFor();
    await page.getByRole('row', { name: /^Harbour Fund II 0 0 0/ }).waitFor();
    await looksRight(visit, 'team-child-teams');
    await row.getByRole('button').click();
    await page
      .locator('.team-switch')
      .getByText(/^Child team/)
      .waitFor();
  });

  it('shows what was paid for: when, by whom, which person, for how much', async () => {
    const id = people.chloe.id;
    await using guest = await explorer.visit('orchard');
    await guest.page.goto(await invitationOf('orchard', { total: 5, label: 'the buyer' }));
    await button(guest.page, 'Begin').click();
    await heading(guest.page, 'Who do you want to reach?');
    await guest.page.goto(`${url()}/people/${id}`);
    await button(guest.page, /Show the full record 1 credit/).click();
    await heading(guest.page, 'Career');
    await guest.page.goto(`${url()}/team`);
    const table = guest.page.getByRole('table', { name: 'Spend' });
    await table.getByRole('row', { name: /the buyer Chloé Núñez 1$/ }).waitFor();
    await looksRight(guest, 'team-spend');
    await table.getByRole('link', { name: /^Chloé/ }).click();
    await guest.page.waitForURL(`**/people/${id}`);
    await using colleague = await explorer.visit('orchard', { rights: 'act' });
    await colleague.open('/team');
    await colleague.page
      .getByRole('table', { name: 'Spend' })
      .getByRole('row', { name: /the buyer Chloé/ })
      .waitFor();
  });

  it('offers a session that may only look nothing that it may not do', async () => {
    await using visit = await explorer.visit('quarry', { rights: 'look' });
    const { page } = visit;
    await visit.open('/team');
    await page.getByText('Somebody with the right to act adds them here.').waitFor();
    assert.equal(await page.getByRole('button', { name: /Invite|^Add$|Create/ }).count(), 0);
  });
});
