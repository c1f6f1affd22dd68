import { type Career, careerIn } from '../reading/careers.ts';
import { type CompanySearch, companySearchIn } from '../reading/company-search.ts';
import { blankedAt } from '../reading/facts.ts';
import { isFiller } from '../reading/fillers.ts';
import type { Span } from '../reading/spans.ts';
import { isTitleWord, levelOf, titleOf } from '../reading/vocabulary.ts';
import type { Question } from './facts-asked.ts';
import { isOfWork, or, runsOf, wordsIn } from './filters-of.ts';
import {
  inOrder,
  introducesFirm,
  isWithinMore,
  type Known,
  longer,
  nameOfFirm,
  namesIn,
  overlaps,
  withoutPlaces,
} from './known.ts';
import type { LookUps } from './look-ups.ts';
import { list, type Meaning } from './meaning.ts';
import { once } from './moves.ts';
import { livingMeaning, nameMeaning, namePart, recordMeaning, rowWith } from './named.ts';
import { negatedIn } from './negation.ts';

/** The people and companies whose names are in a question. */
export interface Names {
  readonly people: readonly Known[];
  readonly companies: readonly Known[];
}

/** The firms of a question, without names that are places, and the words beside them. */
export interface Setting {
  /** The text without what it says of careers. */
  readonly text: string;
  readonly career: Career;
  readonly firms: readonly Known[];
  /** The first of them, unless its name is part of another. */
  readonly firm: Known | undefined;
  readonly search: CompanySearch | undefined;
  readonly words: readonly Span[];
  /** The words beside the firm. */
  readonly rest: readonly Span[];
  /** Names beside the firm. */
  readonly names: readonly (readonly Span[])[];
}

/** A company of which one name is said after `at` or `from`, and no other begins with it, as the employer. */
const asEmployer = (known: Known, text: string): Known => {
  const [only, ...others] = known.company?.candidates ?? [];
  const isOne = !known.isSure && only !== undefined && others.length === 0;
  return isOne && introducesFirm.test(text.slice(0, known.span.start)) ? { ...known, isSure: true } : known;
};

export const namesAsked = async ({ spans, text }: Question, graph: LookUps): Promise<Names> => {
  const named = spans.filter(
    (span) =>
      !span.text.split(/\s+/).every((word) => isTitleWord(word) || isFiller(word) || levelOf(word) !== undefined),
  );
  const { people, companies } = await namesIn(named, graph);
  return { people, companies: companies.map((one) => asEmployer(one, text)) };
};

/** The people of a question whose names are not a firm's. */
const personsIn = ({ people, companies }: Names): readonly Known[] =>
  people.filter(({ span }) => !companies.some((firm) => firm.isSure && longer(firm, span)));

const listOf = (known: readonly Known[]): Meaning => list(known.map(({ span }) => span.text).join('\n'));

/** Several people of a question, as a list. */
export const peopleListed = (names: Names): Meaning | undefined => {
  const persons = personsIn(names);
  const sure = persons.filter(({ isSure }) => isSure);
  if (new Set(sure.map(({ person }) => person?.id)).size < 2 && (sure.length === 0 || persons.length < 2))
    return undefined;
  return list(
    inOrder(persons)
      .map(({ span }) => span.text.replace(/[\s\d]+$/, ''))
      .join('\n'),
  );
};

/** A text without the names of several words that are firms'. */
const withoutFirms = (text: string, firms: readonly Known[]): string =>
  blankedAt(
    text,
    firms.flatMap(({ span, isSure }) => (isSure && /\s/.test(span.text) ? [span] : [])),
  );

export const settingOf = async (question: Question, { companies }: Names, graph: LookUps): Promise<Setting> => {
  const { spans } = question;
  const career = careerIn(question.text, new Date(), companies.length > 0);
  const text = career.rest;
  const words = wordsIn(spans).filter(({ start, end }) => text.slice(start, end).trim() !== '');
  // `Tidal Clinics` asks for no clinics.
  const isSearch = companySearchIn(withoutFirms(text, companies)) !== undefined;
  const firms = await withoutPlaces(companies, text, isSearch, graph);
  const firm = (await isWithinMore(firms[0], words, spans, graph)) ? undefined : firms[0];
  const rest = firm ? words.filter(({ start, end }) => end <= firm.span.start || start >= firm.span.end) : words;
  const names = firm ? runsOf(rest, spans).filter((run) => run.length > 1 && !run.some(isOfWork)) : [];
  return { text, career, firms, firm, words, rest, names, search: companySearchIn(withoutFirms(text, firms)) };
};

/** The firms of a question that asks for nothing else, as a list. */
export const firmsListed = ({ row }: Question, { firms, words, text }: Setting): Meaning | undefined => {
  const isAll =
    firms.length > 1 && words.every((word) => firms.some(({ span, isSure }) => isSure && overlaps(span, word)));
  const isJoined = inOrder(firms).every(
    ({ span }, at, all) => at === 0 || or.test(text.slice(all[at - 1]?.span.end, span.start)),
  );
  return isAll && isJoined && !row.spans && !once.test(text) ? listOf(inOrder(firms)) : undefined;
};

/** The person whom a question names, maybe with a title, an employer or a place; undefined if it names none. */
export const personAsked = async (
  { spans }: Question,
  named: Names,
  { text, firm, words, names }: Setting,
  graph: LookUps,
): Promise<Meaning | undefined> => {
  const persons = personsIn(named);
  const whom = persons.find(({ isSure }) => isSure) ?? persons[0];
  if (whom && (!firm || !overlaps(whom.span, firm.span) || longer(whom, firm.span))) {
    const isApart = firm && !overlaps(whom.span, firm.span);
    const isNegated = negatedIn(text);
    const titled = words.filter((word) => isOfWork(word) && !overlaps(word, whom.span) && !isNegated(word));
    const title = titleOf(titled.map((word) => word.text));
    const name = rowWith({
      name: whom.span.text,
      ...(isApart && { company: nameOfFirm(firm) }),
      ...(title !== undefined && { title }),
    });
    const meaning = await nameMeaning(name, graph);
    if (meaning) return meaning;
  }
  // A name followed by its employer: `Meiling Torres kestrel`.
  for (const run of names) {
    const name = namePart(run.map(({ text: word }) => word)).join(' ');
    const meaning =
      (firm && (await nameMeaning(rowWith({ name, company: nameOfFirm(firm) }), graph))) ??
      (firm?.isSure ? undefined : await livingMeaning([...run, ...(firm ? [firm.span] : [])], graph));
    if (meaning) return meaning;
  }
  for (const run of firm?.isSure ? [] : runsOf(words, spans)) {
    const plain = run.filter((word) => !isOfWork(word));
    if (plain.length < 2 || plain.length > 5) continue;
    const meaning =
      (await recordMeaning(plain.map(({ text: word }) => word).join(' '), graph)) ??
      (await livingMeaning(plain, graph));
    if (meaning) return meaning;
  }
  return undefined;
};
