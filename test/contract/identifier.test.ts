import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  companyIdentifiers,
  isUuid,
  profileIdentifiers,
  slugKey,
  slugOfUrl,
  slugsIn,
  trimmed,
} from '../../src/contract/identifier.ts';

const seed = Number(process.env.KITH_TEST_SEED ?? Date.now());
const page = { profile: 'in', company: 'company' } as const;

/** Texts that a slug can be: whatever they hold, they have nothing around them. */
const slug = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => trimmed(text.toWellFormed().replaceAll('\0', '')))
  .filter((text) => text !== '' && !/\/(in|company)\//i.test(`/${text}/`));
const padding = fc
  .array(fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u200b', '\u200d', '\u2060', '\ufeff', '\u202e'), { maxLength: 3 })
  .map((characters) => characters.join(''));
const ending = fc.constantFrom('', '/', '//', '/?trk=1', '?a=/company/b', '#top', '/detail/');
const kind = fc.constantFrom('profile' as const, 'company' as const);

describe(`slugs and URLs (seed ${seed})`, () => {
  it('mean the same slug whatever stands around them', () => {
    fc.assert(
      fc.property(slug, kind, padding, padding, ending, (name, of, before, after, end) => {
        const url = `${before}https://www.xnet.example/${page[of]}/${encodeURIComponent(name)}${end}${after}`;
        assert.equal(slugOfUrl(url, of), name);
        assert.deepEqual(slugsIn(url, of), [name]);
        assert.equal(slugsIn(`${before}${name}${after}`, of)[0], name);
        assert.equal(slugsIn(`${name}//${after}`, of)[0], name);
      }),
      { seed },
    );
  });

  it('name no record of the other kind', () => {
    fc.assert(
      fc.property(slug, kind, (name, of) => {
        const other = of === 'profile' ? 'company' : 'profile';
        const url = `https://xnet.example/${page[other].toUpperCase()}/${encodeURIComponent(name)}`;
        assert.equal(slugOfUrl(url, of), undefined);
        assert.deepEqual(slugsIn(url, of), []);
      }),
      { seed },
    );
  });

  it('are meant as they are before they are meant decoded', () => {
    fc.assert(
      fc.property(slug, (name) => {
        assert.equal(slugsIn(name, 'profile')[0], name);
        assert.ok(slugsIn(encodeURIComponent(name), 'profile').includes(name));
      }),
      { seed },
    );
    assert.deepEqual(slugsIn('a%2541', 'profile'), ['a%2541', 'a%41']);
    assert.deepEqual(slugsIn('100%', 'profile'), ['100%']);
  });

  it('take no more time for blanks in the middle', () => {
    const long = `x${' '.repeat(500_000)}y`;
    assert.equal(trimmed(long), long);
  });
});

describe('names of records', () => {
  it('keep every digit of a number, and have one spelling', () => {
    const account = (id: unknown) => ({ network: 'xnet', id });
    const social_media = [account('9007199254740993'), account('007'), account('-1'), account('1e3'), account(4711)];
    // What an upstream sends is of any type.
    const { xnet_ids } = profileIdentifiers(JSON.parse(JSON.stringify({ profile_info: { social_media } })));
    assert.deepEqual(xnet_ids, ['9007199254740993', '7', '4711']);
  });

  it('are read as far as they can be from members of any type', () => {
    const nothing = { xnet_names: [], xnet_ids: [], xnet_entity_ids: [] };
    for (const odd of [undefined, null, 5, true, 'text', {}, [[]], [5], [null]]) {
      const profile = { profile_info: { social_media: odd, xnet_url: odd } };
      assert.deepEqual(profileIdentifiers(JSON.parse(JSON.stringify(profile))), nothing);
      const company = { company_info: { social_media: odd, xnet_slugs: odd === 'text' ? [] : odd } };
      assert.deepEqual(companyIdentifiers(JSON.parse(JSON.stringify(company))), nothing);
      const info = { profile_info: odd, company_info: odd };
      assert.deepEqual(profileIdentifiers(JSON.parse(JSON.stringify(info))), nothing);
      const mixed = { profile_info: { social_media: [odd, { network: 'xnet', slug: odd, id: odd, entity_id: 'E1' }] } };
      assert.deepEqual(profileIdentifiers(JSON.parse(JSON.stringify(mixed))).xnet_entity_ids, ['E1']);
    }
  });

  it('are one slug if they differ in capitals or composition', () => {
    assert.equal(slugKey('CHLOE\u0301'), slugKey('chloé'));
  });

  it('take a uuid in any case and no other form', () => {
    const id = '9e396919-bd21-5a3e-8b17-b812c61e055e';
    for (const good of [id, id.toUpperCase()]) assert.ok(isUuid(good));
    for (const bad of [
      `{${id}}`,
      `{${id}`,
      `${id}}`,
      ` ${id}`,
      id.replaceAll('-', ''),
      `urn:uuid:${id}`,
      '',
      `${id}\n`,
    ])
      assert.ok(!isUuid(bad), bad);
  });
});
