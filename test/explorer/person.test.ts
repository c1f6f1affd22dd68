import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { people } from '../support/cast/cast.ts';
import { type Explorer, looksRight, openExplorer, skip, themes } from './explorer.ts';

describe('the page of a person', { skip }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  for (const colorScheme of themes)
    it(`draws the ways in first, and lists the same in words (${colorScheme})`, async () => {
      await using visit = await explorer.visit('orchard', { colorScheme });
      const { page } = visit;
      await visit.open(`/people/${people.chloe.id}`);
      await page.getByRole('heading', { level: 1, name: 'Chloé Núñez' }).waitFor();
      await page.getByRole('region', { name: 'Ways to Chloé Núñez, drawn' }).getByText('Ada Moreau').waitFor();
      const ranked = page.getByRole('list', { name: 'Ranked' }).getByRole('listitem');
      assert.match((await ranked.first().textContent()) ?? '', /Ada Moreau/);
      await page.getByText('1 credit').first().waitFor();
      await looksRight(visit, `person-${colorScheme}`);
      await page
        .getByRole('button', { name: /show all sources/ })
        .first()
        .click();
      await page.getByText('All that this connection rests on').waitFor();
      await looksRight(visit, `person-evidence-${colorScheme}`);
    });
});
