import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { writeProfiles } from '../../../src/store/record/write.ts';
import { companies, keyOf, type PersonName, people } from '../../support/cast/cast.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { type Explorer, looksRight, openExplorer, skip } from './explorer.ts';

const hourMs = 3_600_000;

interface ShownWatch {
  readonly id: string;
  readonly name: string;
  readonly of: string;
  readonly state: string;
  readonly compiledDsl: unknown;
}

describe('changes in the explorer', { skip, timeout: 120_000 }, () => {
  const clock = new ManualClock();
  let explorer: Explorer;
  let watch = '';
  before(async () => {
    explorer = await openExplorer({
      clock,
      secret: 'a secret for watches, which is long enough',
      watches: { allowPrivate: false },
      sessions: { maxSeconds: 1_000_000 },
    });
    // Without any date on record, the watch would look for none.
    await write('jonas', {});
    const made = await ask<{ createWatch: { watch: { id: string } } }>(
      'mutation ($input: CreateWatchInput!) { createWatch(input: $input) { watch { id } problems { message } } }',
      { input: { name: 'Orchard', of: 'NETWORK' } },
    );
    watch = made.createWatch.watch.id;
    await stateOf('Orchard', 'CURRENT');
  });
  after(async () => {
    await explorer?.[Symbol.asyncDispose]();
  });

  const ask = async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const { data, errors } = await explorer.graph.ask<Data, object>(keyOf('orchard'), query, variables);
    assert.ok(data && !errors, JSON.stringify(errors));
    return data;
  };
  const watches = async () =>
    (await ask<{ watches: readonly ShownWatch[] }>('{ watches { id name of state compiledDsl } }')).watches;
  const stateOf = async (name: string, wanted: string) => {
    while ((await watches()).find((one) => one.name === name)?.state !== wanted) await pause(1);
  };
  const changes = async () =>
    (
      await ask<{ networkChanges: { nodes: readonly object[] } }>(
        'query ($watch: ID!) { networkChanges(watch: $watch) { nodes { id } } }',
        { watch },
      )
    ).networkChanges.nodes.length;

  /** Somebody has another job, and the watch sees it in the hour. */
  const move = async (who: PersonName, to: keyof typeof companies, title: string) => {
    const { id, company_info: info } = companies[to];
    const before = await changes();
    await write(who, {
      current_title: title,
      current_company_id: id,
      current_company_name: info.name,
      current_company_websites: info.websites,
    });
    clock.advance(hourMs);
    while ((await changes()) === before) await pause(1);
  };
  const write = (who: PersonName, change: object) =>
    writeProfiles(explorer.service.store.db, [
      {
        ...people[who],
        profile_info: { ...people[who].profile_info, ...change, updated_at: new Date(clock.now()).toISOString() },
      },
    ]);
  const asked = { seconds: 900_000 };
  const changeTable = (page: Page) => page.getByRole('table', { name: 'Changes' });

  it('are moves first, each with whom to ask, live and free', async () => {
    const before = await explorer.service.spent('orchard');
    await move('chloe', 'delta', 'Scout');
    await using visit = await explorer.visit('orchard', asked);
    const { page } = visit;
    await visit.open('/activity?tab=changes');
    const chloe = changeTable(page).getByRole('row', { name: /Chloé Núñez/ });
    const found = await ask<{ introPaths: { nodes: readonly { connector: { name: string }; confidence: number }[] } }>(
      'query ($id: ID!) { introPaths(to: { profile: { id: $id } }) { nodes { confidence connector { name } } } }',
      { id: people.chloe.id },
    );
    const [best] = found.introPaths.nodes;
    assert.ok(best);
    const percent = new Intl.NumberFormat('en-GB', { style: 'percent' }).format(best.confidence);
    for (const part of ['Aurora Labs → Delta Ventures · Scout', best.connector.name, percent])
      await chloe.getByText(part).waitFor();
    await page.getByText('This session can’t change watches').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0);
    await looksRight(visit, 'changes');

    await move('eve', 'aurora', 'Engineer');
    await changeTable(page)
      .getByRole('row', { name: /Eve Larsen/ })
      .waitFor();
    assert.deepEqual(await changeTable(page).getByRole('rowheader').getByRole('link').allTextContents(), [
      'Eve Larsen',
      'Chloé Núñez',
    ]);
    await move('dmitri', 'delta', 'Managing Partner');
    // Who only has another title comes below, though later.
    await changeTable(page)
      .getByRole('row', { name: /Dmitri Volkov New title Partner → Managing Partner/ })
      .waitFor();
    assert.deepEqual((await changeTable(page).getByRole('rowheader').allTextContents()).at(-1), 'DVDmitri Volkov');
    // Moves says where they came from, since the watch has seen it.
    await page.goto(new URL('/moves?since=2000-01-01', page.url()).href);
    await page.getByRole('row', { name: /Chloé Núñez.*Aurora Labs/ }).waitFor();
    assert.equal(await explorer.service.spent('orchard'), before);
  });

  it('are watched from a person, a company, a list and filters, and watches paused, resumed and deleted', async () => {
    await using visit = await explorer.visit('orchard', { ...asked, rights: 'act' });
    const { page } = visit;
    const watchThis = async (name: string) => {
      await page.getByRole('main').getByRole('button', { name: 'Watch', exact: true }).click();
      await page.getByText(`Watching “${name}” until`).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Watched' }).waitFor();
    };
    await visit.open(`/people/${people.ada.id}`);
    await page.getByRole('heading', { level: 1, name: 'Ada Moreau' }).waitFor();
    await watchThis('Ada Moreau');
    await visit.open(`/companies/${companies.cobalt.id}?name=Cobalt+Systems`);
    await page.getByRole('heading', { level: 1, name: 'Cobalt Systems' }).waitFor();
    await watchThis('Cobalt Systems');
    await visit.open('/people?title=engineer&company=Aurora');
    await watchThis('title engineer, works at Aurora');
    await visit.open('/people?scope=all&skill=Rust');
    await watchThis('skill Rust');
    await visit.open('/');
    await page
      .getByRole('textbox', { name: /^Search people and companies/ })
      .fill('Chloé Núñez\ncobalt-systems.example');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name of the list' }).fill('Friends');
    await page.getByRole('button', { name: /^Make the plan/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
    await watchThis('Friends');
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await watchThis('Our network');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();

    const made = (await watches()).filter(({ name }) => name !== 'Orchard');
    assert.deepEqual(
      made.map(({ name, of, compiledDsl }) => [name, of, compiledDsl]),
      [
        ['Ada Moreau', 'NETWORK', { term: { 'profile_info.id': people.ada.id } }],
        ['Cobalt Systems', 'NETWORK', { term: { 'profile_info.current_company_id': companies.cobalt.id } }],
        [
          'Friends',
          'NETWORK',
          {
            bool: {
              should: [
                { terms: { 'profile_info.id': [people.chloe.id] } },
                { terms: { 'profile_info.current_company_id': [companies.cobalt.id] } },
              ],
              minimum_should_match: 1,
            },
          },
        ],
        ['Our network', 'NETWORK', null],
        ['skill Rust', 'SEARCH', { term: { 'profile_info.skills': { value: 'Rust', case_insensitive: true } } }],
        ['title engineer, works at Aurora', 'NETWORK', made[5]?.compiledDsl],
      ],
    );
    assert.match(JSON.stringify(made[5]?.compiledDsl), /job_title.*engineer.*current_company_name.*Aurora/);

    await page.getByRole('main').getByRole('link', { name: 'Watched' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Friends' }) });
    await page.getByText('Nothing has changed yet.').waitFor();
    await card.getByText('Current').waitFor();
    await card.getByRole('button', { name: 'Pause' }).click();
    await card.getByText('Paused').waitFor();
    await card.getByRole('button', { name: 'Resume' }).click();
    await card.getByText('Current').waitFor();
    await looksRight(visit, 'changes-watches');
    await card.getByRole('button', { name: 'Delete' }).click();
    await card.getByRole('button', { name: 'Delete watch' }).click();
    await page.getByText('Watch deleted').waitFor();
    await card.waitFor({ state: 'detached' });
  });

  it('have nothing to show to a team that watches nothing', async () => {
    await using visit = await explorer.visit('harbor', asked);
    await visit.open('/activity?tab=changes');
    await visit.page.getByRole('heading', { name: 'Nothing is watched yet' }).waitFor();
    await visit.page.getByText('This session can’t watch.').waitFor();
    await looksRight(visit, 'changes-none');
  });

  it('say how watches are turned on where they are off', async () => {
    await using plain = await openExplorer();
    await using visit = await plain.visit('orchard', { rights: 'act' });
    const { page } = visit;
    await visit.open('/activity?tab=changes');
    await page.getByRole('heading', { name: /KITH_WATCHES=on/ }).waitFor();
    await looksRight(visit, 'changes-off');
    await visit.open(`/people/${people.ada.id}`);
    await page.getByRole('main').getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText(/set KITH_WATCHES=on/).waitFor();
  });
});
