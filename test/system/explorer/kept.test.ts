import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { people } from '../../support/cast/cast.ts';
import { type Explorer, looksRight, openExplorer, skip } from './explorer.ts';

describe('what a session that may keep has the graph keep', { skip }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  const keep = { rights: 'keep' } as const;
  const box = (page: Page) => page.getByRole('textbox', { name: /^Search people and companies/ });
  const targets = (page: Page) => page.getByRole('table', { name: 'Targets' });

  it('is a list with statuses and notes, which another browser of the team opens, and a reader cannot change', async () => {
    await using visit = await explorer.visit('orchard', keep);
    const { page } = visit;
    const before = await explorer.service.spent('orchard');
    await visit.open('/');
    await box(page).fill('Chloé Núñez\nDmitri Volkov, Delta Ventures\ncobalt-systems.example');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name of the list' }).fill('Seed investors');
    await page.getByRole('button', { name: /^Make the plan/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Seed investors' }).waitFor();
    assert.match(page.url(), /\/lists\/[\da-f-]{36}$/);
    const status = page.getByRole('combobox', { name: 'Status of Chloé Núñez' });
    await status.selectOption({ label: 'Asked' });
    const note = page.getByRole('textbox', { name: 'Note on Chloé Núñez' });
    await note.fill('Met at the fair');
    const isKept = page.waitForResponse((answer) => answer.request().postData()?.includes('Met at the fair') ?? false);
    await note.press('Tab');
    await isKept;
    await looksRight(visit, 'list-kept');

    await using colleague = await explorer.visit('orchard');
    await colleague.open(new URL(page.url()).pathname);
    const seen = colleague.page.getByRole('combobox', { name: 'Status of Chloé Núñez' });
    await seen.waitFor();
    assert.deepEqual(
      [
        await seen.inputValue(),
        await seen.isDisabled(),
        await colleague.page.getByRole('textbox', { name: 'Note on Chloé Núñez' }).inputValue(),
      ],
      ['asked', true, 'Met at the fair'],
    );

    await page.goto(new URL('/lists', page.url()).href);
    await page.getByRole('link', { name: 'Seed investors' }).click();
    await targets(page)
      .getByRole('row', { name: /Chloé Núñez/ })
      .waitFor();
    await page.getByRole('button', { name: 'Delete list' }).click();
    await page.getByText('No lists yet').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { level: 1, name: 'Seed investors' }).waitFor();
    assert.equal(await status.inputValue(), 'asked');
    assert.equal(await explorer.service.spent('orchard'), before);
  });

  it('is who is not to be asked: excluded on the person, included again on the team’s page', async () => {
    await using visit = await explorer.visit('orchard', keep);
    const { page } = visit;
    await visit.open(`/people/${people.chloe.id}`);
    await page.getByRole('heading', { level: 1, name: 'Chloé Núñez' }).waitFor();
    await page.getByRole('button', { name: 'Exclude' }).click();
    await page.getByText('Excluded from all introductions').waitFor();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    const excluded = page.getByRole('table', { name: 'Not to be asked' });
    await excluded.getByRole('link', { name: 'Chloé Núñez' }).waitFor();
    await looksRight(visit, 'team-exclusions');
    await excluded.getByRole('button', { name: 'Include again' }).click();
    await excluded.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await excluded.getByRole('button', { name: 'Include again' }).click();
    await excluded.waitFor({ state: 'detached' });
  });
});
