import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { catalogues, foldedPath, teamConnectionMembers } from '../../../src/contract/catalogue.ts';
import { foldAccents } from '../../../src/reading/fold-accents.ts';
import { codeOf } from '../../../src/store/index/code.ts';
import { indexRecord } from '../../../src/store/index/index-record.ts';
import { knownBytes, tokenValue } from '../../../src/store/index/normal.ts';
import { segmentWords, wordsOf } from '../../../src/store/index/words.ts';

const paths = (['profile', 'company'] as const).flatMap((kind) => [
  ...catalogues[kind].fields.keys(),
  ...[...catalogues[kind].folded].map(foldedPath),
  ...catalogues[kind].nested,
]);

describe('a field’s code', () => {
  it('is no other field’s', () => {
    assert.equal(
      new Set([...paths, ...teamConnectionMembers].map(codeOf)).size,
      paths.length + teamConnectionMembers.length,
    );
  });

  it('stays what it is, since stores hold it', () => {
    assert.deepEqual(['profile_info.full_name', 'company_info.name'].map(codeOf), ['0Pot', 'EATZ']);
  });
});

describe('a name’s word without its accents', () => {
  for (const [word, folded] of [
    ['luján', 'lujan'],
    ['lujan', 'lujan'],
    ['łukasz', 'lukasz'],
    ['żurawski', 'zurawski'],
    ['sørensen', 'sorensen'],
    ['đorđević', 'dordevic'],
    ['weiß', 'weiss'],
    ['æther', 'aether'],
    ['œuvre', 'oeuvre'],
    ['þór', 'thor'],
    ['nguyễn', 'nguyen'],
    ['o’neil', "o'neil"],
    ['παπαδόπουλος', 'παπαδοπουλος'],
    // Letters of their own, not accents.
    ['йод', 'йод'],
    ['が', 'が'],
    ['한글', '한글'],
    ['हिन्दी', 'हिन्दी'],
  ] as const)
    it(`is ${folded} for ${word} [tokens.words]`, () =>
      assert.equal(foldAccents(word.normalize('NFC')), folded.normalize('NFC')));

  it('is the same when it is folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of wordsOf(text)) assert.equal(foldAccents(foldAccents(word)), foldAccents(word));
      }),
    );
  });
});

describe('the words of a text', () => {
  for (const [text, words] of [
    ["O'Neil’s co-founder, C++ & node.js!", ["o'neil’s", 'co', 'founder', 'c', 'node.js']],
    ['1,000 3.14 10:30 v1.2 foo_bar _ __', ['1,000', '3.14', '10', '30', 'v1.2', 'foo_bar']],
    ['ΟΔΟΣ Straße ÅNGSTRÖM re\u0301sume\u0301', ['οδοσ', 'straße', 'ångström', 'résumé']],
    ['é __', ['é']],
    ['北京大学 東京タワー', ['北', '京', '大', '学', '東', '京', 'タワー']],
    ['ソフトウェアエンジニア カスタマー・サクセス', ['ソフトウェアエンジニア', 'カスタマー', 'サクセス']],
    ['佐々木 々々 삼성SDS a々', ['佐', '々', '木', '々々', '삼성sds', 'a々']],
    ['👍 ... 🎉🎉 👍🏽 👨\u200d👩\u200d👧', ['👍', '🎉', '🎉', '👍🏽', '👨\u200d👩\u200d👧']],
    ['🇩🇪🇫🇷 1\ufe0f\u20e3 #\ufe0f\u20e3 ★ ©2020', ['🇩🇪', '🇫🇷', '1\ufe0f\u20e3', '#\ufe0f\u20e3', '★', '©', '2020']],
    ['Ⓐ ⓑc ① ½ ㋐ ㍿ €', ['ⓐ', 'ⓑc', '㋐']],
    ['İSTANBUL Diyarbakır', ['istanbul', 'diyarbakır']],
    ['a_\u0301 북\u200d J\u030c', ['a_\u0301', '북\u200d', 'ǰ']],
  ] as const) {
    it(`are Unicode’s, in lower case: ${text}`, () => assert.deepEqual(wordsOf(text), words));
  }

  it('are those of the segmenter, for any ASCII', () => {
    const characters = fc.constantFrom(...'aZ09_\'.,:;-@ /"\n');
    const text = fc.oneof(fc.string({ unit: characters }), fc.string({ unit: 'binary-ascii' }));
    fc.assert(fc.property(text, (ascii) => assert.deepEqual(wordsOf(ascii), segmentWords(ascii.toLowerCase()))));
  });
});

describe('a value in a token', () => {
  it('stands as it is up to 200 bytes', () => {
    assert.equal(tokenValue('ä'.repeat(100)), 'ä'.repeat(100));
  });

  it('keeps 200 bytes of its beginning, to a whole character, and stays one of its kind', () => {
    const [one, other] = [`x${'👍'.repeat(60)}a`, `x${'👍'.repeat(60)}b`];
    assert.ok(tokenValue(one).startsWith(`x${'👍'.repeat(49)}\u0001`));
    assert.notEqual(tokenValue(one), tokenValue(other));
    assert.ok(Buffer.byteLength(tokenValue(one)) > knownBytes);
  });

  it('is what PostgreSQL can hold', () => {
    assert.equal(tokenValue('a\0b\u0001\ud800'), 'a\ufffdb\ufffd\ufffd');
  });
});

describe('the tokens of a record', () => {
  it('are of its fields, with words numbered through all values of a field and a gap between two', () => {
    const { tokens } = indexRecord('company', { alternative_names: ['Big Blue', null, 'big'], unknown: 'x' });
    const code = codeOf('company_info.alternative_names');
    assert.deepEqual(
      tokens.split(' ').sort(),
      [
        "'*'",
        `'${code}=Big`,
        `'${code}=big'`,
        `'${code}?'`,
        `'${code}^big`,
        `'${code}~big':1,24`,
        `'${code}~blue':2`,
        "Blue'",
        "blue'",
      ].sort(),
    );
  });

  it('are apart for each element of a nested list, by its place', () => {
    const { tokens, elements } = indexRecord('profile', { experience: [{ function: 'a' }, null, { function: 'b' }] });
    assert.equal(tokens, "'*'");
    assert.deepEqual(
      elements.map(({ path, ordinal }) => [path, ordinal]),
      [
        ['profile_info.experience', 0],
        ['profile_info.experience', 2],
      ],
    );
    assert.match(elements[1]?.tokens ?? '', /=b'/);
  });

  it('say that a value is there even where it is not of the field’s kind', () => {
    const { tokens } = indexRecord('profile', {
      updated_at: 'soon',
      hiring: 'perhaps',
      current_company_size: { min: 'x' },
    });
    assert.equal(tokens.split(' ').filter((token) => token.endsWith("?'")).length, 3);
    assert.equal(tokens.split(' ').length, 4);
  });
});
