import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wellFormedJson } from '../../src/contract/json.ts';
import { propertyRuns } from '../support/tier.ts';

/** Texts with halves of characters, and backslashes before what looks like an escape. */
const text = fc.array(fc.constantFrom('\ud83d', '\ude00', '\ud7ff', '\\', 'u', 'd83d', '"', 'é', 'a', '\n'), {
  maxLength: 8,
});

describe('a JSON text without halves of surrogate pairs', () => {
  it('has what it had, with U+FFFD for each half, however its characters are escaped', () => {
    fc.assert(
      fc.property(fc.array(text.map((pieces) => pieces.join(''))), fc.boolean(), (texts, isAscii) => {
        const json = isAscii
          ? JSON.stringify(texts).replaceAll(
              /[\u0080-\uffff]/g,
              (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
            )
          : JSON.stringify(texts);
        assert.deepEqual(
          JSON.parse(wellFormedJson(json)),
          texts.map((one) => one.toWellFormed()),
        );
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});
