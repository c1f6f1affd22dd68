import { foldAccents } from '../../../contract/fold-accents.ts';

/** Words of a name that are looked for in a text, at most. */
const maxWords = 8;

/** The words of a text without case, accents and punctuation, in order: `Ada.Moreau@…` begins with `ada`, `moreau`. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => (word === '' ? [] : [foldAccents(word.toLowerCase())]));

/** A name as it is looked for in texts: a slug, an e-mail address and a name of the same words are one. Empty if it has none. */
export const phraseOf = (name: string): string => wordsOf(name).slice(0, maxWords).join(' ');

/** A text whose words may be written together, as in `AdaMoreauMaps`, with the words apart. */
const apart = (text: string): string => text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');

/** All phrases of a text that may be a name of so many words. */
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
