import { andWords, hasOr, orWords } from '../reading/conjunctions.ts';
import { isFiller } from '../reading/fillers.ts';
import { isPlace as isKnownPlace, placeLike } from '../reading/places.ts';
import { isLanguage } from '../reading/skill-forms.ts';
import type { Span } from '../reading/spans.ts';
import { industryLike, industryNames } from '../reading/synonyms.ts';
import { titleLike } from '../reading/title.ts';
import { singular } from '../reading/title-forms.ts';
import {
  functionOf,
  isForeign,
  isPractitioner,
  isRole,
  isTitleWord,
  levelOf,
  rankOf,
  titleOf,
} from '../reading/vocabulary.ts';
import type { ProfileWhere } from '../sdk/generated/schema-types.ts';
import type { CompanyFilters } from './company-filters.ts';
import { anyCompanyFormOf, anyFormOf } from './forms.ts';
import type { LookUps } from './look-ups.ts';
import { negatedIn, without } from './negation.ts';
import type { Filters } from './people-filters.ts';

/** Before a place. */
export const isIn = /(?<!\p{L})(?:in|near|around|à|en|aus|im|a|nach)\s+$|,\s*$/iu;

/** Whether a word that nobody has is asked for as a place: after a comma only with a capital. */
const isPlaced = ({ text: word, start }: Span, text: string): boolean =>
  isIn.test(text.slice(0, start)) && (!/,\s*$/.test(text.slice(0, start)) || /^[\p{Lu}\p{Lo}]/u.test(word));

/** Maximum number of spans that are counted for each run of words. */
const maxCounted = 20;

/** Before a language. */
const isSpoken =
  /(?<!\p{L})(?:speak(?:s|ing)?|spricht|sprechen|parl(?:e|ent|ant)|hablan?)\s+(?:\p{L}+\s+(?:and|or|und|oder|et|ou|y|o)\s+)?$/iu;

/** Words between alternatives of a filter. */
export const or = new RegExp(String.raw`(?<!\p{L})(?:${orWords}|${andWords})(?!\p{L})|[,/;|+]`, 'iu');

/** Before a language that is asked for as a skill, and after the last of several skills. */
const isAfterWith = /(?<!\p{L})(?:with|mit|avec|con)\s+$/iu;
const isWithin = /(?<!\p{L})(?:with|mit|avec|con)\s(?:(?!\s(?:in|from|en|à|im|aus)\s).)*$/iu;
const isLast = /^\s*(?:$|[,;?!.)]|(?:in|at|near|bei|aus|im|à|en|chez|a)\s)/iu;

/** Only these words are between alternatives of places. */
const isJoint = new RegExp(
  String.raw`^[\s,]*(?:${orWords}|${andWords}|/|bzw\.?)\s+(?:(?:in|im|à|au|en|aux|dans|a)\s+)?(?:the\s+)?$`,
  'iu',
);

