import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { perform } from '../../../src/app/admin/commands.ts';
import { searchProfiles } from '../../../src/contract/operation/profiles.ts';
import { nameWords } from '../../../src/reading/names.ts';
import { remapConnectors } from '../../../src/service/mapping/remap-connectors.ts';
import { forget } from '../../../src/store/forget/forget.ts';
import { findRecords } from '../../../src/store/record/read.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { people, teams } from '../../support/cast/cast.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { openTestStore } from '../../support/store.ts';
import {
  everyoneReached,
  expectedExports,
  exportsDirectory,
  importOf,
  type Row,
  reached,
  rejectedIn,
  tiesTo,
  writeExport,
} from './exports.ts';

const gia: Row = {
  first: 'Gia',
  last: 'Roth',
  slug: 'gia-roth',
  email: 'gia@cobalt.example',
  company: 'Cobalt',
  title: 'CTO',
};
const omar: Row = { first: 'Omar', last: 'Vale', slug: 'omar-vale', company: 'Lumora', title: 'Head of Sales' };

/** The words and letters of a name, in whichever order it is written. */
const key = (name: string): string => [...nameWords(name).join('')].toSorted().join('');

describe('kith import of exports', () => {
  let service: CastService;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  before(async () => {
    service = await openCast({ now: () => new Date() });
    directory = await temporaryDirectory();
  });
  after(async () => {
    await service.close();
    await directory[Symbol.asyncDispose]();
  });
  const write = (name: string, rows: readonly Row[]) => writeExport(directory.path, name, rows);
  const documentOf = async (slug: string) =>
    JSON.parse(
      String((await findRecords(service.store.db, 'profile', { xnet_names: [slug] })).found[0]?.document ?? '{}'),
    );

  for (const [file, { owner, rows }] of Object.entries(expectedExports))
    it(`reads ${file} without an option`, async () => {
      const rejects = join(directory.path, `${file}.rejects`);
      const given = [{ path: join(exportsDirectory, file), of: owner.slug }];
      const [done] = await importOf(service.store, given, { team: 'quarry', rejects });
      const known = await everyoneReached(service, 'quarry', { term: { connected_users: done?.connector } });
      const found = known.map(({ profile, connections }) => ({
        name: key(profile.full_name ?? ''),
        company: profile.current_company_name ?? null,
        title: profile.current_title ?? null,
        slug: decodeURIComponent(profile.xnet_url ?? '').replace(/^https:\/\/xnet\.example\/in\//, '') || null,
        connectedOn:
          connections
            .filter((one) => one.connector_id === done?.connector)
            .flatMap((one) => one.sources?.[0]?.overlap_start_date ?? null)[0] ?? null,
      }));
      const unnamed = rows.filter(({ slug, email }) => slug === null && email === null);
      const wanted = rows
        .filter((row) => !unnamed.includes(row))
        .map(({ name, company, title, slug, connectedOn }) => ({
          name: key(name),
          company,
          title: title?.replaceAll(/\s+/g, ' ') ?? null,
          slug,
          connectedOn,
        }));
      const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(Object.values(row))).toSorted();
      assert.deepEqual(inOrder(found), inOrder(wanted));
      assert.equal(unnamed.length, unnamed.length === 0 ? 0 : (await rejectedIn(rejects)).length);
    });

  it('shows a tie to the team that imported it, and to nobody else', async () => {
    const one = await write('lighthouse.csv', [gia]);
    const other = await write('orchard.csv', [{ ...omar, on: '3 Apr 2019' }]);
    await importOf(service.store, [{ path: one, of: 'dmitri-volkov' }], { team: 'lighthouse' });
    await importOf(service.store, [{ path: other, of: people.dmitri.profile_info.xnet_url ?? '' }], {
      team: 'orchard',
    });

    const [lighthouse, orchard] = [await reached(service, 'lighthouse'), await reached(service, 'orchard')];
    assert.deepEqual(tiesTo(lighthouse.get('Gia Roth')), ['Dmitri Volkov 2021-03-12']);
    assert.deepEqual(tiesTo(orchard.get('Omar Vale')), ['Dmitri Volkov 2019-04-03']);
    assert.deepEqual([lighthouse.get('Omar Vale'), orchard.get('Gia Roth')], [undefined, undefined]);

    // Its partner neither, and nobody by a filter.
    const whole = await service.post('harbor', '/v3/network-mapper', { query: { match_all: {} } });
    assert.ok(JSON.stringify(whole.body).includes('Dmitri Volkov'));
    assert.ok(!JSON.stringify(whole.body).includes('Gia Roth'), JSON.stringify(whole.body));
    assert.ok(!JSON.stringify(whole.body).includes('manual_import'));
    for (const team of ['harbor', 'orchard', 'meadow'] as const) {
      const known = { bool: { must: [{ match: { 'profile_info.full_name': 'Gia Roth' } }] } };
      const { ids } = await service.ask(team, searchProfiles, { query: known, in_network_only: true });
      assert.deepEqual(ids, [], team);
      const nested = {
        nested: { path: 'team_connections', query: { term: { 'team_connections.team_id': teams.lighthouse.id } } },
      };
      assert.deepEqual((await service.ask(team, searchProfiles, { query: nested })).ids, [], team);
    }
  });

  it('keeps ties when connectors are mapped again', async () => {
    await remapConnectors(service.store.db, new Date());
    assert.deepEqual(tiesTo((await reached(service, 'lighthouse')).get('Gia Roth')), ['Dmitri Volkov 2021-03-12']);
  });

  it('ends the ties that a newer export does not have, and keeps the records', async () => {
    const newer = await write('newer.csv', [{ ...omar, on: '2022-01-05', title: 'CEO' }]);
    const given = [{ path: newer, of: 'dmitri-volkov' }];
    const [done] = await importOf(service.store, given, { team: 'lighthouse' });
    assert.deepEqual([done?.ties, done?.ended], [1, 1]);
    const known = await reached(service, 'lighthouse');
    assert.deepEqual(
      [known.get('Gia Roth'), tiesTo(known.get('Omar Vale'))],
      [undefined, ['Dmitri Volkov 2022-01-05']],
    );
    assert.equal((await documentOf('gia-roth')).current_title, 'CTO');
    assert.deepEqual(
      [known.get('Omar Vale')?.profile.current_title, await importOf(service.store, given, { team: 'lighthouse' })],
      ['CEO', [{ ...done, changed: 0, known: 1, ended: 0 }]],
    );
  });

  it('changes nothing of a fuller record, and of a thin one nothing by an empty cell', async () => {
    const before = await documentOf('ben-okafor');
    const rows = [
      {
        first: 'Benjamin',
        last: 'O',
        slug: 'ben-okafor',
        email: 'other@ben.example',
        company: 'Elsewhere',
        title: 'Nothing',
      },
      { first: 'Gia', last: 'Roth', slug: 'gia-roth' },
    ];
    await importOf(service.store, [{ path: await write('thin.csv', rows), of: 'Zoe Quill' }], { team: 'meadow' });
    assert.deepEqual(await documentOf('ben-okafor'), before);
    const { current_title, current_company_name, work_email } = await documentOf('gia-roth');
    assert.deepEqual([current_title, current_company_name, work_email], ['CTO', 'Cobalt', 'gia@cobalt.example']);
    assert.deepEqual(tiesTo((await reached(service, 'meadow')).get('Ben Okafor')), ['Zoe Quill 2021-03-12']);
  });

  it('gives the ties, notes and lists of a thin record to the provider’s record of the same page', async () => {
    const id = 'b45c5a0c-63c8-4c6c-9d0e-0a6e5b7a9f10';
    const path = join(directory.path, 'full.ndjson');
    const full = {
      id,
      profile_info: { full_name: 'Gia M. Roth', xnet_url: 'https://xnet.example/in/gia-roth', skills: ['Go'] },
    };
    const namesake = { profile_info: { full_name: 'Gia Roth', xnet_url: 'https://xnet.example/in/gia-roth-2' } };
    await writeFile(path, [full, namesake].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const context = { store: service.store, stdout: () => {}, onProgress: () => {} };
    const team = teams.meadow.id;
    await perform(context, 'team-note', { team, profile: 'gia-roth', content: 'met at a fair' });
    await perform(context, 'team-put-on-list', { team, list: 'Fair', profile: 'gia-roth' });
    const rejects = join(directory.path, 'rejected.ndjson');
    await perform(context, 'import', { files: [{ path, name: path }], rejects, strict: true });
    const known = await reached(service, 'meadow');
    assert.deepEqual([tiesTo(known.get('Gia M. Roth')), known.get('Gia Roth')], [['Zoe Quill 2021-03-12'], undefined]);
    assert.equal(known.get('Gia M. Roth')?.profile.id, id);
    const written = await service.store.db
      .selectFrom('note')
      .select('profile_id')
      .where('team_id', '=', team)
      .execute();
    assert.deepEqual(written, [{ profile_id: id }]);

    // And the next export leaves it alone.
    await importOf(service.store, [{ path: await write('again.csv', [gia]), of: 'Zoe Quill' }], { team: 'meadow' });
    assert.deepEqual((await documentOf('gia-roth')).skills, ['Go']);
    assert.equal((await reached(service, 'meadow')).get('Gia M. Roth')?.profile.id, id);
  });

  it('does not join a page on another site, nor a name', async () => {
    const rejects = join(directory.path, 'sites.rejects');
    const path = join(directory.path, 'sites.csv');
    await writeFile(
      path,
      'First Name,Last Name,URL,Connected On\nAda,Other,https://other.example/in/ada-moreau,1 May 2020\nAda,Moreau,https://other.example/in/am,1 May 2020\nBea,Sato,https://elsewhere.example/in/bea,1 May 2020\n',
    );
    const before = await documentOf('ada-moreau');
    assert.equal(before.full_name, 'Ada Moreau');
    const [done] = await importOf(service.store, [{ path, of: 'Zoe Quill' }], { team: 'meadow', rejects });
    assert.deepEqual([done?.ties, (await rejectedIn(rejects)).map(([line]) => line)], [1, [2, 4]]);
    assert.deepEqual(await documentOf('ada-moreau'), before);
    assert.notEqual((await documentOf('am')).id, before.id);
  });

  it('takes a row without page and address only with --names, once', async () => {
    const rejects = join(directory.path, 'names.rejects');
    const rows = [omar, { first: 'Nora', last: 'Nameonly', company: 'Lumora' }];
    const given = [{ path: await write('names.csv', rows), of: 'Yuri Nam' }];
    const [without] = await importOf(service.store, given, { team: 'meadow', rejects });
    assert.deepEqual([without?.ties, (await rejectedIn(rejects)).length], [1, 1]);
    const [first] = await importOf(service.store, given, { team: 'meadow', names: true });
    const [second] = await importOf(service.store, given, { team: 'meadow', names: true });
    assert.deepEqual([first?.ties, first?.added, second?.added], [2, 1, 0]);
  });

  it('passes over who was forgotten: by page, by address, and by name and employer', async () => {
    const rows = [
      { first: 'Fay', last: 'Gone', slug: 'fay-gone', email: 'fay@gone.example', company: 'Gone GmbH' },
      omar,
    ];
    await importOf(service.store, [{ path: await write('gone.csv', rows), of: 'Zoe Quill' }], { team: 'meadow' });
    await forget(service.store, ['fay-gone']);
    const again = [
      { first: 'F.', last: 'G', slug: 'Fay-Gone' },
      { first: 'F.', last: 'G', slug: 'f-g', email: 'FAY@gone.example' },
      { first: 'F.', last: 'G', slug: 'f-g-2', email: 'f@elsewhere.example; fay@gone.example' },
      { first: 'FAY', last: 'Gone', slug: 'new-page', company: 'Gone' },
      { first: 'Fay', last: 'Gone', slug: 'fay-elsewhere', company: 'Elsewhere' },
      omar,
    ];
    const [done] = await importOf(service.store, [{ path: await write('gone.csv', again), of: 'Zoe Quill' }], {
      team: 'meadow',
    });
    assert.deepEqual([done?.forgotten, done?.ties], [4, 2]);
    await assert.rejects(
      importOf(service.store, [{ path: await write('x.csv', [omar]), of: 'fay-gone' }], { team: 'meadow' }),
      /--of: must not be somebody who was forgotten/,
    );
  });

  it('refuses an export without a team where there are several, and a file that is none', async () => {
    const path = await write('team.csv', [omar]);
    await assert.rejects(importOf(service.store, [{ path, of: 'Zoe Quill' }]), /--team: must be given, .* 7 teams/);
    const list = join(directory.path, 'list.txt');
    await writeFile(list, 'milk\nbread\n');
    await assert.rejects(
      importOf(service.store, [{ path: list, of: 'Zoe Quill' }], { team: 'meadow' }),
      /list\.txt: must be/,
    );
    assert.notEqual((await reached(service, 'meadow')).get('Omar Vale'), undefined);
  });
});

describe('kith import of exports into a store with at most one team', () => {
  it('creates a team with a key once, and imports for the one there is', async () => {
    await using store = await openTestStore();
    await using directory = await temporaryDirectory();
    const given = [{ path: await writeExport(directory.path, 'a.csv', [gia, omar]), of: 'Ada Moreau' }];
    const [team, done] = await importOf(store, given);
    assert.match(Object(team).key, /^kith_/);
    assert.equal(done?.ties, 2);
    const [again, ...others] = await importOf(store, given);
    assert.deepEqual([again?.team, again?.connector, others], [done?.team, done?.connector, []]);
    await createTeam(store.db, { name: 'Other', ownerEmail: 'owner@other.example' });
    await assert.rejects(importOf(store, given), /--team: must be given/);
  });
});
