import { asksForPeople } from '../reading/company-search.ts';
import { read } from '../reading/read.ts';
import type { Row } from '../reading/row.ts';
import { companiesMeaning, isOfUse, isOfWorkWith } from './companies-asked.ts';
import { atEmployer } from './employer-asked.ts';
import { exactMeaning, isExact } from './exact.ts';
import { type Question, questionIn } from './facts-asked.ts';
import { type Asked, filtersAsked } from './filters-asked.ts';
import { wordsIn } from './filters-of.ts';
import type { LookUps } from './look-ups.ts';
import { type Meaning, nothing, peopleBy, several } from './meaning.ts';
import { choicesOf, firmChoices, recordMeaning } from './named.ts';
import { toPeople } from './people-asked.ts';
import { say } from './sentences.ts';
import {
  firmsListed,
  type Names,
  namesAsked,
  peopleListed,
  personAsked,
  type Setting,
  settingOf,
} from './who-asked.ts';

/**
 * Resolves a question or phrase from the meanings of its parts: addresses, then names, then firms and places, then filters.
 * Each stage returns a meaning if it decides, and otherwise what the next ones need.
 */
export const questionMeaning = async (row: Row, graph: LookUps): Promise<Meaning> => {
  const question = await questionIn(row, graph);
  const exact = (await exactIn(question, graph)) ?? withoutWords(question);
  if (exact) return exact;
  const names = await namesAsked(question, graph);
  const people = peopleListed(names);
  if (people) return people;
  const setting = await settingOf(question, names, graph);
  const named = firmsListed(question, setting) ?? (await personAsked(question, names, setting, graph));
  if (named) return named;
  const firms = await firmsAsked(question, setting, graph);
  if (firms) return firms;
  const asked = await filtersAsked(question, setting, graph);
  return (
    (await atEmployer(question, setting, asked, graph)) ??
    (await ofTrade(setting, asked, graph)) ??
    (await byFilters(question, asked, graph)) ??
    unclear(question, names, setting, graph)
  );
};

/** The record of an id, link or address within a question. */
const exactIn = async ({ spans }: Question, graph: LookUps): Promise<Meaning | undefined> => {
  const exact = spans.find(({ kind }) => kind !== undefined);
  const [row] = exact ? read(exact.text).rows : [];
  return row && isExact(row) ? exactMeaning(row, graph) : undefined;
};

/** What a question without any word but facts and fillers asks for. */
const withoutWords = ({ spans, facts }: Question): Meaning | undefined => {
  if (wordsIn(spans).length > 0) return undefined;
  return Object.keys(facts).length > 0 ? peopleBy(facts) : nothing(say.nothing);
};

/** The companies that a question asks for in words. `Entscheider in Krankenhäusern` are people. */
const firmsAsked = async ({ facts }: Question, { search, firm, career }: Setting, graph: LookUps) => {
  const isOfPeople = [career.level, career.was, facts.open, facts.tag].some((one) => one !== undefined);
  return search?.isForCompanies && !firm?.isSure && !isOfPeople ? companiesMeaning(search, graph) : undefined;
};

/** `Constructoras en Madrid`, `cleantech in Norway` and `who uses Snowplow` ask for companies, though they name none. */
const ofTrade = async ({ text, firm }: Setting, { filters, unread }: Asked, graph: LookUps) => {
  const isUse = isOfUse.test(text) && asksForPeople(text);
  const isOfTrade = filters.industry !== undefined;
  const isRunning = isOfTrade && (isOfUse.test(text) || isOfWorkWith.test(text));
  const isOnlyTrade = Object.keys(filters).every(
    (one) => /^(?:place|country|industry|size)$/.test(one) || ((isUse || isRunning) && one === 'skill'),
  );
  const isFirms = isUse || (isOfTrade ? isRunning || !asksForPeople(text) : unread.length > 0);
  if (!isOnlyTrade || !isFirms || firm?.isSure) return undefined;
  const firms = await companiesMeaning({ isForCompanies: true, rest: text }, graph);
  const { industry, technology } = firms.filters ?? {};
  return firms.unread === '' && (isUse || isRunning ? technology : industry) !== undefined ? firms : undefined;
};

/** The people to whom the filters of a question apply; everybody at a place is no answer to `boulangers à Lyon`. */
const byFilters = async ({ row }: Question, { filters, unread, words }: Asked, graph: LookUps) => {
  const names = Object.keys(filters);
  if (unread.length > 0 && names.every((one) => one === 'place' || one === 'country'))
    return nothing(names.length > 0 ? say.unread(unread.join(' ')) : say.nobody(row.text.trim()));
  return names.length > 0 ? toPeople(filters, unread, words, graph) : undefined;
};

/** The choice between people or firms that a question may name; a single name may be that of a person. */
const unclear = async ({ row }: Question, { people: [unsure] }: Names, { firm, words }: Setting, graph: LookUps) => {
  if (unsure?.person) return several(choicesOf(unsure.person.candidates));
  if (firm?.company) return several(firmChoices(firm.company));
  const [only, ...more] = words;
  const called = only && more.length === 0 ? await recordMeaning(only.text, graph) : undefined;
  return called ?? nothing(say.nobody(row.text.trim()));
};
