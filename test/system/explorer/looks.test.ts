import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProfileInfo } from '../../../src/contract/record/profile.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openService } from '../../../src/service/server.ts';
import { importFiles } from '../../../src/store/import/import.ts';
import type { Store } from '../../../src/store/open.ts';
import { findRecords } from '../../../src/store/record/read.ts';
import { writeProfiles } from '../../../src/store/record/write.ts';
import { putKey } from '../../../src/store/team/key.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { openSampleGraph } from '../../support/sample/sample-graph.ts';
import { openTestStore } from '../../support/store.ts';
import { openVisitors, skip, type Visit, type Visitors, withExplorer } from './explorer.ts';

const { KITH_SHARED_DATA: data = '' } = process.env;

const screens = {
  laptop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** Whose pages are photographed, from the network alone. */
interface Look extends AsyncDisposable {
  readonly key: string;
  readonly store: Store;
  /** Asks the graph. */
  ask<Data>(query: string): Promise<Data>;
  readonly visitors: Visitors<'team'>;
}

interface Found {
  readonly relationships: {
    readonly nodes: readonly {
      readonly profile: { readonly id: string; readonly currentCompanyName: string | null };
    }[];
  };
}

const clock = new ManualClock();
const withWatches = { ...withExplorer, clock, watches: { allowPrivate: false } };

const openLook = async (
  graph: Pick<Awaited<ReturnType<typeof openTestGraph>>, 'graph' | 'ask'>,
  key: string,
  store: Store,
  close: () => Promise<void>,
): Promise<Look> => {
  const visitors = await openVisitors<'team'>(graph.graph.url, () => key);
  return {
    key,
    store,
    visitors,
    ask: async <Data>(query: string) => {
      const { data: found } = await graph.ask<Data, object>(key, query, {});
      assert.ok(found);
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      await visitors[Symbol.asyncDispose]();
      await close();
    },
  };
};

const openSampleLook = async (): Promise<Look> => {
  const sample = await openSampleGraph({ graph: withWatches });
  return openLook(sample, 'kith_demo_team', sample.store, async () => sample[Symbol.asyncDispose]());
};

/** Members of Congress, of whom a dozen are connectors. */
const openRealLook = async (): Promise<Look> => {
  const key = 'kith_real_records';
  const store = await openTestStore();
  await importFiles(store, [join(data, 'companies.ndjson'), join(data, 'profiles.ndjson')]);
  const owner = 'owner@example.com';
  const { id } = await createTeam(store.db, { name: 'Capitol', ownerEmail: owner });
  await putKey(store.db, { teamId: id, accountEmail: owner, key });
  const service = await openService({
    store,
    secret: 'a secret for tests, which is long enough',
    urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
    traffic: { load: noLoadGuard },
  });
  const graph = await openTestGraph(service.url, withWatches);
  const people = await graph.ask<{ searchProfiles: { nodes: { id: string; xnetSlug: string | null }[] } }, object>(
    key,
    '{ searchProfiles(first: 12, where: { currentTitle: { matches: "senator" } }) { nodes { id xnetSlug } } }',
    {},
  );
  const xnetSlugs = (people.data?.searchProfiles.nodes ?? []).flatMap(({ xnetSlug }) => xnetSlug ?? []);
  assert.equal(xnetSlugs.length, 12);
  await graph.ask(key, 'mutation ($input: AddConnectorsInput!) { addConnectors(input: $input) { queued } }', {
    input: { xnetSlugs },
  });
  await service.context.jobs.idle();
  return openLook(graph, key, store, async () => {
    await graph.close();
    await service.close();
    await store.close();
  });
};

/** Has the team's network watched, and up to a dozen people take each other's jobs. */
const makeChanges = async ({ ask, store }: Look, people: Found['relationships']['nodes']): Promise<void> => {
  await ask('mutation { createWatch(input: { name: "Our network", of: NETWORK }) { watch { id } } }');
  const isRead = '{ watches { lastPollAt } }';
  while (!(await ask<{ watches: [{ lastPollAt: string | null }] }>(isRead)).watches[0].lastPollAt) await pause(1);
  // Of each employer one, so that they differ.
  const byEmployer = new Map(people.map(({ profile }) => [profile.currentCompanyName, profile.id]));
  assert.ok(byEmployer.size > 1, 'everybody works at one place');
  const ids = [...byEmployer.values()].slice(0, 12);
  const { found } = await findRecords(store.db, 'profile', { ids });
  const before: readonly ProfileInfo[] = found.map(({ document }) => JSON.parse(document.toString()));
  await writeProfiles(
    store.db,
    before.map((one, at) => {
      const { current_title = null, current_company_name = null } = before[(at + 1) % before.length] ?? {};
      const updated_at = new Date(clock.now()).toISOString();
      return { id: one.id ?? '', profile_info: { ...one, current_title, current_company_name, updated_at } };
    }),
  );
  const { watches } = await ask<{ watches: [{ id: string }] }>('{ watches { id } }');
  const changes = `{ networkChanges(watch: "${watches[0].id}") { nodes { id } } }`;
  clock.advance(3_600_000);
  while ((await ask<{ networkChanges: { nodes: readonly object[] } }>(changes)).networkChanges.nodes.length === 0)
    await pause(1);
};

/** Names as long as people, titles and firms have them, with and without places to break. */
const longest = {
  names: [
    'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft',
    'María del Rosario Cayetana Fitz-James Stuart y de Silva, 18th Duchess of Alba de Tormes, Grandee of Spain',
    'Jean-Baptiste-Emmanuel-Maximilien',
    'ナイジェル・アレクサンダー・フォン・ホーエンシュヴァンガウ＝ノイシュヴァンシュタイン三世',
  ],
  title:
    'Senior Executive Vice President and Deputy Managing Director for Strategic Partnerships, Alliances and Donaudampfschifffahrtsgesellschaften',
  company:
    'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesellschaft & Llanfairpwllgwyngyll Holdings (Europe) Ltd.',
  list: `Targets for the autumn ${'and-for-the-spring-'.repeat(9)}`.slice(0, 200),
  guest: `${'a-very-long-local-part-'.repeat(3)}@brightwater.example`,
} as const;

/** Gives people of the network the longest names, and the team a list and a guest with such. */
const nameLongest = async ({ ask, store, visitors }: Look, people: Found['relationships']['nodes']): Promise<void> => {
  const ids = people.slice(0, 8).map(({ profile }) => profile.id);
  const { found } = await findRecords(store.db, 'profile', { ids });
  const before: readonly ProfileInfo[] = found.map(({ document }) => JSON.parse(document.toString()));
  const updated_at = new Date(clock.now()).toISOString();
  await writeProfiles(
    store.db,
    before.map((one, at) => {
      const changed = {
        full_name: longest.names[at % longest.names.length] ?? '',
        current_title: longest.title,
        current_company_name: longest.company,
      };
      return { id: one.id ?? '', profile_info: { ...one, ...changed, updated_at } };
    }),
  );
  const targets = ids.map((id) => `{ ref: { profile: { id: "${id}" } }, note: "${longest.title.repeat(3)}" }`);
  await ask(
    `mutation { createTargetList(input: { name: "${longest.list}", targets: [${targets}] }) { targetList { id } } }`,
  );
  await visitors.invite('team', longest.guest);
};

/** How far what was shown has moved while the page was read. */
const layoutShift = `new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => told(sum), 100);
})`;

/**
 * Texts that run out of the button, chip, card, cell or entry that holds them, or that are cut off without an ellipsis,
 * each with how far; and those that something else covers.
 */
const textOutside = `(() => {
  const outside = [];
  const boxes = 'button, .button, .chip, .card, .notice, td, th, li, summary, label, .sign-in-card, .nav-item, .side, main, h1, h2';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const element = node.parentElement;
    const box = element?.closest(boxes);
    if (text === '' || !box || element.closest('.visually-hidden, option, [hidden], .skip')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    const beyond = (one) => {
      const held = one.getBoundingClientRect();
      return held.width === 0 ? 0 : Math.max(0, ...rects.map(({ left, right }) => Math.max(right - held.right, held.left - left)));
    };
    let block = element;
    while (getComputedStyle(block).display === 'inline') block = block.parentElement;
    // What an element cuts off, with an ellipsis, is not seen outside; what scrolls is reached.
    const { textOverflow, webkitLineClamp } = getComputedStyle(block);
    if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue;
    const isCovered = rects.some(({ left, right, top, bottom }) => {
      const over = document.elementFromPoint(right - 2, (top + bottom) / 2);
      if (!over || right - left < 4 || over.closest('.peek') !== element.closest('.peek')) return false;
      const label = over.closest('label');
      return !element.contains(over) && !over.contains(element) && !(label && label.contains(element));
    });
    if (isCovered) outside.push(text.slice(0, 60) + ': covered');
    let cut;
    for (let one = element; one && !cut; one = one.parentElement) if (getComputedStyle(one).overflowX !== 'visible') cut = one;
    const scrolls = cut && /auto|scroll/.test(getComputedStyle(cut).overflowX);
    const far = cut && !scrolls ? beyond(cut) : cut && box.contains(cut) ? 0 : beyond(box);
    if (far > 2) outside.push(text.slice(0, 60) + ': ' + Math.round(far));
  }
  return outside;
})()`;

/** Nothing is cut off at the side, and nothing is still loading. */
const isSettled = async ({ page }: Visit): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  await page.waitForLoadState('networkidle');
};

