import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { trimmed } from '../../src/reading/padding.ts';
import { pageFrom, slugFrom, slugKey, slugOfUrl, slugsIn } from '../../src/reading/page.ts';

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

describe('pages', () => {
  it('have the slug of their URL whatever follows it, and its host', () => {
    const page = { kind: 'profile', slug: 'ada-moreau', host: 'xnet.example' };
    for (const url of [
      'https://www.xnet.example/in/ada-moreau/details/experience/',
      'xnet.example/in/ada-moreau/en',
      '//XNET.example:443/in/ada-moreau#top',
      ' http://xnet.example/in/ada-moreau?trk=/company/x',
    ])
      assert.deepEqual(pageFrom(url), page, url);
    assert.equal(pageFrom('/in/ada-moreau')?.host, undefined);
    assert.equal(pageFrom('https://de.xnet.example/company/lumora/people/')?.host, 'de.xnet.example');
    assert.equal(pageFrom('https://xnet.example/feed/'), undefined);
  });

  it('have one folded slug in every spelling', () => {
    for (const text of ['Chloe\u0301-M', 'https://xnet.example/in/Chlo%C3%A9-M/', ' CHLOÉ-M/ '])
      assert.equal(slugFrom(text, 'profile'), 'chloé-m');
    assert.equal(slugFrom('https://xnet.example/in/a', 'company'), undefined);
    assert.equal(slugFrom(' ', 'company'), undefined);
    assert.equal(slugKey('CHLOE\u0301'), slugKey('chloé'));
  });
});

describe('the host of a page', () => {
  for (const [url, host] of [
    ['https://www.xnet.example/in/ada', 'xnet.example'],
    ['HTTP://DE.XNET.Example:443/in/ada', 'de.xnet.example'],
    ['xnet.example/in/ada', 'xnet.example'],
    ['https://xnet.example@evil.example/in/ada', 'evil.example'],
    ['https://xnet.example:80@evil.example/in/ada', 'evil.example'],
    ['/in/ada', undefined],
  ] as const)
    it(`of ${url} is ${host}`, () => {
      assert.equal(pageFrom(url)?.host, host);
    });

  it('is not what is in a query', () => {
    assert.equal(pageFrom('https://evil.example/?u=https://www.xnet.example/in/ada'), undefined);
  });
});
