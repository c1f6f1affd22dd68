/** Letters with a stroke, ligatures and the like, which Unicode does not decompose; and the apostrophe that people type. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  '\u2019': "'",
};

const undecomposed = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Marks on other scripts' letters tell words apart: й is no и with an accent, が no か. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

const ascii = /^\p{ASCII}*$/u;

/** A word in lower case without its accents: `luján` is `lujan`, `łukasz` is `lukasz`, `weiß` is `weiss`. */
export function foldAccents(word: string): string {
  if (ascii.test(word)) return word;
  return word
    .normalize('NFD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .replaceAll(undecomposed, (letter) => letters[letter] ?? letter);
}
