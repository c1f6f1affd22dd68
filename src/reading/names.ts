import { foldAccents } from './fold-accents.ts';

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Titles before a name, folded. */
const titles = setOf(
  'dr prof professor mr mrs ms miss mx sir dame herr frau fr hr sr sig ing mag dipl dott dra mme mlle monsieur madame sra srta dhr mevr rev hon lic mgr herrn senor senora',
);

export const isHonorific = (word: string): boolean => titles.has(word);

/** Suffixes and degrees after a name, folded, except those that are also surnames, such as *Ma*. */
const suffixes = setOf(
  `jr sr ii iii iv esq phd dphil mba emba msc bsc meng beng llm llb md jd cpa cfa cfp pmp shrm phr sphr frcs frsa msw dds rn edd mph
  csm cissp acca fca acma mpa`,
);

const russian = 'ooo ооо оао зао пао ао тоо';

/** Legal forms at the end of a firm's name, folded and without dots. */
const legalForms = setOf(
  `inc incorporated llc llp lp ltd limited plc corp corporation co company pty pvt pte gmbh mbh ggmbh ag kg kgaa ohg ug ev eg se sa
  sas sasu sarl eurl sprl srl spa snc scs bv nv vof cv ab hb as asa ans aps ehf hf dac clg oy oyj abp ou uab sia doo dd ad zrt kft nyrt bt sro ltda lda
  eireli sl slu slp sab rl kk gk bhd sdn tbk pjsc jsc oao zao pao ${russian}`,
);

/** Legal forms that some countries put first. */
const leadingForms = setOf(`pt ${russian}`);

/** Legal forms in scripts that do not separate words. */
const joinedForms =
  /(?<=\s)[sS][pP]\.?\s*z\s*o\.?\s*o\b\.?|[(（]株[)）]|㈱|株式会社|有限会社|合同会社|(?:股份)?有限公司|주식회사/g;

/** Conjunctions and articles, which do not distinguish firms. */
const joints = setOf('and und et y e och og the');

export const isJoint = (word: string): boolean => joints.has(word);