for (const { name, open, skipped } of [
  { name: 'sample', open: openSampleLook, skipped: skip },
  {
    name: 'real',
    open: openRealLook,
    skipped: skip || (data === '' && 'KITH_SHARED_DATA names no directory of real records'),
  },
])
  describe(`every page, over ${name} records`, { skip: skipped }, () => {
    let look: Look;
    let person = '';
    let company = '';
    let pasted: readonly string[] = [];
    before(async () => {
      look = await open();
      const found = await look.ask<Found>(
        '{ relationships(first: 200) { nodes { profile { id currentCompanyName } } } }',
      );
      const [first] = found.relationships.nodes.toReversed();
      assert.ok(first);
      person = first.profile.id;
      company = first.profile.currentCompanyName ?? '';
      pasted = [...found.relationships.nodes.slice(0, 20).map(({ profile }) => profile.id), company];
      await makeChanges(look, found.relationships.nodes);
      await nameLongest(look, found.relationships.nodes);
    });
    after(() => look?.[Symbol.asyncDispose]());

    for (const [screen, options] of Object.entries(screens))
      it(`fits a ${screen}, in light and dark, with the longest names, and keeps still on a slow line`, async () => {
        await using visit = await look.visitors.visit('team', { rights: 'act' }, options);
        const { page } = visit;
        await page.route(/\/(graphql|session\/\w+)$/, async (route) => {
          await pause(100);
          await route.continue();
        });
        const paths: Readonly<Record<string, string>> = {
          home: '/',
          people: '/people',
          'people-peek': `/people?peek=people/${person}`,
          everyone: '/people?scope=all&title=engineer|senator',
          person: `/people/${person}`,
          companies: '/companies',
          moves: '/moves',
          lists: '/lists',
          paste: '/lists/new',
          activity: '/activity',
          mappings: '/activity?tab=mappings',
          changes: '/activity?tab=changes',
          team: '/team',
          approvals: '/approvals',
        };
        const photograph = async (what: string) => {
          await isSettled(visit);
          const shift = Number(await page.evaluate(layoutShift));
          if (shift > 0.05) faults.push(`${what}: layout shift ${shift}`);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await visit.photograph(`${name}-${screen}-${what}-${colorScheme}`, false);
            const found = await visit.violations(colorScheme === 'light' ? 'all' : 'colours');
            faults.push(...found.map((one) => `${what}, ${colorScheme}: ${one}`));
          }
          const outside = await page.evaluate<readonly string[]>(textOutside);
          faults.push(...outside.map((one) => `${what}: text outside its box: ${one}`));
          const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
          if (overflow > 1) faults.push(`${what} is ${overflow} pixels too wide`);
        };
        const faults: string[] = [];
        for (const [what, path] of Object.entries(paths)) {
          await visit.open(path);
          await photograph(what);
        }
        await visit.open(`/companies?name=${encodeURIComponent(company)}`);
        // An exact name leads to its page.
        await page.waitForURL(/\/companies\/[\da-f-]{36}/);
        await photograph('company');
        // A plan, with its messages.
        await visit.open('/lists/new');
        await page.getByRole('textbox').fill(pasted.join('\n'));
        await page.getByRole('button', { name: 'Read the list' }).click();
        await page.getByRole('button', { name: /^Make the plan/ }).waitFor();
        await photograph('pasted');
        await page.getByRole('button', { name: /^Make the plan/ }).click();
        await page.getByRole('table', { name: 'Targets' }).waitFor();
        await photograph('list');
        await page.getByRole('link', { name: /^By person to ask/ }).click();
        await photograph('list-by-ask');
        assert.deepEqual(faults, []);
        assert.deepEqual(visit.complaints, []);
      });
  });
