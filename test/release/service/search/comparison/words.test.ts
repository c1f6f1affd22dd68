import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { wordsOf } from '../../../../../src/store/index/words.ts';
import { noOpenSearch, openSearchNode } from '../../../../support/opensearch/node.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_122);

/** Two of each kind that word boundaries know, and signs that are words by themselves. */
const characters = [
  ...'aÉß1_\'".,:; -#*',
  ...['e\u0301', 'İ', 'Σ', 'ª', 'Ⅷ', 'Ａ', '１', '．', '’', '·', '‧', '׳', '״', 'ب', 'ـ', '२', 'क', 'ஃ'],
  ...['カ', 'ー', 'ｶ', 'あ', '北', '々', '〼', '한', 'ᄒ', '㋐', '㏀', '℃', '゠', '〜', '¹', '½', '①', 'Ⓐ', '©'],
  ...['★', '🚀', '👨', '🇩🇪', '❤\ufe0f', '\u200b', '\u202f'],
];

/** What is kept: scripts without spaces, one encoding of a letter, letters newer than Unicode 12 and 〆. */
function isKept(text: string, theirs: readonly string[]): boolean {
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(text)) return true;
  if (/[\p{Script=Tai_Tham}\p{Script=Tai_Viet}\p{Script=New_Tai_Lue}\p{Script=Ahom}]/u.test(text)) return true;
  return text.normalize('NFC') !== text || (theirs.length === 0 && /[\p{L}\p{N}\p{Script=Han}]/u.test(text));
}

describe('the words of a text, beside OpenSearch’s standard analyzer', { skip: noOpenSearch, timeout: 240_000 }, () => {
  const stack = new AsyncDisposableStack();
  let url: string;
  before(async () => {
    ({ url } = stack.use(await openSearchNode()));
  });
  after(() => stack.disposeAsync());

  /** The analyzer's words of each text; the offsets say which text a word is of. */
  async function analyzed(texts: readonly string[]): Promise<readonly (readonly string[])[]> {
    const answer = await fetch(`${url}/_analyze`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ analyzer: 'standard', text: texts }),
    });
    const { tokens } = await answer.json();
    const words = texts.map((): string[] => []);
    let [text, end] = [-1, -1];
    for (const { token, start_offset } of tokens) {
      while (start_offset > end) end += (texts[++text]?.length ?? 0) + 1;
      words[text]?.push(token.normalize('NFC'));
    }
    return words;
  }

  async function differing(texts: readonly string[], kept = isKept): Promise<readonly string[]> {
    const found: string[] = [];
    for (let start = 0; start < texts.length; start += 4000) {
      const some = texts.slice(start, start + 4000);
      const theirs = await analyzed(some);
      for (const [n, text] of some.entries()) {
        const [ours, others] = [wordsOf(text), theirs[n] ?? []];
        if (ours.join('\n') !== others.join('\n') && !kept(text, others))
          found.push(`${JSON.stringify(text)}: ${JSON.stringify({ ours, theirs: others })}`);
      }
    }
    return found;
  }

  it('are the same for every character alone [words.same-every-character]', async () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const assigned = all.filter((character) => !/[\p{Cn}\p{Co}\p{Cs}]/u.test(character));
    assert.ok(assigned.length > 100_000);
    assert.deepEqual(await differing(assigned), []);
  });

  it('are the same for characters side by side [words.same-characters-side]', async (t) => {
    t.diagnostic(`seed ${seed}; KITH_PROPERTY_SEED changes it`);
    const text = fc.array(fc.constantFrom(...characters), { minLength: 2, maxLength: 6 }).map((some) => some.join(''));
    const none = () => false;
    assert.deepEqual(await differing(fc.sample(text, { seed, numRuns: 40_000 }), none), []);
  });
});
