import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressesIn, addressFrom } from '../../src/reading/address.ts';

describe('addressFrom', () => {
  for (const text of [
    'ada@lumora.example',
    ' Ada@Lumora.EXAMPLE ',
    '\u200bada@lumora.example\ufeff',
    'ada\u200b@lumora.example',
    'mailto:ada@lumora.example',
    'MAILTO:ada@lumora.example?subject=Hello%20@you',
    '<ada@lumora.example>',
    '<mailto:ada@lumora.example>',
    '[ada@lumora.example]',
    '"Moreau, Ada" <Ada@lumora.example>',
    '“ada@lumora.example”,',
    'ada@lumora.example.',
    'ada＠lumora.example',
    'mailto:ada%40lumora.example?cc=grace@bank.example',
    "'ada@lumora.example';",
  ])
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.equal(addressFrom(text), 'ada@lumora.example');
    });

  it('reads blanks around the @ of an address, and no word before a host', () => {
    assert.equal(addressFrom('grace.h @ bank.example'), 'grace.h@bank.example');
    assert.equal(addressFrom('CTO @ bank.example'), undefined);
  });

  it('folds an internationalized domain to its ASCII form', () => {
    assert.equal(addressFrom('ada@BÜCHER.example'), addressFrom('Ada@xn--bcher-kva.example'));
  });

  for (const text of [
    '',
    ' ',
    'Ada Moreau',
    '@ada',
    'ada@',
    'a@x.example b@x.example',
    'a@x.example, b@x.example',
    'a@@x',
  ])
    it(`takes ${JSON.stringify(text)} for no address`, () => {
      assert.equal(addressFrom(text), undefined);
    });
});

describe('addressesIn', () => {
  const both = ['a@x.example', 'b@x.example'];
  for (const text of [
    'a@x.example, b@x.example',
    'A@x.example; mailto:b@x.example; a@x.example',
    'a@x.example ::: b@x.example',
    'a@x.example / b@x.example',
    'a@x.example b@x.example',
    '"Chan, Maria" <a@x.example>, Bo <b@x.example>',
    'a@x.example\nb@x.example',
  ])
    it(`reads both in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(addressesIn(text), both);
    });
});
