import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeBytes } from '../../src/reading/decode.ts';

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('decodeBytes', () => {
  const text = 'Zoë Łukasz 田中';
  for (const [name, bytes, encoding, isMarked] of [
    ['UTF-8', Buffer.from(text), 'utf-8', false],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8', true],
    ['UTF-16, little end first', utf16(text, false), 'utf-16le', true],
    ['UTF-16, big end first', utf16(text, true), 'utf-16be', true],
  ] as const)
    it(`reads ${name}`, () => {
      assert.deepEqual(decodeBytes(bytes), { text, encoding, isMarked });
    });

  it('reads what is not UTF-8 as Windows-1252, in which every byte is a character', () => {
    const { text: read, encoding } = decodeBytes(Buffer.from([0x5a, 0x6f, 0xeb, 0x20, 0x80]));
    assert.deepEqual([read, encoding], ['Zoë €', 'windows-1252']);
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    assert.equal(new Set(decodeBytes(all).text).size, 256);
  });

  it('keeps a second mark, which is text', () => {
    assert.equal(decodeBytes(Buffer.from('\ufeff\ufeffa')).text, '\ufeffa');
  });
});
