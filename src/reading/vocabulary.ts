import { wordsOf } from './names.ts';
import { compound, englishOf, heads, roleOf } from './title.ts';

/** The functions in records, by the English words for them. */
const functions: readonly (readonly [name: string, words: readonly string[]])[] = Object.entries({
  'Data Science': 'data analytics',
  Design: 'design ux ui',
  'Product Management': 'product',
  Engineering: 'engineering engineer develop programm software hardware devops it tech coder',
  Sales: 'sales vertriebler salesperson salespeople seller',
  Legal: 'legal lawyer attorney counsel law rechts',
  Finance: 'financ account controller treasurer auditor',
  Marketing: 'marketing marketer',
  'Human Resources': 'human recursos ressources risorse hr people personnel personaler recruit recrut reclut talent',
  Research: 'research',
  Operations: 'operation ops logistics procurement purchasing buyer',
  Investment: 'invest venture vc',
  'Customer Success': 'customer support',
}).map(([name, words]) => [name, words.split(' ')] as const);

/** The levels in records, by words for many who have it. */
const levels =
  heads(`cxo c-level c-levels clevel c-suite exec execs executives geschaftsleitung geschaftsfuhrung chefetage dirigeants directivos
vp vps svp svps evp evps avp avps vizeprasidenten vicepresidentes
director directors
intern interns trainees
founder gegrundet grundeten founded fonde fondees fondateurs fundaron fundado
board board boards aufsichtsrat aufsichtsrate beirat`);

/** Several words for a level, and one for it. */
const levelPhrases: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\p{L})(?:board (?:members?|directors?)|(?:members?|chair\w*) of the board|non-?exec(?:utive)?s? directors?|neds|conseil d.administration|consejo de administraci[oó]n|consejeros)(?!\p{L})/giu,
    'board',
  ],
  [
    /(?<!\p{L})(?:c level|c suite|leadership team|management team|executive team|top management|senior leadership|comit[eé] de direcci?t?[ió]on|equipe dirigeante|alta direcci[oó]n|(?:à |en )la direcc?t?i[oó]n|equipo directivo)(?!\p{L})/giu,
    'c-level',
  ],
  [/(?<!\p{L})(?:human resources|ressources humaines|recursos humanos|risorse umane)(?!\p{L})/giu, 'HR'],
  [/(?<!\p{L})chief of staff(?!\p{L})/giu, 'chief-of-staff'],
  // Titles have this word, too, which alone means anybody.
  [/(?<=(?<!\p{L})(?:VP|[Hh]ead|[Dd]irector|[Cc]hief|[Ll]ead|[Mm]anager)(?: of|,)? )People(?!\p{L})/gu, 'HR'],
];

/** A text in which levels are single words, such as `board` for `non-executive directors`. */
export const withLevels = (text: string): string =>
  levelPhrases.reduce((one, [pattern, level]) => one.replaceAll(pattern, level), text);

/** Whether a title is written in a language other than English. */
export const isForeign = (text: string): boolean => {
  const [word = ''] = wordsOf(text);
  const [english = word] = englishOf(word);
  return !word.startsWith(english);
};

/** Whether all words may be parts of a title. */
export const isTitleWord = (text: string): boolean => wordsOf(text).every((word) => englishOf(word).length > 0);

/** Whether a word is a complete title, or ends in one. */
export const isRole = (text: string): boolean =>
  wordsOf(text).some((word) => roleOf(word) !== undefined || compound(word).length > 0);

/** Builds an English title without plurals from words; undefined if none of them is a role. */
export const titleOf = (texts: readonly string[]): string | undefined => {
  if (!texts.some(isRole)) return undefined;
  return texts
    .filter((text) => !/^(?:of|de|du|des|da|do|di|and|&)$/i.test(text))
    .map((text) => {
      const [word = ''] = wordsOf(text);
      const english = englishOf(word);
      return english.length === 0 || english.join() === word ? text : english.join(' ');
    })
    .join(' ');
};

/** The end of a German compound, such as `Personalabteilung` or `Produktleute`. */
const ofDepartment =
  /s?(?:abteilung|ler(?:in(?:nen)?|n)?|bereich|leute|team|mitarbeiter(?:in(?:nen)?|n)?|kolleg(?:en|in(?:nen)?)|expert(?:en|in(?:nen)?)|profis?|spezialist(?:en|in(?:nen)?)|personal|menschen|krafte)$/;

/** The function of people with a title, or in a line of work. */
export const functionOf = (texts: readonly string[]): string | undefined => {
  const words = texts
    .flatMap(wordsOf)
    .flatMap((word) => [word, ...englishOf(word), ...englishOf(word.replace(ofDepartment, ''))].flatMap(wordsOf));
  const isOf = (known: readonly string[]): boolean =>
    known.some((one) =>
      words.some(
        (word) =>
          word === one || (one.length > 4 && word.startsWith(one) && (one !== 'sales' || ofDepartment.test(word))),
      ),
    );
  return functions.find(([, known]) => isOf(known))?.[0];
};

/** The level of people, by a word for all who have it, such as `VPs` or `Praktikanten`, or `isOfLevels`, one of them. */
export const levelOf = (text: string, isOfLevels = false): string | undefined => {
  const [word = ''] = wordsOf(text);
  const known = levels.get(text.toLowerCase()) ?? levels.get(word);
  return (
    known ?? (isOfLevels || roleOf(word, false) === undefined ? levels.get(`${roleOf(word) ?? word}s`) : undefined)
  );
};

/** Levels in titles, by words for people without one, such as `senior people in sales`. */
const ranks =
  heads(`senior senior seniors sr confirme confirmes confirmee confirmees experimente experimentes experimentee experimentees experimentado experimentada experimentados experimentadas erfahrene erfahrener erfahrenen erfahrenes experienced seasoned sénior séniors
entry junior entry-level juniors jr debutant debutants debutante debutantes principiante principiantes nachwuchs angehende angehender berufsanfanger graduate-level`);

export const rankOf = (text: string): string | undefined =>
  ranks.get(text.toLowerCase()) ?? ranks.get(wordsOf(text).join(' '));

/** Roles that all people of a function have, whatever their title is. */
const practitioners = new Set(
  'engineer lawyer attorney designer researcher marketer salesperson seller investor'.split(' '),
);

/** Whether words name all people of a function, such as `engineers`, rather than a title. */
export const isPractitioner = (texts: readonly string[]): boolean =>
  texts.flatMap(wordsOf).every((word) => practitioners.has(roleOf(word) ?? ''));