/** Before a place where people are no longer. */
const hasLeft =
  /(?<!\p{L})(?:left|quitt(?:é|ent|èrent)|verlassen haben|dejaron|abandonaron|formerly(?: est[aá]n)? (?:in|en|à|au))\s+(?:(?:the|la|le|el|l['’])\s*)?$/iu;

const isAfterJoint = new RegExp(`(?:${or.source})\\s*$`, 'iu');
const isBeforeJoint = new RegExp(`^\\s*(?:${or.source})`, 'iu');

/** Whether the words around others say that these are a skill. */
const isOfSkill = (before: string, after: string): boolean =>
  /^\s*-?(?:kenntnis|erfahrung|know-?how|expertise|skills?(?!\p{L})|experience|fähigkeit|background)/iu.test(after) ||
  /(?<!\p{L})(?:experience (?:in|with)|experienced (?:in|with)|knowledge of|proficient in|versed in|good at|strong in|who (?:can )?do(?:es)?|ahnung von|kenntnisse?n? (?:in|von)|erfahrung(?:en)? (?:in|mit|im)|versiert in|fit in|calée?s? en|expérience en|connaissances? (?:en|de)|compétences? en|maîtris\p{L}+|experiencia (?:en|con)|conocimientos? (?:de|en|sobre)|sab\p{L}{1,3} (?:de )?|sep\p{L}{1,3} (?:de )?|domin\p{L}+)\s*$/iu.test(
    before,
  );

/** Whether a word that nobody has is asked for as a skill: `COBOL developers`, but not `friendly developers`. */
const isUnknownSkill = ({ text: word, start, end }: Span, words: readonly Span[], text: string): boolean => {
  const isSpecial = /^(?=.*\p{L})(?=.*\p{Lu}.*\p{Lu})[\p{L}\d.+#/-]+$/u.test(word) || /^\p{L}+[+#]+$/u.test(word);
  const isNamed = isSpecial || (/^\p{Lu}/u.test(word) && /\p{L}/u.test(text.slice(0, start)));
  if (!isNamed) return false;
  if (isOfSkill(text.slice(0, start), text.slice(end))) return true;
  const isBeside = words.some(
    (one) => isRole(one.text) && (Math.abs(one.start - end) < 2 || Math.abs(start - one.end) < 2),
  );
  return isSpecial && (isBeside || isAfterWith.test(text.slice(0, start)));
};

interface Told {
  readonly filters: Filters;
  readonly unread: readonly string[];
}

/**
 * Converts words to filters: titles and functions by their words, others to the field with the most matches. Those of
 * excluded words must not hold.
 */
export const filtersOf = async (
  words: readonly Span[],
  spans: readonly Span[],
  text: string,
  graph: LookUps,
  trade = '',
): Promise<Told> => {
  const isNegated = negatedIn(text);
  const [wanted, unwanted] = await Promise.all([
    plainFiltersOf(
      words.filter((word) => !isNegated(word)),
      spans,
      text,
      graph,
      trade,
    ),
    plainFiltersOf(words.filter(isNegated), spans, text, graph, '', true),
  ]);
  return {
    filters: without(wanted.filters, unwanted.filters),
    unread: [...wanted.unread, ...unwanted.unread],
  };
};

const isEither = (between: string): boolean => !/[,;]/.test(between) && (between.includes('/') || hasOr(between));

/** Whether a level is that of a title beside another: `CROs or VPs of Sales`. */
const isOfTwo = ({ text: level, start, end }: Span, words: readonly Span[], text: string): boolean =>
  levelOf(level) !== undefined &&
  words.some((one) => functionOf([one.text]) && /^\s(?:(?:of|for|de|für)\s)?$/iu.test(text.slice(end, one.start))) &&
  words.some(
    (one) =>
      isRole(one.text) &&
      levelOf(one.text) === undefined &&
      isEither(text.slice(Math.min(one.end, end), Math.max(one.start, start))),
  );

const plainFiltersOf = async (
  given: readonly Span[],
  spans: readonly Span[],
  text: string,
  graph: LookUps,
  trade: string,
  isOfLevel = false,
): Promise<Told> => {
  const spelt = given.map(respelt);
  const words = spelt.map((word) => (isOfTwo(word, spelt, text) ? { ...word, text: singular(word.text) } : word));
  const filters: Partial<Record<keyof Filters, string>> = {};
  const unread: string[] = [];
  const add = (name: keyof Filters, value: string): void => {
    const isBoth = name === 'skill' && !hasOr(text);
    filters[name] = filters[name] ? `${filters[name]}${isBoth ? ' + ' : '|'}${value}` : value;
  };
  if (trade !== '') add('industry', industryNames(trade));
  // A language is a skill, not the country of its name.
  const spoken = words.filter(({ text: word, start, end }) => {
    const before = text.slice(0, start);
    const isAmongSkills =
      isAfterWith.test(before) || (isWithin.test(before) && isAfterJoint.test(before) && isLast.test(text.slice(end)));
    return isSpoken.test(before) || (isAmongSkills && isLanguage(word));
  });
  for (const { text: language } of spoken) add('skill', language);
  // `directeurs commerciaux` have a title; `directors` alone a level.
  const isTitled = ({ text: word, start, end }: Span): boolean =>
    words.some(
      (one) =>
        (isForeign(word) || isForeign(one.text)) &&
        isTitleWord(one.text) &&
        !isRole(one.text) &&
        (Math.abs(one.start - end) < 5 || Math.abs(start - one.end) < 5),
    );
  const isOfLevels = isOfLevel || /(?<!\p{L})(?:level|niveau|nivel|ebene)(?!\p{L})/iu.test(text);
  const levels = words.filter(
    (word) =>
      levelOf(word.text, isOfLevels) &&
      !/account $/i.test(text.slice(0, word.start)) &&
      !isTitled(word) &&
      !isOfTwo(word, words, text),
  );
  for (const level of new Set(levels.map((word) => levelOf(word.text, isOfLevels) ?? ''))) add('level', level);
  const others: Span[] = [];
  const joined: { readonly name: string; readonly work: string }[] = [];
  /** Titles that are read as functions. */
  const practised: string[] = [];
  for (const titled of alternativesOf(
    words.filter((word) => isOfWork(word) && !levels.includes(word)),
    text,
  )) {
    const titleWords = titled.map((word) => word.text);
    const title = titleOf(titleWords);
    const work = functionOf(titleWords);
    // Words for work, without a role, may be a skill or an industry.
    const ranks = title === undefined ? titled.flatMap((word) => rankOf(word.text) ?? []) : [];
    for (const rank of ranks) add('level', rank);
    if (ranks.length > 0 && work === undefined) continue;
    if (title === undefined && (work === undefined || isPartOfMore(titled, words))) {
      others.push(...titled);
      continue;
    }
    const name = titleWords.join(' ');
    const counts = await graph.countPeople({
      title: anyFormOf({ title: title ?? name }),
      function: anyFormOf({ function: work ?? title ?? name }),
      skill: anyFormOf({ skill: title ?? name }),
    });
    // `Six Sigma + Procurement`: beside a skill, a function may be one.
    if (title === undefined && work !== undefined && counts.skill > 0) {
      const [before, after] = [text.slice(0, titled[0]?.start), text.slice(titled.at(-1)?.end)];
      if (/\+\s*$/.test(before) || /^\s*\+/.test(after) || isOfSkill(before, after)) {
        add('skill', name);
        continue;
      }
      if (isAfterJoint.test(before) || isBeforeJoint.test(after)) {
        joined.push({ name, work });
        continue;
      }
    }
    const isWork = counts.function > 0 && (title === undefined || counts.title === 0 || isPractitioner(titleWords));
    if (work !== undefined && isWork) {
      add('function', work);
      if (title !== undefined) practised.push(title);
      if (counts.title === 0) for (const one of titled) if (rankOf(one.text)) add('level', rankOf(one.text) ?? '');
      // `Vertriebsleiter` lead the function; a `chef de produit` does not.
      if (counts.title === 0 && isLeading(title) && work !== 'Product Management')
        for (const level of ['cxo', 'vp', 'director']) add('level', level);
      // `Associates de inversión` have the title within the function.
      const role = titleOf(titled.filter((one) => isRole(one.text)).map((one) => one.text));
      const isWithin = counts.title === 0 && role !== undefined && titled.length > 1 && !isLeading(title);
      if (isWithin && !isPractitioner(titleWords)) {
        const { both } = await graph.countPeople({ both: anyFormOf({ title: role, function: work }) });
        if (both > 0) add('title', role);
      }
    } else if (title !== undefined) add('title', title);
    else others.push(...titled);
    // Nobody has the title `machine learning engineer`, but engineers have the skill.
    const before = titled
      .filter((word) => !isRole(word.text))
      .map((word) => word.text)
      .join(' ');
    const isSkill = counts.title === 0 && /\s/.test(before);
    if (isSkill && ((await graph.countPeopleOfAny([anyFormOf({ skill: before })])) ?? 0) > 0) add('skill', before);
  }
  // `CTOs or engineers` has two titles, rather than a title in a function.
  const isEitherTitle =
    filters.title !== undefined && practised.length > 0 && !practised.some((one) => one.includes(filters.title ?? ''));
  if (isEitherTitle && (hasOr(text) || /\p{L}\s*\/\s*\p{L}/u.test(text))) {
    for (const one of practised) add('title', one);
    delete filters.function;
    if (filters.level === 'cxo|vp|director') delete filters.level;
  }
  const plain = words.filter(
    (word) => (!isOfWork(word) || others.includes(word)) && !levels.includes(word) && !spoken.includes(word),
  );
  const places: { readonly field: 'place' | 'country'; readonly value: string }[] = [];
  for (const run of runsOf(plain, spans)) {
    const { found, left } = await bestOf(run, spans, personFields(graph));
    for (const { field, value } of found) {
      const isLeft = (field === 'country' || field === 'place') && hasLeft.test(text.slice(0, text.indexOf(value)));
      add(field, isLeft ? `!${value}` : value);
      if ((field === 'country' || field === 'place') && !isLeft) places.push({ field, value });
    }
    // A place without anybody is still asked for.
    const first = run.find((word) => word.text === left[0]);
    const isPlace = first !== undefined && isPlaced(first, text);
    // `Designers in Milan or Turin`, of which nobody is in Turin.
    const areKnown = alternativesLeft(run, left, text).every((one) => /^\p{Lu}/u.test(one) && isKnownPlace(one));
    if (left.length > 0 && (isPlace || areKnown))
      for (const one of alternativesLeft(run, left, text)) add('place', placeLike(one) ?? one);
    else
      for (const one of left) {
        const word = run.find((some) => some.text === one);
        const work = functionOf([one]);
        // `Verkäufer stokholm`
        const misspelt = word?.end === text.trimEnd().length && one.length > 5 ? placeLike(one) : undefined;
        if (misspelt !== undefined) add('place', misspelt);
        else if (word && isUnknownSkill(word, words, text)) add('skill', one);
        else if (work !== undefined) add('function', work);
        else unread.push(one);
      }
  }
  // `Mexico ou São Paulo` is one alternative, of a country and a town.
  const areEither = places.some(({ field, value }, at) => {
    const next = places[at + 1];
    const between = next && text.slice(text.indexOf(value) + value.length, text.indexOf(next.value));
    return next && next.field !== field && isJoint.test(between ?? '');
  });
  if (areEither) {
    filters.place = places.map(({ value }) => value).join('|');
    delete filters.country;
  }
  const isOfSkills = filters.skill !== undefined;
  for (const { name, work } of joined) add(isOfSkills ? 'skill' : 'function', isOfSkills ? name : work);
  return { filters, unread };
};

/** The words of a run that are left, those between which a text has `or` apart. */
export const alternativesLeft = (run: readonly Span[], left: readonly string[], text: string): readonly string[] => {
  const groups: Span[][] = [];
  for (const word of run.filter((one) => left.includes(one.text))) {
    const last = groups.at(-1)?.at(-1);
    if (last && !or.test(text.slice(last.end, word.start))) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => group.map((word) => word.text).join(' '));
};

/** Whether a title is that of somebody who leads. */
export const isLeading = (title = ''): boolean => /(?<!\p{L})(?:head|director|chief)(?!\p{L})/iu.test(title);

/** A word with a letter of a title wrong, as that title. */
const respelt = (word: Span): Span => ({ ...word, text: titleLike(word.text) ?? word.text });

export const isOfWork = ({ text }: Span): boolean =>
  isTitleWord(text) || levelOf(text) !== undefined || functionOf([text]) !== undefined;

/** Groups words of titles by the alternatives that a text gives; words of one title may also be joined by `and`. */
const alternativesOf = (words: readonly Span[], text: string): readonly (readonly Span[])[] => {
  const groups: Span[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    const between = last ? text.slice(last.at(-1)?.end, word.start) : '';
    const isNew =
      between.includes('+') ||
      /(?<!\p{L})(?:with|mit|avec|con)\s/iu.test(between) ||
      (or.test(between) && last?.some((one) => isRole(one.text)));
    if (last && !isNew) last.push(word);
    else groups.push([word]);
  }
  // Lines of work without a role are alternatives, too: `Vertrieb und Technik`.
  return groups.flatMap((group) => (group.some((one) => isRole(one.text)) ? [group] : linesIn(group, text)));
};

/** The words of a group without a role, apart where `or` or `and` joins two functions. */
const linesIn = (group: readonly Span[], text: string): readonly (readonly Span[])[] => {
  const lines: Span[][] = [];
  for (const word of group) {
    const last = lines.at(-1);
    const [one, other] = [functionOf(last?.map((some) => some.text) ?? []), functionOf([word.text])];
    const isOther = one !== undefined && other !== undefined && one !== other;
    const between = text.slice(last?.at(-1)?.end, word.start);
    if (last && !(isOther && (or.test(between) || /\s(?:at|bei|beim|chez)\s/iu.test(between)))) last.push(word);
    else lines.push([word]);
  }
  return lines;
};

/** Whether a word about work has a word beside it that is none, as in `Labour Law`. */
const isPartOfMore = (titled: readonly Span[], words: readonly Span[]): boolean =>
  titled.some((one) =>
    words.some((word) => !isOfWork(word) && (word.end + 1 === one.start || one.end + 1 === word.start)),
  );

/** The words that carry a meaning, in order. */
export const wordsIn = (spans: readonly Span[]): readonly Span[] =>
  spans
    .filter((span) => !/\s/.test(span.text) && !isFiller(span.text))
    .toSorted((one, other) => one.start - other.start);

/** Groups words that one span covers, together with the fillers between them. */
export const runsOf = (words: readonly Span[], spans: readonly Span[]): readonly (readonly Span[])[] => {
  const runs: Span[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    if (last && spans.some(({ start, end }) => start <= last.start && end >= word.end)) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs;
};

/** A filter that words are read as. */
interface Found<Field> {
  readonly field: Field;
  readonly value: string;
}

/** How words are read as one of several fields. */
export interface FieldSearch<Field> {
  /** Whether any record has one of the texts in any field; true if the data service refuses so many. */
  readonly isAny: (texts: readonly string[]) => Promise<boolean>;
  /** The field that a count prefers for a text. */
  readonly fieldOf: (text: string) => Promise<Found<Field> | undefined>;
}

/** The longest parts of a run that match anything, each as the field that a count prefers for it. */
export const bestOf = async <Field>(
  run: readonly Span[],
  spans: readonly Span[],
  search: FieldSearch<Field>,
  least = 1,
): Promise<{ readonly found: readonly Found<Field>[]; readonly left: readonly string[] }> => {
  const textOf = (some: readonly Span[]): string => {
    const covering = spans.find(({ start, end }) => start === some[0]?.start && end === some.at(-1)?.end);
    return covering?.text ?? some.map((word) => word.text).join(' ');
  };
  const parts = run
    .flatMap((_, less) => run.slice(0, less + 1).map((_, at) => ({ at, length: run.length - less })))
    .filter(({ length }) => length >= least)
    .slice(0, maxCounted);
  const longer = parts.filter(({ length }) => length > 1);
  const isLonger =
    longer.length > 0 && (await search.isAny(longer.map(({ at, length }) => textOf(run.slice(at, at + length)))));
  for (const { at, length } of isLonger ? parts : parts.slice(longer.length)) {
    const best = await search.fieldOf(textOf(run.slice(at, at + length)));
    if (best === undefined) continue;
    const [before, after] = [
      await bestOf(run.slice(0, at), spans, search),
      await bestOf(run.slice(at + length), spans, search),
    ];
    return { found: [...before.found, best, ...after.found], left: [...before.left, ...after.left] };
  }
  return { found: [], left: run.map(({ text }) => text) };
};

/** The field with the most matches; the first of equal ones. */
const mostOf = <Field extends string>(
  values: Readonly<Record<Field, string>>,
  counts: Readonly<Partial<Record<Field, number>>>,
) => {
  const countOf = (field: Field): number => counts[field] ?? 0;
  const fields = Object.keys(values).filter((one): one is Field => one in values);
  const [field] = fields.toSorted((one, other) => countOf(other) - countOf(one));
  return field !== undefined && countOf(field) > 0 ? { field, value: values[field] } : undefined;
};

export const personFields = (graph: LookUps): FieldSearch<keyof Filters> => ({
  isAny: async (texts) => (await graph.countPeopleOfAny(texts.flatMap(conditionsOf))) !== 0,
  fieldOf: async (text) => {
    const values = valuesOf(text);
    if ((await graph.countPeopleOfAny(conditionsOf(text))) === 0) return undefined;
    const { country, ...all } = await graph.countPeople({
      title: anyFormOf({ title: text }),
      skill: anyFormOf({ skill: text }),
      place: anyFormOf({ place: text }),
      country: anyFormOf({ country: text }),
      school: anyFormOf({ school: text }),
      industry: anyFormOf({ industry: values.industry }),
    });
    const counts = { ...all, ...(isAnySchool(text) && { school: 0 }) };
    return country > 0 ? { field: 'country', value: values.country } : mostOf(values, { ...counts, country });
  },
});

/** Whether words are in the names of many schools: `Universidad`. */
const isAnySchool = (text: string): boolean =>
  /^(?:universi\p{L}+|uni|univ|college|hochschule|fachhochschule|école|institute?|instituto|school|business school|st|san|santa|state|technical|autónoma|supérieure)\.?$/iu.test(
    text,
  );

/** What a text would be as each filter. */
const valuesOf = (text: string) => ({
  ...{ country: text, skill: text, place: text, school: text, industry: industryNames(text), title: text },
});

/** The conditions for each of them. */
const conditionsOf = (text: string): readonly ProfileWhere[] =>
  Object.entries(valuesOf(text)).map(([field, value]) => anyFormOf({ [field]: value }));

/** Whether records have a text as the value of any filter or as a function. */
export const isOnRecord = async (text: string, graph: LookUps): Promise<boolean> =>
  (await graph.countPeopleOfAny([...conditionsOf(text), anyFormOf({ function: text })])) !== 0;

const companyValuesOf = (text: string) => ({ industry: industryNames(text), place: text, technology: text });

export const companyFields = (graph: LookUps): FieldSearch<keyof CompanyFilters> => ({
  isAny: async (texts) => {
    const conditions = texts.flatMap((text) =>
      Object.entries(companyValuesOf(text)).map(([field, value]) => anyCompanyFormOf({ [field]: value })),
    );
    // A kind of industry may be a compound.
    return (
      texts.some((text) => industryLike(text) !== undefined) || (await graph.countCompaniesOfAny(conditions)) !== 0
    );
  },
  fieldOf: async (text) => {
    const values = companyValuesOf(text);
    const counts = await graph.countCompanies({
      industry: anyCompanyFormOf({ industry: values.industry }),
      place: anyCompanyFormOf({ place: text }),
      technology: anyCompanyFormOf({ technology: text }),
    });
    const like = Object.values(counts).some((count) => count > 0) ? undefined : industryLike(text);
    return like ? { field: 'industry', value: like } : mostOf(values, counts);
  },
});
