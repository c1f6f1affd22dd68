import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Explorer, openExplorer, skip } from './explorer.ts';

/** The cast’s own people over and over, under other ids. */
const withManyRows = (page: Page, rows: number): Promise<unknown> =>
  page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('query Network(')) return route.fallback();
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers });
    const body = await response.json();
    const found = body.data.relationships;
    found.nodes = Array.from({ length: rows }, (_, row) => {
      const { profile, ...others } = found.nodes[row % found.nodes.length];
      return { ...others, profile: { ...profile, id: `${profile.id.slice(0, -4)}${String(row).padStart(4, '0')}` } };
    });
    return route.fulfill({ response, json: body });
  });

const laptop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };

describe('the goals of the explorer', { skip }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer();
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  it('shows 18 people on a laptop, the first at 160 pixels or above', async () => {
    await using visit = await explorer.visit('orchard', {}, laptop);
    const { page } = visit;
    await withManyRows(page, 40);
    await visit.open('/people');
    await page.getByRole('row').nth(40).waitFor({ state: 'attached' });
    const rows = await page
      .locator('table.rows tbody tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
    assert.ok((rows[0]?.top ?? 999) <= 160, `the first row is at ${rows[0]?.top}`);
    const whole = rows.filter(({ bottom }) => bottom <= 900).length;
    assert.ok(whole >= 18, `${whole} rows`);
  });

  it('has no target below 44 pixels in the lists and bars of a phone', async () => {
    await using visit = await explorer.visit('orchard', {}, phone);
    const { page } = visit;
    await visit.open('/people?title=engineer');
    await page.getByRole('link', { name: 'Ada Moreau' }).waitFor();
    const small = await page
      .locator(':is(.side-top, .page-head, .list-bar) :is(a, button):not(.brand)')
      .evaluateAll((all) =>
        all
          .map((one) => ({ name: one.textContent || one.ariaLabel, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
          .map(({ name, box }) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`),
      );
    assert.deepEqual(small, []);
    const rows = await page
      .locator('table.rows tbody tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    assert.ok(
      rows.every((height) => height >= 44),
      String(rows),
    );
  });

  it('leaves the head of the page 56 pixels at a zoom of 400 %', async () => {
    await using visit = await explorer.visit('orchard', {}, { viewport: { width: 320, height: 256 } });
    const { page } = visit;
    await visit.open('/people');
    await page.getByRole('table').waitFor();
    const top = await page
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => heading.getBoundingClientRect().top);
    assert.ok(top <= 60, `the heading begins at ${top}`);
    assert.ok(await page.locator('.side').evaluate((side) => side.getBoundingClientRect().height <= 56));
  });
});
