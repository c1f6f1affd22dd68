/**
 * Measures how quickly the explorer paints and answers in a real browser, and compares it with its goals:
 * `npm run bench:explorer`. The exit code says whether they are met.
 */
import { exit, stdout } from 'node:process';
import type { Page } from 'playwright-core';
import { openExplorer, type Visit } from '../../system/explorer/explorer.ts';

const rows = 1000;
const slowdown = 4;

interface Figure {
  readonly what: string;
  readonly ms: number;
  /** Below this it is met. */
  readonly goal: number;
}

const slow = async ({ page, context }: Visit): Promise<void> => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;

/** Milliseconds to the first contentful paint of a page that is opened in a session. */
const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((told) => new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (paint) told(paint.startTime);
  }).observe({ type: 'paint', buffered: true }))`);

/** A page of the network with 1,000 rows: the cast's own, over and over under other ids. */
const withManyRows = async ({ page }: Visit): Promise<void> => {
  await page.route('**/graphql', async (route) => {
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers });
    const body = await response.json();
    const found = body.data?.relationships;
    if (found)
      found.nodes = Array.from({ length: rows }, (_, row) => {
        const { profile, ...others } = found.nodes[row % found.nodes.length];
        return { ...others, profile: { ...profile, id: `${profile.id.slice(0, -4)}${String(row).padStart(4, '0')}` } };
      });
    await route.fulfill({ response, json: body });
  });
};

await using explorer = await openExplorer();

const paints = async (isSlow: boolean): Promise<number> => {
  const all: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await using visit = await explorer.visit('orchard');
    await visit.open('/');
    await visit.page.getByRole('link', { name: /within reach/ }).waitFor();
    if (isSlow) await slow(visit);
    await visit.open('/people');
    all.push(await firstPaint(visit.page));
  }
  return median(all);
};

/** The longest interaction, from input to the next paint (Event Timing). */
const longestInteraction = async (): Promise<number> => {
  await using visit = await explorer.visit('orchard');
  const { page } = visit;
  await withManyRows(visit);
  await visit.open('/people');
  await page.getByRole('row').nth(rows).waitFor({ state: 'attached' });
  await slow(visit);
  await page.evaluate(`globalThis.longest = 0; new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId) longest = Math.max(longest, duration);
  }).observe({ type: 'event', durationThreshold: 16 })`);
  for (const column of ['Name', 'Likely', 'Title', 'Title'])
    await page.getByRole('button', { name: column, exact: true }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('engineer', { delay: 30 });
  await page.keyboard.press('Escape');
  await page.mouse.wheel(0, 20_000);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200)))');
  return await page.evaluate('longest');
};

const figures: readonly Figure[] = [
  { what: 'first contentful paint', ms: await paints(false), goal: 500 },
  { what: `first contentful paint, CPU ${slowdown} times slower`, ms: await paints(true), goal: 1000 },
  {
    what: `longest interaction on ${rows} rows, CPU ${slowdown} times slower`,
    ms: await longestInteraction(),
    goal: 100,
  },
];
for (const { what, ms, goal } of figures)
  stdout.write(`${what}: ${Math.round(ms)} ms (goal: below ${goal} ms)${ms < goal ? '' : ' MISSED'}\n`);
if (figures.some(({ ms, goal }) => ms >= goal)) exit(1);
