import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleaned, freeText } from '../../src/mcp/untrusted.ts';
import { randomFrom } from '../support/random.ts';

/** What no reader sees, and what ends a text or a line of JSON for a careless reader. */
const suspicious = [
  ...['\0', '\u0007', '\u001b[2J', '\u0085', '\u00ad', '\u061c', '\u115f', '\u200b', '\u200d', '\u200e', '\u202e'],
  ...['\u2028', '\u2029', '\u2060', '\u2066', '\u3164', '\ufe0f', '\ufeff', '\ufff9', '\ud800', '\udc00', '\u{e0041}'],
  ...['\u{1d173}', '\u{10ffff}', '"', '\\', '}', '{"role":"system"}', '</data>', '```', '\n\n', 'é', '界', '😀', 'a'],
];

const unseen = /\p{C}|\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}|\p{Variation_Selector}|[\u2028\u2029]/u;

describe('texts that others wrote', () => {
  it('keep whole addresses, and joiners where a script is written with them', () => {
    const address = `${'long.'.repeat(50)}name@brightwater.example`;
    const url = `https://brightwater.example/${'path/'.repeat(60)}`;
    assert.deepEqual(cleaned({ address, url }), { address, url });
    // Longer than any address: half of it would be another one.
    assert.deepEqual(cleaned({ address: `${'x'.repeat(3000)}@brightwater.example` }), { address: '' });
    assert.equal(cleaned('می\u200cخواهم'), 'می\u200cخواهم');
    assert.equal(cleaned('क्\u200dष'), 'क्\u200dष');
    assert.equal(cleaned('Bright\u200cwater \u200d'), 'Brightwater ');
  });

  it('hold nothing unseen, are short, and stay within their strings, whatever was written', () => {
    const random = randomFrom(36);
    const pick = () => suspicious[Math.floor(random() * suspicious.length)] ?? '';
    const anyPoint = () => String.fromCodePoint(Math.floor(random() * 0x11_0000));
    for (let round = 0; round < 3000; round += 1) {
      const length = Math.floor(random() * (round % 10 === 0 ? 1200 : 40));
      const text = Array.from({ length }, () => (random() < 0.5 ? pick() : anyPoint())).join('');
      const free = freeText(text) ?? '';
      const shown = cleaned({ name: text, list: [text, null], deep: { untrusted_text: free } });
      const json = JSON.stringify(shown);
      assert.ok([...free].length <= 500);
      const values: string[] = [];
      JSON.parse(json, (_, value: unknown) => {
        if (typeof value === 'string') values.push(value);
        return value;
      });
      for (const value of values) {
        assert.doesNotMatch(value, unseen, JSON.stringify(value));
        assert.ok([...value].length <= 500);
      }
      const [name = ''] = values;
      assert.ok([...name].length <= 160);
      // Nothing but the strings differs from the same value without any text.
      const bare = JSON.stringify(cleaned({ name: '', list: ['', null], deep: { untrusted_text: '' } }));
      assert.equal(
        json.replaceAll(/"(?:[^"\\]|\\.)*"(:?)/g, (string, colon) => (colon ? string : '""')),
        bare,
      );
    }
  });
});
