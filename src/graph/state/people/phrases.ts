import { foldAccents } from '../../../reading/fold-accents.ts';

/** Maximum words of a name that are compared. */
const maxWords = 8;

/** The words of a text without case, accents and punctuation: `Ada.Moreau@…` begins with `ada`, `moreau`. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => (word === '' ? [] : [foldAccents(word.toLowerCase())]));

/**
 * Normalizes a name for comparison: slug, e-mail address and name with the same words are equal. Empty without words.
 */
export const phraseOf = (name: string): string => wordsOf(name).slice(0, maxWords).join(' ');

/** Separates words in camel case, as in `AdaMoreauMaps`. */
const apart = (text: string): string => text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');

/** All sequences of up to `most` words in a text, which may be names. */
export function* phrasesIn(text: string, most = maxWords): Iterable<string> {
  const separate = apart(text);
  yield* phrasesOf(wordsOf(text), most);
  if (separate !== text) yield* phrasesOf(wordsOf(separate), most);
}

function* phrasesOf(words: readonly string[], most: number): Iterable<string> {
  for (let from = 0; from < words.length; from += 1)
    for (let until = from + 1; until <= Math.min(words.length, from + most); until += 1)
      yield words.slice(from, until).join(' ');
}
