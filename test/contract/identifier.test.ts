import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyIdentifiers, profileIdentifiers } from '../../src/contract/identifier.ts';

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
});
