import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importOf, writeExport } from '../../../app/ties/exports.ts';
import { keyOf, people } from '../../../support/cast/cast.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { openCast } from '../../../support/service.ts';

interface Answer {
  readonly introPaths: {
    readonly nodes: readonly { readonly target: { readonly fullName: string }; readonly why: string }[];
  };
}

const atCompany = `query ($website: String!) {
  introPaths(to: { companyWebsite: $website }) { nodes { target { fullName } why } }
}`;
const toPerson = 'query ($id: ID!) { introPaths(to: { profile: { id: $id } }) { nodes { target { fullName } why } } }';

describe('somebody on the do-not-ask list whom an export names, too', () => {
  it('is no target by the record that the export made', async () => {
    await using service = await openCast({ now: () => new Date() });
    await using graph = await openTestGraph(service.url);
    await using directory = await temporaryDirectory();
    const key = keyOf('orchard');
    const { data, errors } = await graph.ask<{ excludeFromIntros: { changed: number; problems: unknown[] } }, object>(
      key,
      'mutation ($id: ID!) { excludeFromIntros(input: { profiles: [{ id: $id }] }) { changed problems { message } } }',
      { id: people.eve.id },
    );
    assert.deepEqual([data?.excludeFromIntros, errors], [{ changed: 1, problems: [] }, undefined]);

    const at = { company: 'Brightwater Ltd', title: 'Engineer' };
    const rows = [
      { first: 'Eve', last: 'LARSEN', email: 'eve@home.example', ...at },
      // A namesake, whose own page tells them apart, and a colleague.
      { first: 'Eve', last: 'Larsen', slug: 'eve-larsen-of-elsewhere', ...at },
      { first: 'Gia', last: 'Roth', email: 'gia@home.example', ...at },
    ];
    const given = [{ path: await writeExport(directory.path, 'ada.csv', rows), of: 'ada-moreau' }];
    await importOf(service.store, given, { team: 'orchard' });
    await service.settled();
    const { rows: thin } = await service.store.db
      .selectFrom('manual_tie')
      .innerJoin('profile', 'id', 'profile_id')
      .select(['id', 'document'])
      .execute()
      .then((all) => ({ rows: all.map(({ id, document }) => ({ id, ...JSON.parse(document) })) }));
    const pathsTo = async (email: string | undefined, slug?: string) => {
      const person = thin.find(
        ({ personal_emails: emails, work_email: work, social_media: accounts }) =>
          (email !== undefined && (work === email || emails?.[0] === email)) || (slug && accounts?.[0]?.slug === slug),
      );
      const answer = await graph.ask<Answer, object>(key, toPerson, { id: person?.id });
      assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
      return answer.data?.introPaths.nodes.map(({ why }) => why);
    };
    assert.deepEqual(await pathsTo('eve@home.example'), []);
    assert.deepEqual(await pathsTo('gia@home.example'), ['Connected since 12 March 2021.']);
    assert.deepEqual(await pathsTo(undefined, 'eve-larsen-of-elsewhere'), ['Connected since 12 March 2021.']);

    // Ids change when a provider's record comes; the page stays.
    const [paths, ...more] = [await graph.ask<Answer, object>(key, atCompany, { website: 'brightwater.example' })];
    assert.deepEqual(more, []);
    assert.ok(
      !paths?.data?.introPaths.nodes.some(({ target }) => target.fullName === people.eve.profile_info.full_name),
    );
  });
});
