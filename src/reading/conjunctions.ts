/** The words between alternatives, in four languages, as a part of a pattern. */
export const orWords = 'or|oder|ou|o|u';
/** The words between several of which all are meant. */
export const andWords = 'and|und|et|y|e|&';

const or = new RegExp(String.raw`(?<!\p{L})(?:${orWords})(?!\p{L})`, 'iu');

/** Whether a text has alternatives, by a word between them. */
export const hasOr = (text: string): boolean => or.test(text);
