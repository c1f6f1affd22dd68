import { lowerCase } from './normal.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Scripts without spaces, which a segmenter splits by a dictionary: context would decide where a word ends. An ideograph has
 * with it what never stands alone. The iteration marks 々 and 〻 are no ideographs to Unicode, but letters.
 */
const ideograph =
  /((?![々〻])[\p{Script=Han}\p{Script=Hiragana}](?:[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u00ad\u200e\u200f\u2060-\u2064\ufeff]|\u200d)*)/u;

/** The same boundaries for ASCII, ten times faster; the tests hold it to the segmenter. */
const ascii = /^\p{ASCII}*$/u;
const asciiWord = /(?:[a-z0-9_]|(?<=[a-z])[.:'](?=[a-z])|(?<=[0-9])[.,;'](?=[0-9]))+/g;

/**
 * The words of a text, in order: split at Unicode's word boundaries (TR29; `O'Neil`, `node.js` and `1,000` are one
 * word each, `co-founder` is two), lower-cased, accents kept, in one normal form. An ideograph is a word by itself, as
 * TR29 has it where there is no dictionary, so that a word is the same word in every context. So is an emoji, and a flag.
 */
export function wordsOf(text: string): readonly string[] {
  if (ascii.test(text)) return (text.toLowerCase().match(asciiWord) ?? []).filter((word) => /[a-z0-9]/.test(word));
  // A letter in lower case may have a composed form that the upper one has not.
  const folded = lowerCase(text.normalize('NFC')).normalize('NFC');
  return folded.split(ideograph).flatMap((part, index) => (index % 2 === 1 ? [part] : segmentWords(part)));
}

/**
 * Letters that the segmenter has in a dictionary, where Unicode has them among all others: `삼성SDS` is one word, and so is
 * `ソフトウェアエンジニア`. Each gives way to one that is as long, and in no dictionary.
 */
const standIns = [
  [/[\uac00-\ud7a3々〻]/g, 'ɐ'],
  [/[゠-ヺー-ヿㇰ-ㇿ㋐-㋾㌀-㍗ｦ-ﾝ]/g, '〱'],
] as const;
const standIn = (text: string): string => standIns.reduce((so, [letters, other]) => so.replace(letters, other), text);

const letterOrDigit = /(?![ﾞﾟ])[\p{L}\p{Nd}\p{Nl}]/u;

/**
 * What is a word too, though the segmenter has it for punctuation: pictographs, flags, keycaps, letters in circles and
 * squares, syllables of Katakana likewise. The pictographs are those that OpenSearch 2 knows (`Extended_Pictographic` of
 * Unicode 12, and skin tones), written out: what a later Node has for one differs, and stores keep words.
 */
const sign =
  /[©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⎈⏏⏩-⏳⏸-⏺▪▫▶◀◻-◾☀-★☇-☒☔-⚅⚐-✅✈-✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣-❧➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙\u{1f000}-\u{1f0ff}\u{1f10d}-\u{1f10f}\u{1f12f}\u{1f16c}-\u{1f16f}\u{1f18e}\u{1f191}-\u{1f19a}\u{1f1ad}-\u{1f1e5}\u{1f201}-\u{1f20f}\u{1f21a}\u{1f22f}\u{1f232}-\u{1f23a}\u{1f23c}-\u{1f23f}\u{1f249}-\u{1f53d}\u{1f546}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f774}-\u{1f77f}\u{1f7d5}-\u{1f7ff}\u{1f80c}-\u{1f80f}\u{1f848}-\u{1f84f}\u{1f85a}-\u{1f85f}\u{1f888}-\u{1f88f}\u{1f8ae}-\u{1f8ff}\u{1f90c}-\u{1f93a}\u{1f93c}-\u{1f945}\u{1f947}-\u{1fffd}Ⓐ-ⓩ\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}゠㋐-㋾㌀-㍗˂-˅˒-˗˞˟˭˯-˿゛゜꜠꜡꞉꞊꭛՛՜՞׳٫]|\p{RI}{2}|^[#*]\ufe0f?\u20e3/u;

/** The words of a text by the segmenter alone. What it has for a word is not asked: to it two underscores are one. */
export const segmentWords = (text: string): readonly string[] =>
  Array.from(segmenter.segment(standIn(text))).flatMap(({ segment: { length }, index }) => {
    const word = text.slice(index, index + length);
    return letterOrDigit.test(word) || sign.test(word) ? [word] : [];
  });
