import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFile } from '../../src/store/export/export.ts';
import { forget } from '../../src/store/forget/forget.ts';
import { importFiles } from '../../src/store/import/import.ts';
import { uuidFrom } from '../../src/store/record/uuid.ts';
import { companies, keyOf, people, type TeamName, teams } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';

interface Fetched {
  readonly results: readonly { readonly id: string; readonly found_by: Readonly<Record<string, readonly unknown[]>> }[];
  readonly not_found: readonly string[];
}

const uuidNames = new Map(['url', 'slug', 'account', 'page'].map((name) => [uuidFrom(`d7 ${name}`), name]));

const person = (name: string, account: object, more: object = {}) => ({
  id: uuidFrom(name),
  profile_info: { full_name: name, social_media: [{ network: 'xnet', ...account }], ...more },
});

describe('what names a record, at every door', () => {
  let service: CastService;
  let dir: string;
  before(async () => {
    [service, dir] = await Promise.all([openCast(), mkdtemp(join(tmpdir(), 'kith-identity-'))]);
  });
  after(async () => {
    await service.close();
    await rm(dir, { recursive: true });
  });

  let files = 0;
  async function load(...lines: readonly object[]) {
    files += 1;
    const path = join(dir, `${files}.ndjson`);
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return importFiles(service.store, [path]);
  }
  async function fetched(body: object, kind: 'profiles' | 'companies' = 'profiles'): Promise<Fetched> {
    const answer = await service.post('meadow', `/v3/${kind}/fetch`, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as Fetched;
  }
  const add = (...xnet_usernames: readonly string[]) =>
    service.post('meadow', '/team/add-connector', { xnet_usernames });
  const connectors = async (team: TeamName) =>
    (
      await service.store.db
        .selectFrom('connector')
        .select(['slug', 'profile_id'])
        .where('team_id', '=', teams[team].id)
        .orderBy('slug')
        .execute()
    ).map(({ slug }) => slug);

  const searched = async (query: object) => {
    const { status, body } = await service.post('meadow', '/v3/profiles/search', { query });
    assert.equal(status, 200, JSON.stringify(body));
    return (body as { ids: readonly string[] }).ids;
  };
  const bySlug = (slug: string) => ({
    nested: { path: 'profile_info.social_media', query: { term: { 'profile_info.social_media.slug': slug } } },
  });

  it('is an address in any case, and whatever surrounds it', async () => {
    const [cap, pad] = [
      person('capital', { slug: 'capital-address' }, { work_email: 'Cap.Ital@Lumora.Example' }),
      person('padded', { slug: 'padded-address' }, { personal_emails: [' \u200bPad@x.example '] }),
    ];
    await load(cap, pad);
    for (const [email, id] of [
      ['cap.ital@lumora.example', cap.id],
      ['Cap.Ital@Lumora.Example', cap.id],
      ['CAP.ITAL@LUMORA.EXAMPLE', cap.id],
      ['pad@x.example', pad.id],
    ] as const) {
      assert.deepEqual(await searched({ term: { 'profile_info.emails': email } }), [id], email);
      assert.deepEqual(await searched({ terms: { 'profile_info.emails': ['nobody@x.example', email] } }), [id], email);
    }
    // Stored as it came, but for what surrounds it.
    const { results } = await fetched({ ids: [cap.id], fields: ['profile_info'] });
    assert.match(JSON.stringify(results), /Cap\.Ital@Lumora\.Example/);
  });

  it('is forgotten by its address in any case, and does not come back by it', async () => {
    for (const [stored, given] of [
      [' Gone1@x.example ', 'gone1@x.example'],
      ['gone2@x.example', ' \u200bGONE2@X.example'],
      ['Gone3@bücher.example', 'mailto:gone3@xn--bcher-kva.example'],
      ['"Gone" <gone4@x.example>', 'Gone4@x.example'],
    ] as const) {
      const line = person(stored, { slug: `gone-${given.slice(0, 6).trim().toLowerCase()}` }, { work_email: stored });
      await load(line);
      assert.equal((await forget(service.store, [given])).people, 1, given);
      const { profile_info } = person(
        'again',
        { slug: `back-${given.length}-${stored.trim().slice(0, 6).toLowerCase()}` },
        { personal_emails: [` ${given.toUpperCase()} `] },
      );
      const summary = await load({ id: uuidFrom(`again ${given}`), profile_info });
      assert.equal(summary.forgotten, 1, given);
    }
  });

  it('is a slug wherever a record has it, in any case', async () => {
    const lines = [
      { id: uuidFrom('d7 url'), profile_info: { xnet_url: 'https://www.xnet.example/in/Bd-Url/' } },
      { id: uuidFrom('d7 slug'), profile_info: { social_media: [{ network: 'xnet', slug: 'Bd-Slug' }] } },
      {
        id: uuidFrom('d7 account'),
        profile_info: { social_media: [{ network: 'xnet', url: 'xnet.example/in/bd-account' }] },
      },
      {
        id: uuidFrom('d7 page'),
        profile_info: { social_media: [{ network: 'XNET', slug: 'https://xnet.example/in/Bd-Page' }] },
      },
    ];
    assert.equal((await load(...lines)).rejected, 0);
    for (const { id } of lines) {
      const slug = `bd-${uuidNames.get(id)}`;
      for (const spelling of [slug, slug.toUpperCase()])
        assert.deepEqual(await searched(bySlug(spelling)), [id], spelling);
      const { results } = await fetched({
        xnet_names: [`https://XNET.example/in/${slug}/details/`],
        fields: ['profile_info'],
      });
      assert.deepEqual(
        results.map((one) => one.id),
        [id],
      );
      assert.match(JSON.stringify(results), new RegExp(`"slug":"${slug}"`, 'i'));
    }
    assert.equal(
      (await load({ profile_info: { full_name: 'No id', social_media: [{ network: 'XNet', slug: 'd7-no-id' }] } }))
        .profiles.added,
      1,
    );
  });

  it('is an entity id in a URL', async () => {
    const line = person('entity', { slug: 'of-entity', entity_id: 'ACoAAB2kf9Q' });
    await load(line);
    const { results } = await fetched({ xnet_names: ['https://www.xnet.example/in/ACoAAB2kf9Q'] });
    assert.deepEqual(
      results.map(({ id }) => id),
      [line.id],
    );
  });

  it('is a number with all its digits, refused before any charge where JSON can’t hold them [identity.all-digits]', async () => {
    await load(
      person('large', { slug: 'large', id: '9007199254740993' }),
      person('larger', { slug: 'larger', id: '9007199254740992' }),
      person('safe', { slug: 'safe', id: '9007199254740991' }),
    );
    const before = await service.spent('meadow');
    for (const sent of [
      '9007199254740993',
      '9007199254740992',
      '-9007199254740992',
      '99999999999999999999999',
      '1e400',
    ])
      for (const [path, member] of [
        ['/v3/profiles/fetch', 'xnet_ids'],
        ['/v3/companies/fetch', 'xnet_ids'],
        ['/v2/profiles/fetch', 'xnetIds'],
        ['/companies/fetch', 'xnetIds'],
      ]) {
        const answer = await service.send(path ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': keyOf('meadow') },
          body: `{"${member}":[${sent}]}`,
        });
        assert.equal(answer.status, 400, `${path} ${sent}`);
      }
    assert.equal(await service.spent('meadow'), before);
    const { results } = await fetched({ xnet_ids: [9007199254740991] });
    assert.deepEqual(
      results.map(({ id }) => id),
      [uuidFrom('safe')],
    );
  });

  it('is a slug or URL without what stands around it [identity.without-what-surrounds]', async () => {
    await load(
      person('padded slug', { slug: ' \u200bpadded-slug/ ' }),
      person('padded url', {}, { xnet_url: ' https://xnet.example/in/padded-url/\n' }),
      person('no slug', { slug: '', url: 'https://xnet.example/in/empty-slug' }),
    );
    const sent = ['padded-slug', ' PADDED-SLUG\t', 'padded-url', '\ufeffpadded-url//', 'empty-slug', '  '];
    const { results, not_found } = await fetched({ xnet_names: sent });
    assert.deepEqual(
      results.map(({ id, found_by }) => [id, found_by.xnet_names]),
      [
        [uuidFrom('padded slug'), sent.slice(0, 2)],
        [uuidFrom('padded url'), sent.slice(2, 4)],
        [uuidFrom('no slug'), ['empty-slug']],
      ],
    );
    assert.deepEqual(not_found, ['  ']);
    const added = await add('\thttps://xnet.example/in/padded-slug ', 'padded-url\u200b', ' nobody-here ');
    assert.deepEqual([added.status, added.body], [202, { usernames_not_found: [' nobody-here '] }]);
    const connection = await load({
      connection: { from: ' padded-slug ', to: 'https://xnet.example/in/padded-url/ ' },
    });
    assert.equal(connection.connections, 1);
  });

  it('is a page of the same kind of record [identity.page-of-its-kind]', async () => {
    await load(
      { ...person('twin', { slug: 'same-slug' }) },
      { id: uuidFrom('twin company'), company_info: { name: 'Same', xnet_slugs: ['same-slug'] } },
    );
    const [personal, corporate] = ['https://xnet.example/in/same-slug', 'https://xnet.example/company/same-slug'];
    assert.deepEqual((await fetched({ xnet_names: [corporate] })).not_found, [corporate]);
    assert.deepEqual((await fetched({ xnet_names: [personal] }, 'companies')).not_found, [personal]);
    assert.deepEqual(
      (await fetched({ xnet_names: [corporate] }, 'companies')).results[0]?.id,
      uuidFrom('twin company'),
    );
    const added = await add(corporate);
    assert.deepEqual([added.status, added.body], [200, { usernames_not_found: [corporate] }]);
    const made = await service.post('harbor', '/team/create-team', {
      team_name: 'Of a person',
      company_linkedin_url: 'https://xnet.example/in/aurora-labs',
    });
    assert.equal(made.status, 400);
    const { rejected } = await load({ tag: { name: 'x', team: teams.meadow.id, company: personal } });
    assert.equal(rejected, 1);
  });

  it('is a slug as it is sent before it is that slug decoded [identity.as-sent-first]', async () => {
    await load(
      person('percent', { slug: 'x%2541' }),
      person('plain', { slug: 'x%41' }),
      person('bare', { slug: 'xA' }),
    );
    const ids = async (name: string) => (await fetched({ xnet_names: [name] })).results.map(({ id }) => id);
    assert.deepEqual(await ids('x%2541'), [uuidFrom('percent')]);
    assert.deepEqual(await ids('x%41'), [uuidFrom('plain')]);
    assert.deepEqual(await ids('xA'), [uuidFrom('bare')]);
    assert.deepEqual(await ids('https://xnet.example/in/x%252541'), [uuidFrom('percent')]);
    assert.deepEqual(await ids('https://xnet.example/in/x%41'), [uuidFrom('bare')]);
    assert.deepEqual(await ids('x%2%35%34%31'), [], 'what is encoded twice is decoded once');
  });

  it('comes back as it was from an export', async () => {
    const path = join(dir, 'export.ndjson');
    await exportFile(service.store, path, { kinds: ['companies', 'profiles'] });
    const again = await importFiles(service.store, [path]);
    const { added, changed } = again.profiles;
    assert.deepEqual([added, changed, again.companies.changed, again.rejected], [0, 0, 0, 0]);
  });

  it('moves to the record that came last, and is one connector of a team [identity.moves-to-the-last]', async () => {
    await load(person('first', { slug: 'moving' }));
    assert.equal((await add('moving')).status, 202);
    assert.equal((await load(person('second', { slug: 'MOVING' }))).moved, 1);
    const { results } = await fetched({ xnet_names: ['moving'] });
    assert.deepEqual(
      results.map(({ id }) => id),
      [uuidFrom('second')],
    );
    assert.equal((await add('moving', 'https://xnet.example/in/Moving')).status, 200);
    assert.deepEqual(
      (await connectors('meadow')).filter((slug) => /moving/i.test(slug)),
      ['moving'],
    );
    assert.equal((await load(person('third', { slug: 'within' }), person('fourth', { slug: 'within' }))).moved, 1);
  });

  it('is a uuid without braces [identity.uuid-without-braces]', async () => {
    for (const id of [`{${people.ada.id}}`, `{${people.ada.id}`, people.ada.id.replaceAll('-', '')]) {
      assert.equal((await service.post('meadow', '/v3/profiles/fetch', { ids: [id] })).status, 400);
      assert.equal((await service.post('meadow', '/v3/companies/fetch', { ids: [id] })).status, 400);
    }
    const { results } = await fetched({ ids: [companies.aurora.id.toUpperCase()] }, 'companies');
    assert.equal(results[0]?.id, companies.aurora.id);
  });
});
