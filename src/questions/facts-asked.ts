import { reworded } from '../reading/careers.ts';
import { companySearchIn } from '../reading/company-search.ts';
import { andWords, orWords } from '../reading/conjunctions.ts';
import { isDegree } from '../reading/degree-forms.ts';
import { blankedAt, factsIn } from '../reading/facts.ts';
import type { Row } from '../reading/row.ts';
import { type Span, spansOf } from '../reading/spans.ts';
import { isTitleWord, withLevels } from '../reading/vocabulary.ts';
import { anyFormOf } from './forms.ts';
import type { LookUps } from './look-ups.ts';
import { negatedIn } from './negation.ts';
import type { Filters } from './people-filters.ts';

/** A question, apart from the facts that it tells in idioms. */
export interface Question {
  readonly row: Row;
  /** The text without those facts. */
  readonly text: string;
  /** The facts, as filters. */
  readonly facts: Filters;
  readonly spans: readonly Span[];
}

/** The hyphen in `ex-Lumora` and `Lumora-Mitarbeiter`. */
const ofCompound =
  /(?<=(?<!\p{L})ex)-(?=\p{L})|(?<=\p{L})-(?=(?:mitarbeiter|leute|team|kontakt|gründer|chef|kolleg|alumni|people|c[a-z]o(?!\p{L}))\p{Ll}*)/giu;

/** Reads the facts that a question tells in idioms, such as `between jobs`. */
export const questionIn = async (row: Row, graph: LookUps): Promise<Question> => {
  const text = reworded(withLevels(row.text)).replaceAll(ofCompound, ' ');
  const isOfFirms = companySearchIn(text)?.isForCompanies === true;
  const facts = factsIn(text).filter(({ filter }) => filter !== 'level' || !isOfFirms);
  const tags = [...new Set(facts.flatMap(({ filter, value }) => (filter === 'tag' ? [value] : [])))];
  const counts =
    tags.length > 0 ? await graph.countPeople(Object.fromEntries(tags.map((tag) => [tag, anyFormOf({ tag })]))) : {};
  // The words of a tag that nobody has may mean something else.
  const told = facts.filter(({ filter, value }) => filter !== 'tag' || (counts[value] ?? 0) > 0);
  const isNegated = negatedIn(text);
  const filters: Partial<Record<keyof Filters, string>> = {};
  for (const { filter, value, ...span } of told) {
    if (!isNegated(span)) filters[filter] = filters[filter] ? `${filters[filter]}|${value}` : value;
    else if (filter === 'tag') filters.tag = `${filters.tag ? `${filters.tag}|` : ''}!${value}`;
  }
  const rest = blankedAt(text, told);
  return { row, text: rest, facts: filters, spans: spansOf(rest) };
};

/** The longest span that is a tag of records, such as `serial founders`. */
export const taggedIn = async ({ spans, facts }: Question, graph: LookUps): Promise<Span | undefined> => {
  const some = spans.filter(
    ({ text, kind }) => kind === undefined && /^\S+(?: \S+){0,2}$/.test(text) && !isTitleWord(text),
  );
  if (facts.tag !== undefined || some.length === 0) return undefined;
  const whereOf = ({ text }: Span) => anyFormOf({ tag: text });
  // A data service may not index tags.
  if (((await graph.countPeopleOfAny(some.map(whereOf))) ?? 0) === 0) return undefined;
  const counts = await graph.countPeople(Object.fromEntries(some.map((span) => [span.text, whereOf(span)])));
  return some.find(({ text }) => (counts[text] ?? 0) > 0);
};

/** Words for those who studied somewhere. */
export const studied =
  /(?<!\p{L})(?:grads?|graduat\p{L}+|studied|students?|degree|absolvent\p{L}*|studiert\p{L}*|diplôm\p{L}*|étudi\p{L}*|egresad\p{L}*|estudi\p{L}*|major(?:s|ed)?|formé\p{L}*|licenciad\p{L}*|titulad\p{L}*|doctorad\p{L}*|promov\p{L}*)(?!\p{L})/iu;

/** Whether only an `or`, a comma or a bracket is between two spans. */
const isJointOf = (one: Span, other: Span, text: string): boolean =>
  joint.test(text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)));
const joint = new RegExp(String.raw`^[\s()]*(?:[,;/]|${orWords}|${andWords})?[\s()]*$`, 'iu');

/** The longest spans that are a degree or subject that somebody has. */
export const degreesIn = async ({ spans, text }: Question, graph: LookUps): Promise<readonly Span[]> => {
  const some = spans.filter(({ text: words }) => isDegree(words, studied.test(text)));
  if ((await graph.countPeopleOfAny(some.map(({ text: words }) => anyFormOf({ degree: words })))) === 0) return [];
  const counts = await graph.countPeople(
    Object.fromEntries(some.map(({ text: words }) => [words, anyFormOf({ degree: words })])),
  );
  const known = some.filter(({ text: words }) => (counts[words] ?? 0) > 0);
  // `Economics graduates in finance` have studied what is nearest to that word.
  const [study] = [...text.matchAll(new RegExp(studied.source, 'giu'))];
  const distanceOf = ({ start, end }: Span): number =>
    study ? Math.max(start - study.index - study[0].length, study.index - end, 0) : 0;
  const nearest = Math.min(...known.map(distanceOf));
  return known.filter(
    (one) =>
      isDegree(one.text, false) ||
      distanceOf(one) === nearest ||
      known.some((other) => distanceOf(other) === nearest && isJointOf(one, other, text)),
  );
};
