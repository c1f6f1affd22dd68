import { asksForEverybody } from '../reading/company-search.ts';
import type { Question } from './facts-asked.ts';
import type { Asked } from './filters-asked.ts';
import { atWork, type Known, nameOfFirm } from './known.ts';
import type { LookUps } from './look-ups.ts';
import { companiesBy, type Meaning, oneCompany } from './meaning.ts';
import { moveIn } from './moves.ts';
import { nobodyAt, personAt } from './named.ts';
import { negatedIn } from './negation.ts';
import { toPeople } from './people-asked.ts';
import { type Filters, whereOf } from './people-filters.ts';
import type { Setting } from './who-asked.ts';

/** Words that exclude former employers, too. */
const never = /(?<!\p{L})(?:never|nie|niemals|jamais|nunca)(?!\p{L})/iu;

/** Words for several employers of which each is asked for. */
const both = /(?<!\p{L})(?:both|beide[nr]?|sowohl|à la fois|tanto|ambas|ambos|as well as)(?!\p{L})/iu;

/** Former employers by their names, and by id, too, where records of people have another name or none. */
const formerOf = async (firms: readonly Known[], graph: LookUps): Promise<string> => {
  const values = firms.map(async (one) => {
    const name = nameOfFirm(one);
    const { ids } = one.company?.id
      ? { ids: [one.company.id] }
      : await graph.companies({ name: { eqIgnoreCase: name } });
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) return name;
    const counts = await graph.countPeople({
      named: whereOf({ past: name }) ?? {},
      either: whereOf({ past: `${name}|${id}` }) ?? {},
    });
    return counts.either > counts.named ? `${name}|${id}` : name;
  });
  return (await Promise.all(values)).join('|');
};

const namesOf = (firms: readonly Known[], joint = '|'): string => firms.map(nameOfFirm).join(joint);

/** The employers of a question as filters: present, former, of a move from one to another, and excluded. */
const employerFilters = async (text: string, { employers, isPast }: Asked, graph: LookUps): Promise<Filters> => {
  const isNegated = negatedIn(text);
  const notAt = employers.filter(({ span }) => isNegated(span));
  const at = employers.filter((one) => !notAt.includes(one));
  const move = moveIn(at, text);
  const isEither = isPast && !both.test(text);
  return {
    ...(notAt.length > 0 && { not: namesOf(notAt) }),
    ...(notAt.length > 0 && never.test(text) && { past: `!${namesOf(notAt, '|!')}` }),
    ...(move
      ? { past: await formerOf(move.former, graph), company: namesOf(move.present) }
      : at.length > 0 && {
          [isPast ? 'past' : 'company']: isEither ? await formerOf(at, graph) : namesOf(at, isPast ? ' + ' : '|'),
        }),
  };
};

/** The firm of a question that names one employer, or the people there. */
export const atEmployer = async (
  { row }: Question,
  { text, rest, names }: Setting,
  asked: Asked,
  graph: LookUps,
): Promise<Meaning | undefined> => {
  const { filters, employer, employers, isPast } = asked;
  if (!employer) return undefined;
  const name = nameOfFirm(employer);
  const left = asked.unread.filter((word) => !employer.span.text.includes(word));
  const called = left.join(' ');
  const isAlone = Object.keys(filters).length === 0;
  const person = isAlone && called !== '' ? await personAt(called, name, graph) : undefined;
  if (person) return person;
  const isStranger = names.some((run) => run.every(({ text: word }) => /^\p{Lu}/u.test(word) && left.includes(word)));
  if (isStranger) return nobodyAt(called, name, graph);
  const isTold = left.length > 0 && atWork.test(text.slice(0, employer.span.start));
  const isNow = !isPast && employers.length === 1 && !negatedIn(text)(employer.span);
  // `Everyone at Lumora` is the list of its people, not the page of the firm.
  if (isNow && !(isAlone && asksForEverybody(text))) {
    const id = employer.company?.id;
    const isPlain = Object.keys(filters).every((one) => one === 'title' || one === 'function' || one === 'level');
    if (isPlain && left.length === 0 && (row.spans || rest.length === 0)) {
      if (id) return oneCompany(id, filters);
      if (isAlone) return companiesBy({ name });
    }
    if (isAlone && id && !isTold) return oneCompany(id, {}, called);
  }
  const ofEmployers = await employerFilters(text, asked, graph);
  const isMove = ofEmployers.past !== undefined && ofEmployers.company !== undefined;
  // `Falconers at Lumora`
  const isTitle = isTold && isAlone && !isMove;
  return toPeople(
    { ...filters, ...ofEmployers, ...(isTitle && { title: called }) },
    isTitle ? [] : left,
    asked.words,
    graph,
  );
};
