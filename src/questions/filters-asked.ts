import { type Span, spansOf } from '../reading/spans.ts';
import { degreesIn, type Question, studied, taggedIn } from './facts-asked.ts';
import { filtersOf, wordsIn } from './filters-of.ts';
import { inOrder, isAtOnce, type Known, nameOfFirm, overlaps } from './known.ts';
import type { LookUps } from './look-ups.ts';
import { once } from './moves.ts';
import { isCapital } from './named.ts';
import { type Filters, rangeText } from './people-filters.ts';
import type { Setting } from './who-asked.ts';

/** What a question asks for beside names. */
export interface Asked {
  readonly filters: Filters;
  readonly unread: readonly string[];
  /** The words that were read as filters. */
  readonly words: readonly Span[];
  /** The employer by which the question asks; of several, the first. */
  readonly employer: Known | undefined;
  /** All of them, in order. */
  readonly employers: readonly Known[];
  /** Whether former employees are asked for. */
  readonly isPast: boolean;
}

/** Converts the words beside names, and what a question tells in idioms, to filters. */
export const filtersAsked = async (question: Question, setting: Setting, graph: LookUps): Promise<Asked> => {
  const { spans, facts } = question;
  const { text, career, firms, firm, search } = setting;
  const { was } = career;
  // `Started as an intern at Lumora`: the employer at that time.
  const then = was && firms.find(({ span }) => span.start >= was.end && isAtOnce.test(text.slice(was.end, span.start)));
  const sure = inOrder(firms.filter((one) => one.isSure && one !== then));
  const employer = then && firm === then ? sure[0] : firm?.isSure ? firm : undefined;
  const tag = await taggedIn(question, graph);
  const degrees = await degreesIn(question, graph);
  const taken = [
    ...(employer ? sure : []).map(({ span }) => span),
    ...(then ? [then.span] : []),
    ...(tag ? [tag] : []),
    ...degrees,
  ];
  const words = (search ? wordsIn(spansOf(search.rest)) : setting.words).filter(
    (word) => !taken.some((span) => overlaps(span, word)),
  );
  const told = await filtersOf(words, spans, search?.rest ?? text, graph, search?.trade);
  // Nobody on record has been at this school.
  const isOfSchool = told.filters.school === undefined && studied.test(text) && told.unread.some(isCapital);
  const school = isOfSchool ? told.unread.filter(isCapital).join(' ') : told.filters.school;
  const unread = isOfSchool ? told.unread.filter((word) => !isCapital(word)) : told.unread;
  const levels = [told.filters.level, facts.level, career.level].flatMap((one) => one?.split('|') ?? []);
  const filters: Filters = {
    ...told.filters,
    ...(tag && { tag: tag.text }),
    ...(school !== undefined && { school }),
    ...(search?.size && { size: rangeText(search.size) }),
    ...(/\bhiring\b/i.test(text) && { hiring: '1' }),
    ...(/\b(?:open to|available)\b/i.test(text) && { open: '1' }),
    ...(degrees.length > 0 && { degree: [...new Set(degrees.map((one) => one.text))].join('|') }),
    ...(was && { was: `${was.title}${then ? ` @ ${nameOfFirm(then)}` : ''}` }),
    ...(career.since !== undefined && { since: career.since }),
    ...facts,
    ...(levels.length > 0 && { level: [...new Set(levels)].join('|') }),
  };
  const near = firm && firm !== then && unread.some((word) => firm.span.text.includes(word)) ? firm : undefined;
  const place = employer ?? near;
  return {
    filters,
    unread,
    words,
    employer: place,
    employers: employer ? sure : place ? [place] : [],
    // Alumni of a school are no former employees.
    isPast: once.test(school === undefined ? text : text.replaceAll(/alum\p{L}+|absolvent\p{L}*/giu, '')),
  };
};
