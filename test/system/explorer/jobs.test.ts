import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { companies } from '../../support/cast/cast.ts';
import { type Explorer, openExplorer, skip } from './explorer.ts';

const ask = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Search people and companies/ }).fill(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
};

describe('a job done in the explorer', { skip }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
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
    await page.getByRole('link', { name: /^Without “in Nowhere”: 3 people/ }).click();
    await page.waitForURL(/\/people\?title=engineer$/);
    await page.getByRole('table').waitFor();
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
});
