import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { websiteSpellings } from '../../src/contract/website.ts';
import { websiteFrom } from '../../src/reading/website.ts';

describe('the spellings of a website', () => {
  for (const website of ['example.com', 'https://www.example.com/one/two', 'example.com/café'])
    it(`have one key: ${website}`, () => {
      const keys = websiteSpellings(website).map((spelling) => websiteFrom(spelling)?.key);
      assert.ok(keys.length > 10);
      assert.deepEqual([...new Set(keys)], [websiteFrom(website)?.key]);
    });

  it('are the text itself if it is no website', () => {
    assert.deepEqual(websiteSpellings(' acme '), ['acme']);
  });
});
