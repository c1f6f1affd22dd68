import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { websiteKeys, websiteSpellings } from '../../src/contract/website.ts';

describe('websiteKeys', () => {
  for (const spelling of [
    'example.com',
    'EXAMPLE.com',
    ' www.example.com ',
    'http://example.com',
    'https://www.example.com/',
    'https://example.com:8443',
    'example.com.',
    'https://example.com/?utm=1#top',
  ])
    it(`reads ${JSON.stringify(spelling)} as the host alone`, () => {
      assert.deepEqual(websiteKeys(spelling), { host: 'example.com', page: undefined });
    });

  it('keeps the first segment of a path, in lower case', () => {
    assert.deepEqual(websiteKeys('https://www.Example.com/One/two?x=1'), {
      host: 'example.com',
      page: 'example.com/one',
    });
  });

  it('reads a name in another script in its ASCII form', () => {
    assert.equal(websiteKeys('https://bücher.example')?.host, websiteKeys('xn--bcher-kva.example')?.host);
  });

  for (const text of ['', 'n/a', 'acme', '1234', '1234x', 'http://', 'two words'])
    it(`takes ${JSON.stringify(text)} for no website`, () => {
      assert.equal(websiteKeys(text), undefined);
    });

  it('has one key for each spelling that a query asks for', () => {
    for (const website of ['example.com', 'https://www.example.com/one'])
      assert.equal(new Set(websiteSpellings(website).map((one) => JSON.stringify(websiteKeys(one)))).size, 1);
  });
});
