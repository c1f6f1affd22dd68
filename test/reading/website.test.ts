import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lookupKeys, websiteFrom } from '../../src/reading/website.ts';

describe('websiteFrom', () => {
  for (const spelling of [
    'example.com',
    'EXAMPLE.com',
    ' www.example.com ',
    'http://example.com',
    '//example.com/about/..',
    'https://www.example.com/',
    'https://example.com:8443',
    'example.com.',
    'https://example.com/?utm=1#top',
    'example.com/index.html',
    'http://WWW.EXAMPLE.COM/Default.aspx?x=1',
  ])
    it(`reads ${JSON.stringify(spelling)} as the host alone [websites.one-key]`, () => {
      assert.deepEqual(websiteFrom(spelling), { host: 'example.com', path: [], key: 'example.com' });
    });

  for (const spelling of [
    'https://www.Example.com/One/caf%C3%A9/?x=1',
    '//example.com/one/café',
    'example.com:80/one//CAFÉ/index.php',
  ])
    it(`keeps the whole path of ${JSON.stringify(spelling)}`, () => {
      assert.deepEqual(websiteFrom(spelling), {
        host: 'example.com',
        path: ['one', 'café'],
        key: 'example.com/one/café',
      });
    });

  it('reads a name in another script in its ASCII form', () => {
    assert.equal(websiteFrom('https://bücher.example')?.host, websiteFrom('xn--bcher-kva.example')?.host);
  });

  for (const text of [
    '',
    'n/a',
    'acme',
    '1234',
    '1.5',
    'http://',
    'two words',
    'St. Gallen',
    'ada@example.com',
    'Inc.',
  ])
    it(`takes ${JSON.stringify(text)} for no website`, () => {
      assert.equal(websiteFrom(text), undefined);
    });
});

describe('lookupKeys', () => {
  const keysOf = (text: string) => lookupKeys(websiteFrom(text) ?? { host: '', path: [], key: '' });

  it('go from the whole path to its first segment, and not to the host', () => {
    assert.deepEqual(keysOf('example.com/a/b/c'), ['example.com/a/b/c', 'example.com/a/b', 'example.com/a']);
    assert.deepEqual(keysOf('example.com'), ['example.com']);
  });
});
