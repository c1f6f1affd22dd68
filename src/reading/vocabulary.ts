import { wordsOf } from './names.ts';
import { compound, englishOf, heads, roleOf } from './title.ts';

/** The functions in records, by the English words for them. */
const functions: readonly (readonly [name: string, words: readonly string[]])[] = Object.entries({
  'Data Science': 'data analytics',
  'Product Management': 'product',
  Engineering: 'engineering engineer develop programm software hardware devops it tech coder',
  Sales: 'sales salesperson salespeople seller',
  Legal: 'legal lawyer attorney counsel law rechts',
  Finance: 'financ account controller treasurer auditor',
  Marketing: 'marketing marketer',
  'Human Resources': 'human recursos ressources risorse hr people personnel recruit talent',
  Design: 'design ux ui',
  Research: 'research',
  Operations: 'operation ops logistics procurement purchasing buyer',
  Investment: 'invest venture vc',
  'Customer Success': 'customer support',
}).map(([name, words]) => [name, words.split(' ')] as const);

/** The levels in records, by words for many who have it. */
const levels = heads(`cxo c-level c-levels clevel c-suite exec execs executives
vp vps
director directors
intern interns trainees`);

/** Whether a title is written in a language other than English. */
export const isForeign = (text: string): boolean => {
  const [word = ''] = wordsOf(text);
  const [english = word] = englishOf(word);
  return !word.startsWith(english);
};

/** Whether all words may be parts of a title. */
export const isTitleWord = (text: string): boolean => wordsOf(text).every((word) => englishOf(word).length > 0);

/** Builds an English title without plurals from words; undefined if none of them is a role. */
export const titleOf = (texts: readonly string[]): string | undefined => {
  const words = texts.flatMap(wordsOf);
  if (!words.some((word) => roleOf(word) !== undefined || compound(word).length > 0)) return undefined;
  return texts
    .filter((text) => !/^(?:of|de|du|des|da|do|di|and|&)$/i.test(text))
    .map((text) => {
      const [word = ''] = wordsOf(text);
      const english = englishOf(word);
      return english.length === 0 || english.join() === word ? text : english.join(' ');
    })
    .join(' ');
};

/** The function of people with a title, or in a line of work. */
export const functionOf = (texts: readonly string[]): string | undefined => {
  const words = texts.flatMap(wordsOf).flatMap((word) => [word, ...englishOf(word)].flatMap(wordsOf));
  const isOf = (known: readonly string[]): boolean =>
    known.some((one) => words.some((word) => word === one || (one.length > 4 && word.startsWith(one))));
  return functions.find(([, known]) => isOf(known))?.[0];
};

/** The level of people, by a word for all who have it, such as `VPs`. */
export const levelOf = (text: string): string | undefined => levels.get(text.toLowerCase());
