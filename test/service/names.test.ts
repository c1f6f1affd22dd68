import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CastService, openCast } from '../support/service.ts';

/** The words of the contract, where a member, a path or a value has them. */
const contractWord = /(?:xnet|fundingdb)(?:_|[A-Z])|[_."](?:xnet|fundingdb)["_]/;

describe('the service under other words', () => {
  let service: CastService;
  before(async () => {
    service = await openCast({ names: { xnet: 'acme', fundingdb: 'basefund' } });
  });
  after(() => service?.close());

  it('fetches by them, and answers in them, v2 included', async () => {
    const { status, body } = await service.post('orchard', '/v3/profiles/fetch', { acme_names: ['ada-moreau'] });
    assert.equal(status, 200);
    const text = JSON.stringify(body);
    assert.match(text, /"acme_names":\["ada-moreau"\]/);
    assert.match(text, /"acme_url":"https:\/\/xnet\.example\/in\/ada-moreau"/);
    assert.match(text, /"network":"acme"/);
    assert.doesNotMatch(text, contractWord);
    const old = await service.post('orchard', '/v2/profiles/fetch', { acmeNames: ['ada-moreau'] });
    assert.match(JSON.stringify(old.body), /"acmeNames":\["ada-moreau"\]/);
    assert.doesNotMatch(JSON.stringify(old.body), contractWord);
  });

  it('searches by them', async () => {
    const query = { term: { 'profile_info.acme_url': 'https://xnet.example/in/ada-moreau' } };
    const { body } = await service.post('orchard', '/v3/profiles/search', { query });
    assert.equal(Object(body).total_count, 1);
  });

  it('tells relationships in them', async () => {
    const { body } = await service.post('orchard', '/v3/relationships', { limit: 5 });
    const text = JSON.stringify(body);
    assert.match(text, /"connector_acme_url"/);
    assert.doesNotMatch(text, contractWord);
  });

  it('refuses the contract’s as it refuses any unknown name, and charges nothing', async () => {
    const before = await service.spent('orchard');
    const fetched = await service.post('orchard', '/v3/profiles/fetch', { xnet_names: ['ada-moreau'] });
    assert.equal(fetched.status, 400);
    assert.match(
      JSON.stringify(fetched.body),
      /xnet_names: is not a property of this request; it takes ids, acme_names/,
    );
    const query = { term: { 'profile_info.xnet_url': 'x' } };
    const searched = await service.post('orchard', '/v3/profiles/search', { query });
    assert.equal(searched.status, 400);
    assert.match(JSON.stringify(searched.body), /profile_info\.xnet_url.*profile_info\.acme_url/);
    assert.equal(await service.spent('orchard'), before);
  });

  it('is described in them', async () => {
    const { body } = await service.send('/openapi.json');
    const text = JSON.stringify(body);
    assert.match(text, /"acme_names"/);
    assert.match(text, /https:\/\/xnet\.example/);
    assert.doesNotMatch(text, contractWord);
  });
});