const inBrackets = /\([^()]*\)|\[[^[\]]*\]/g;
const hashtag = /(?<!\S)#[\p{L}\p{N}_]+/gu;
const nickname = /(?<=\S\s*)["“”„«»][^"“”„«»]+["“”„«»](?=\s*\S)/g;
const apostrophe = /(?<=\p{L}\p{M}*)['’ʼ`´](?=\p{L})/gu;
/** Dots within an abbreviation, as in `S.p.A.`. */
const dotWithin = /(?<=(?<![\p{L}\p{M}])\p{L}{1,3})\.(?=\p{L}{1,3}(?![\p{L}\p{M}]))/gu;

/** Dots, and the stroke in `A/S`. */
const withinForm = new RegExp(`${dotWithin.source}|(?<=\\s[Aa])/(?=[Ss]\\b)`, 'gu');

/** The words of a text without case, accents, apostrophes and invisible characters; a hyphen separates words. */
export const wordsOf = (text: string): readonly string[] => {
  const joined = withoutEntities(text)
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(apostrophe, '');
  return (joined.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).map(foldAccents);
};

/** Text that was exported out of a web page. */
const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:amp|#0*38);/gi, '&').replaceAll(/&(?:apos|rsquo|#0*39|#x0*27);/gi, '’')
    : text;

/** A degree with dots within it, such as `Ph.D.`; initials such as `J.R.` are none. */
const withoutDottedDegrees = (text: string): string =>
  text.replaceAll(/(?<=\s)\p{L}{1,2}(?:\.\p{L}{1,2})+\.?(?=[\s,]|$)/gu, (word) => {
    const letters = word.replaceAll('.', '').toLowerCase();
    return suffixes.has(letters) && letters !== 'jr' && letters !== 'sr' ? '' : word;
  });

/** Unlisted degrees such as `CAIA`: in capitals, in a name that is not. */
const isAbbreviations = (part: string, name: string): boolean =>
  /^[\s.]*(?:[\p{Lu}\d][\p{Lu}\d.®-]+[\s.]*)+$/u.test(part) && /\p{Ll}/u.test(name);

/**
 * The words of a person's name in their comparison form: in lower case, without accents, titles, degrees, emoji, quoted
 * nicknames and text in brackets. `Last, First` is reordered. Empty only if the text has no word.
 *
 * @example
 * nameWords('Dr. Priya Ragunathan, MBA 🚀'); // ['priya', 'ragunathan']
 * nameWords('TORRES, Mei-Ling'); // ['mei', 'ling', 'torres']
 * nameWords('Robert “Bob” Downing, Jr.'); // ['robert', 'downing']
 * nameWords('J.R. O’Brien'); // ['j', 'r', 'obrien']
 */
export function nameWords(text: string): readonly string[] {
  const bare = withoutDottedDegrees(
    text.replaceAll(inBrackets, ' ').replaceAll(hashtag, ' ').replaceAll(nickname, ' '),
  );
  const [first = '', ...rest] = bare.split(',');
  const family = wordsOf(first);
  const given = rest
    .filter((part) => family.length < 2 || !isAbbreviations(part, first))
    .flatMap(wordsOf)
    .filter((word) => !suffixes.has(word) && !titles.has(word));
  let [start, end] = [0, family.length];
  while (start < end - 1 && titles.has(family[start] ?? '')) start += 1;
  while (end > start + 1 && suffixes.has(family[end - 1] ?? '')) end -= 1;
  const words = [...given, ...family.slice(start, end)];
  return words.length > 0 ? words : wordsOf(text);
}

/**
 * The words of a firm's name in their comparison form: in lower case, without accents, legal forms, *the*, *and* and
 * text in brackets. Empty only if the text has no word.
 *
 * @example
 * firmWords('Kestrel Robotics, Inc.'); // ['kestrel', 'robotics']
 * firmWords('Müller & Söhne GmbH & Co. KG'); // ['muller', 'sohne']
 * firmWords('The Brightwater Bank p.l.c.'); // ['brightwater', 'bank']
 */
export const firmWords = (text: string): readonly string[] => withoutForms(text, 3);

/** The words of a firm's name without those that do not distinguish it. */
const withoutJoints = (text: string): readonly string[] => wordsOf(text).filter((word) => !joints.has(word));

/** @param maxWords from how many single letters a form is put together, as in `S. L.`, which may also be initials */
function withoutForms(text: string, maxWords: number): readonly string[] {
  const bare = text.replaceAll(joinedForms, ' ').replaceAll(inBrackets, ' ').replaceAll(withinForm, '');
  const words = withoutJoints(bare);
  let [start, end] = [0, words.length];
  for (let size = 1; size <= maxWords; size += 1) {
    const last = words.slice(end - size, end);
    if (end > size && last.every((word) => size === 1 || word.length === 1) && legalForms.has(last.join(''))) {
      end -= size;
      size = 0;
    }
  }
  while (start < end - 1 && leadingForms.has(words[start] ?? '')) start += 1;
  return end > start ? words.slice(start, end) : wordsOf(text);
}

/** Whether a name has a legal form, and so is not a person's. */
export const hasLegalForm = (text: string): boolean => {
  const bare = text.replaceAll(inBrackets, ' ');
  return (
    bare.search(joinedForms) >= 0 ||
    (/[\s,.]/.test(bare.trim()) && withoutForms(bare, 1).length < withoutJoints(bare.replaceAll(withinForm, '')).length)
  );
};

/** Words between a person and a firm that also occur within names. */
const between =
  /\s+(?:of|from|with|at|von|vom|bei|de chez|chez|de|del|da|do|di|presso|van|bij)\s+(?=[\p{Lu}\p{Lo}\p{N}])/gu;

/**
 * How a name may be read as a person's with an employer's, the longest name first: `Frau Yating Guo von Tan Capital` and
 * `Ana Torres de Lumora` look like names with a particle.
 */
export const employersWithin = (text: string): readonly { readonly name: string; readonly company: string }[] =>
  [...text.matchAll(between)].toReversed().flatMap(({ 0: word, index }) => {
    const [name, company] = [text.slice(0, index).trim(), text.slice(index + word.length).trim()];
    return nameWords(name).length > 1 && company !== '' ? [{ name, company }] : [];
  });

/** Whether a part after a name and a comma is a degree or suffix. */
export const isSuffix = (name: string, part: string): boolean => {
  const words = wordsOf(withoutDottedDegrees(` ${part}`));
  return words.every((word) => suffixes.has(word)) || isAbbreviations(part, name);
};

/**
 * A person's name with the employer's, folded: equal for two people who are likely the same. Undefined without both.
 *
 * @example
 * employmentKey('Torres, Mei-Ling', 'Kestrel Robotics Inc.'); // 'ling mei torres at kestrel robotics'
 */
export const employmentKey = (
  name: string | null | undefined,
  company: string | null | undefined,
): string | undefined => {
  const [person, firm] = [nameWords(name ?? '').toSorted(), firmWords(company ?? '')];
  return person.length > 0 && firm.length > 0 ? `${person.join(' ')} at ${firm.join(' ')}` : undefined;
};
