import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { randomFrom } from '../../support/random.ts';
import { type Explorer, openExplorer, skip } from './explorer.ts';

/** As many as two walkers make together. */
const clicks = 500;
const walkers = ['first', 'second'] as const;
const seed = Number(process.env.KITH_TEST_SEED ?? randomInt(1_000_000));

/** Buttons and links of the page itself; whoever leaves, or saves a file, is no walker. */
const clickable = `[...document.querySelectorAll('#content a[href^="/"]:not([target]), nav a, #content button:not(:disabled), .peek :is(a[href^="/"]:not([target]), button:not(:disabled))')]
  .filter((one) => one.getClientRects().length > 0 && !/CSV|Export|HubSpot|Salesforce|Attio|Affinity|Print|Copy/.test(one.textContent))`;

/** Clicks one of what can be clicked, once there is something, and answers the price that it showed. */
async function clickOne(page: Page, choice: number): Promise<{ readonly label: string; readonly price: number }> {
  await page.waitForFunction(`${clickable}.length > 0`);
  return await page.evaluate(`(() => {
    const all = ${clickable};
    const one = all[Math.floor(${choice} * all.length)];
    const tag = one.querySelector('.price-tag')?.textContent ?? '';
    const shown = { label: one.textContent, price: Number(/\\d+/.exec(tag)?.[0] ?? 0) };
    one.click();
    return shown;
  })()`);
}

/** What the page is asking the graph. */
class Asking {
  readonly #open = new Set<Request>();
  /** Resolves once nothing is under way. */
  #idle = Promise.withResolvers<void>();
  readonly #charges: Promise<number>[] = [];
  /** The greatest budget that an operation was sent with. */
  budget = 0;

  constructor(page: Page) {
    const isOurs = (request: Request) => /\/(graphql|quote)$/.test(request.url());
    page.on('request', (request) => {
      if (!isOurs(request)) return;
      this.#open.add(request);
      const { 'x-credit-budget': budget = '0' } = request.headers();
      this.budget = Math.max(this.budget, Number(budget));
    });
    const close = (request: Request) => {
      this.#open.delete(request);
      if (this.#open.size === 0) this.#idle.resolve();
    };
    page.on('requestfailed', close);
    page.on('requestfinished', (request) => {
      if (isOurs(request)) {
        const charge = chargeOf(request);
        this.#charges.push(charge);
        // What is under way when the page is closed, after the last click, is not asked for any more.
        charge.catch(() => undefined);
      }
      close(request);
    });
  }

  /** Resolves once the page has drawn, and nothing is under way; answers what was charged so far. */
  async settled(page: Page): Promise<number> {
    for (;;) {
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
      if (this.#open.size === 0) break;
      this.#idle = Promise.withResolvers();
      await this.#idle.promise;
    }
    const charges = await Promise.all(this.#charges);
    return charges.reduce((sum, charge) => sum + charge, 0);
  }
}

const chargeOf = async (request: Request): Promise<number> => {
  const body: { extensions?: { credits?: { charged: number } } } | undefined = await (await request.response())?.json();
  return body?.extensions?.credits?.charged ?? 0;
};

describe('a random walk through the explorer', { skip }, () => {
  it(`spends nothing but what a button showed, in ${clicks} clicks (KITH_TEST_SEED=${seed})`, async () => {
    await using explorer = await openExplorer();
    const walks = walkers.map((_, walker) => walk(explorer, randomFrom(seed + walker), clicks / walkers.length));
    const charged = (await Promise.all(walks)).reduce((sum, charge) => sum + charge, 0);
    assert.notEqual(charged, 0, 'nothing was bought: the walk proves nothing');
    assert.equal(charged, await explorer.service.spent('orchard'));
  });
});

/** Clicks at random, each time asserting the price; answers what it was charged. */
async function walk(explorer: Explorer, random: () => number, length: number): Promise<number> {
  await using visit = await explorer.visit('orchard');
  const { page } = visit;
  const asking = new Asking(page);
  await visit.open('/');
  let before = await asking.settled(page);
  for (let click = 0; click < length; click += 1) {
    asking.budget = 0;
    const { label, price } = await clickOne(page, random());
    const after = await asking.settled(page);
    assert.ok(after - before <= price, `“${label}” showed ${price}, but ${after - before} were charged.`);
    assert.ok(asking.budget <= price, `“${label}” showed ${price}, but sent a budget of ${asking.budget}.`);
    before = after;
  }
  assert.deepEqual(visit.complaints, []);
  assert.deepEqual(visit.elsewhere, []);
  return before;
}
