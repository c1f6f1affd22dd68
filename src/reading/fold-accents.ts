/** Letters that Unicode does not decompose, such as those with a stroke and ligatures, and typographic apostrophes. */
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

/** Accents of Latin and Greek only: in other scripts, marks distinguish words, as й from и, and が from か. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

const ascii = /^\p{ASCII}*$/u;

/** Removes the accents of a lower-case word: `luján` becomes `lujan`, `łukasz` `lukasz`, `weiß` `weiss`. */
export function foldAccents(word: string): string {
  if (ascii.test(word)) return word;
  return word
    .normalize('NFD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .replaceAll(undecomposed, (letter) => letters[letter] ?? letter);
}

/** Text in lower case and without accents, in which offsets stay those of the text. */
export const foldedInPlace = (text: string): string =>
  text.replaceAll(/\p{L}\p{M}*/gu, (letter) =>
    foldAccents(letter.toLowerCase()).slice(0, letter.length).padEnd(letter.length),
  );

/** A short text for comparison: in lower case, without accents, with its words separated by a space. */
export const plain = (text: string): string =>
  foldAccents(text.toLowerCase())
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Whether two words differ in one letter, or two neighbouring ones are swapped. */
export const isOneEditFrom = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, others] = [one.slice(at), other.slice(at)];
  return (
    rest.slice(1) === others.slice(1) ||
    rest.slice(1) === others ||
    rest === others.slice(1) ||
    (rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2))
  );
};
