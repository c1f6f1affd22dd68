import { careerIn, reworded } from '../reading/careers.ts';
import { asksForEverybody, asksForPeople, companySearchIn } from '../reading/company-search.ts';
import { isDegree } from '../reading/degree-forms.ts';
import { blankedAt, factsIn } from '../reading/facts.ts';
import { isFiller } from '../reading/fillers.ts';
import { read } from '../reading/read.ts';
import type { Row } from '../reading/row.ts';
import { type Span, spansOf } from '../reading/spans.ts';
import { functionOf, isForeign, isTitleWord, levelOf, titleOf, withLevels } from '../reading/vocabulary.ts';
import { companiesMeaning, isOfUse, isOfWorkWith } from './companies-asked.ts';
import { exactMeaning, isExact } from './exact.ts';
import { filtersOf, isLeading, isOfWork, or, runsOf, wordsIn } from './filters-of.ts';
import { anyFormOf } from './forms.ts';
import {
  atWork,
  inOrder,
  isWithinMore,
  type Known,
  longer,
  nameOfFirm,
  namesIn,
  overlaps,
  withoutPlaces,
} from './known.ts';
import type { LookUps } from './look-ups.ts';
import { companiesBy, list, type Meaning, nothing, oneCompany, peopleBy, several } from './meaning.ts';
import { moveIn, once } from './moves.ts';
import {
  choicesOf,
  firmChoices,
  isCapital,
  livingMeaning,
  nameMeaning,
  namePart,
  nobodyAt,
  personAt,
  recordMeaning,
  rowWith,
} from './named.ts';
import { negatedIn } from './negation.ts';
import { type Filters, filtersIn, rangeText, whereOf } from './people-filters.ts';
import { say } from './sentences.ts';

/** The hyphen in `ex-Lumora` and `Lumora-Mitarbeiter`. */
const ofCompound =
  /(?<=(?<!\p{L})ex)-(?=\p{L})|(?<=\p{L})-(?=(?:mitarbeiter|leute|team|kontakt|gründer|chef|kolleg|alumni|people|c[a-z]o(?!\p{L}))\p{Ll}*)/giu;

/** A text without the names of several words that are firms'. */
const blanked = (text: string, firms: readonly Known[]): string =>
  firms
    .filter(({ span, isSure }) => isSure && /\s/.test(span.text))
    .reduce(
      (rest, { span }) => rest.slice(0, span.start) + ' '.repeat(span.end - span.start) + rest.slice(span.end),
      text,
    );

/** Words for those who studied somewhere. */
const studied =
  /(?<!\p{L})(?:grads?|graduat\p{L}+|studied|students?|degree|absolvent\p{L}*|studiert\p{L}*|diplôm\p{L}*|étudi\p{L}*|egresad\p{L}*|estudi\p{L}*|major(?:s|ed)?|formé\p{L}*|licenciad\p{L}*|titulad\p{L}*|doctorad\p{L}*|promov\p{L}*)(?!\p{L})/iu;

/** The longest span that is a tag of records, such as `serial founders`. */
const taggedIn = async (spans: readonly Span[], graph: LookUps): Promise<Span | undefined> => {
  const some = spans.filter(
    ({ text, kind }) => kind === undefined && /^\S+(?: \S+){0,2}$/.test(text) && !isTitleWord(text),
  );
  const whereOf = ({ text }: Span) => anyFormOf({ tag: text });
  // All people are counted, too: a data service may not index tags.
  const { tagged } =
    some.length > 0 ? await graph.countPeople({ tagged: { or: some.map(whereOf) }, all: {} }) : { tagged: 0 };
  if (tagged === 0) return undefined;
  const counts = await graph.countPeople(Object.fromEntries(some.map((span) => [span.text, whereOf(span)])));
  return some.find(({ text }) => (counts[text] ?? 0) > 0);
};

/** Between a former title and the employer at that time. */
const isAtOnce = (text: string): boolean =>
  /^\s*(?:at|@|bei|beim|chez|en|de|of|von|with|for)\s+(?:the\s|der\s|dem\s|la\s|el\s)?$/iu.test(text);

/** Words that exclude former employers, too. */
const never = /(?<!\p{L})(?:never|nie|niemals|jamais|nunca)(?!\p{L})/iu;

/** Words for several employers of which each is asked for. */
const both = /(?<!\p{L})(?:both|beide[nr]?|sowohl|à la fois|tanto|ambas|ambos|as well as)(?!\p{L})/iu;

/** Before the name of an employer alone. */
const introducesFirm =
  /(?:(?<!\p{L})(?:at|@|bei|beim|chez|ex|left|joined|formerly|moved|(?:from|to|von|zu|nach) (?!the\s))|d['’]|(?<=moved .*)(?:de|a|à|pour|por|vers))[\s-]*$/iu;

/** A company of which one name is said after `at` or `from`, and no other begins with it, as the employer. */
const asEmployer = (known: Known, text: string): Known => {
  const [only, ...others] = known.company?.candidates ?? [];
  const isOne = !known.isSure && only !== undefined && others.length === 0;
  return isOne && introducesFirm.test(text.slice(0, known.span.start)) ? { ...known, isSure: true } : known;
};

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

/** Whether only an `or`, a comma or a bracket is between two spans. */
const isJointOf = (one: Span, other: Span, text: string): boolean =>
  /^[\s()]*(?:[,;/&]|or|and|oder|und|ou|et|o|y|e)?[\s()]*$/iu.test(
    text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)),
  );

/** The longest spans that are a degree or subject that somebody has. */
const degreesIn = async (spans: readonly Span[], text: string, graph: LookUps): Promise<readonly Span[]> => {
  const some = spans.filter(({ text: words }) => isDegree(words, studied.test(text)));
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

/** The facts that a text tells in idioms, as filters, and the text without them. */
const factsOf = async (text: string, graph: LookUps) => {
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
  return { filters, text: blankedAt(text, told) };
};

/** Resolves a question or phrase from the meanings of its parts. */
export const questionMeaning = async (row: Row, graph: LookUps): Promise<Meaning> => {
  const facts = await factsOf(reworded(withLevels(row.text)).replaceAll(ofCompound, ' '), graph);
  const spans = spansOf(facts.text);
  const exact = spans.find(({ kind }) => kind !== undefined);
  if (exact) {
    const [only] = read(exact.text).rows;
    if (only && isExact(only)) return exactMeaning(only, graph);
  }
  if (wordsIn(spans).length === 0)
    return Object.keys(facts.filters).length > 0 ? peopleBy(facts.filters) : nothing(say.nothing);
  const named = spans.filter(
    (span) =>
      !span.text.split(/\s+/).every((word) => isTitleWord(word) || isFiller(word) || levelOf(word) !== undefined),
  );
  const { people, companies: known } = await namesIn(named, graph);
  const companies = known.map((one) => asEmployer(one, facts.text));
  const persons = people.filter(({ span }) => !companies.some((firm) => firm.isSure && longer(firm, span)));
  const sure = persons.filter(({ isSure }) => isSure);
  if (new Set(sure.map(({ person }) => person?.id)).size > 1 || (sure.length > 0 && persons.length > 1))
    return list(
      inOrder(persons)
        .map(({ span }) => span.text.replace(/[\s\d]+$/, ''))
        .join('\n'),
    );
  const career = careerIn(facts.text, new Date(), companies.length > 0);
  const text = career.rest;
  const words = wordsIn(spans).filter(({ start, end }) => text.slice(start, end).trim() !== '');
  // `Tidal Clinics` asks for no clinics.
  const isSearch = companySearchIn(blanked(text, companies)) !== undefined;
  const firms = await withoutPlaces(companies, text, isSearch, graph);
  const search = companySearchIn(blanked(text, firms));
  const isAllFirms =
    firms.length > 1 && words.every((word) => firms.some(({ span, isSure }) => isSure && overlaps(span, word)));
  const isJoined = inOrder(firms).every(
    ({ span }, at, all) => at === 0 || or.test(text.slice(all[at - 1]?.span.end, span.start)),
  );
  if (isAllFirms && isJoined && !row.spans && !once.test(text))
    return list(
      inOrder(firms)
        .map(({ span }) => span.text)
        .join('\n'),
    );
  const firm = (await isWithinMore(firms[0], words, spans, graph)) ? undefined : firms[0];
  const [whom] = sure.length > 0 ? sure : persons;
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
  const rest = firm ? words.filter(({ start, end }) => end <= firm.span.start || start >= firm.span.end) : words;
  // A name followed by its employer: `Meiling Torres kestrel`.
  const names = firm ? runsOf(rest, spans).filter((run) => run.length > 1 && !run.some(isOfWork)) : [];
  for (const run of names) {
    const name = namePart(run.map(({ text: word }) => word)).join(' ');
    const meaning =
      (firm && (await nameMeaning(rowWith({ name, company: nameOfFirm(firm) }), graph))) ??
      (firm?.isSure ? undefined : await livingMeaning([...run, ...(firm ? [firm.span] : [])], graph));
    if (meaning) return meaning;
  }
  for (const run of firm?.isSure ? [] : runsOf(words, spans)) {
    const plain = run.filter((word) => !isOfWork(word));
    const isName = plain.length > 1 && plain.length < 6;
    const meaning = isName
      ? ((await recordMeaning(plain.map(({ text: word }) => word).join(' '), graph)) ??
        (await livingMeaning(plain, graph)))
      : undefined;
    if (meaning) return meaning;
  }
  // `Entscheider in Krankenhäusern` are people.
  const isOfPeople = [career.level, career.was, facts.filters.open, facts.filters.tag].some((one) => one !== undefined);
  if (search?.isForCompanies && !firm?.isSure && !isOfPeople) return companiesMeaning(search, graph);
  // `Started as an intern at Lumora`: the employer at that time.
  const then =
    career.was &&
    firms.find(({ span }) => isAtOnce(text.slice(career.was?.end, span.start)) && span.start >= (career.was?.end ?? 0));
  const employers = inOrder(firms.filter((one) => one.isSure && one !== then));
  const employer = then && firm === then ? employers[0] : firm?.isSure ? firm : undefined;
  const tag = facts.filters.tag === undefined ? await taggedIn(spans, graph) : undefined;
  const degrees = await degreesIn(spans, facts.text, graph);
  const asked = (search ? wordsIn(spansOf(search.rest)) : words).filter(
    (word) =>
      (!employer || !employers.some(({ span }) => overlaps(span, word))) &&
      !(then && overlaps(then.span, word)) &&
      !degrees.some((degree) => overlaps(degree, word)) &&
      !(tag !== undefined && overlaps(tag, word)),
  );
  const found = await filtersOf(asked, spans, search?.rest ?? text, graph, search?.trade);
  // Nobody on record has been at this school.
  const school =
    found.filters.school === undefined && studied.test(text) ? found.unread.filter(isCapital).join(' ') : '';
  const told = { ...found.filters, ...(tag && { tag: tag.text }), ...(school !== '' && { school }) };
  const unread = school === '' ? found.unread : found.unread.filter((word) => !isCapital(word));
  // Alumni of a school are no former employees.
  const isPast = once.test(told.school === undefined ? text : text.replaceAll(/alum\p{L}+|absolvent\p{L}*/giu, ''));
  const near = firm && firm !== then && unread.some((word) => firm.span.text.includes(word)) ? firm : undefined;
  const place = employer ?? near;
  const filters = {
    ...told,
    ...(search?.size && { size: rangeText(search.size) }),
    ...(/\bhiring\b/i.test(text) && { hiring: '1' }),
    ...(/\b(?:open to|available)\b/i.test(text) && { open: '1' }),
    ...(degrees.length > 0 && { degree: [...new Set(degrees.map((one) => one.text))].join('|') }),
    ...(career.was && { was: `${career.was.title}${then ? ` @ ${nameOfFirm(then)}` : ''}` }),
    ...(career.since !== undefined && { since: career.since }),
    ...facts.filters,
    ...([told.level, facts.filters.level, career.level].some(Boolean) && {
      level: [...new Set([told.level, facts.filters.level, career.level].flatMap((one) => one?.split('|') ?? []))].join(
        '|',
      ),
    }),
  };
  if (place) {
    const left = unread.filter((word) => !place.span.text.includes(word));
    // The list of everybody there; the firm has a page of its own.
    const isOfAll = Object.keys(filters).length === 0 && asksForEverybody(text);
    const isPlain =
      !isOfAll && Object.keys(filters).every((one) => one === 'title' || one === 'function' || one === 'level');
    const called = left.join(' ');
    const person =
      called !== '' && Object.keys(filters).length === 0 && (await personAt(called, nameOfFirm(place), graph));
    if (person) return person;
    const isStranger = names.some((run) => run.every(({ text: word }) => /^\p{Lu}/u.test(word) && left.includes(word)));
    if (isStranger) return nobodyAt(called, nameOfFirm(place), graph);
    const isNegated = negatedIn(text);
    const all = employer ? employers : [place];
    const notAt = all.filter(({ span }) => isNegated(span));
    const at = all.filter((one) => !notAt.includes(one));
    const others = all.slice(1);
    if (
      !isPast &&
      notAt.length === 0 &&
      isPlain &&
      left.length === 0 &&
      others.length === 0 &&
      (row.spans || rest.length === 0)
    ) {
      const id = place.company?.id;
      if (id) return oneCompany(id, filters);
      if (Object.keys(filters).length === 0) return companiesBy({ name: nameOfFirm(place) });
    }
    const isTold = left.length > 0 && atWork.test(text.slice(0, place.span.start));
    if (
      !isPast &&
      notAt.length === 0 &&
      others.length === 0 &&
      Object.keys(filters).length === 0 &&
      place.company?.id &&
      !isTold &&
      !isOfAll
    )
      return oneCompany(place.company.id, {}, called);
    const move = moveIn(at, text);
    const namesOf = (some: readonly Known[], joint = '|') => some.map(nameOfFirm).join(joint);
    const filter: Filters = {
      ...(notAt.length > 0 && { not: namesOf(notAt) }),
      ...(notAt.length > 0 && never.test(text) && { past: `!${namesOf(notAt, '|!')}` }),
      ...(move
        ? { past: await formerOf(move.former, graph), company: namesOf(move.present) }
        : isPast && at.length > 0 && !both.test(text)
          ? { past: await formerOf(at, graph) }
          : at.length > 0 && { [isPast ? 'past' : 'company']: namesOf(at, isPast ? ' + ' : '|') }),
    };
    const isUnknown = isTold && !move && Object.keys(filters).length === 0;
    return toPeople(
      { ...filters, ...filter, ...(isUnknown && { title: called }) },
      isUnknown ? [] : left,
      asked,
      graph,
    );
  }
  const [unsure] = people;
  // `Constructoras en Madrid`, `cleantech in Norway` and `who uses Snowplow` ask for companies, though they name none.
  const isUse = isOfUse.test(text) && asksForPeople(text);
  const isOfTrade = filters.industry !== undefined;
  const isRunning = isOfTrade && (isOfUse.test(text) || isOfWorkWith.test(text));
  const isOnlyTrade = Object.keys(filters).every(
    (one) => /^(?:place|country|industry|size)$/.test(one) || ((isUse || isRunning) && one === 'skill'),
  );
  const isFirms = isUse || (isOfTrade ? isRunning || !asksForPeople(text) : unread.length > 0);
  if (isOnlyTrade && isFirms && !firm?.isSure) {
    const asFirms = await companiesMeaning({ isForCompanies: true, rest: text }, graph);
    const { industry, technology } = asFirms.filters ?? {};
    if (asFirms.unread === '' && (isUse || isRunning ? technology : industry) !== undefined) return asFirms;
  }
  // Everybody at a place is no answer to `boulangers à Lyon`.
  const isOnlyPlace = Object.keys(filters).every((one) => one === 'place' || one === 'country');
  if (unread.length > 0 && isOnlyPlace)
    return nothing(Object.keys(filters).length > 0 ? say.unread(unread.join(' ')) : say.nobody(row.text.trim()));
  if (Object.keys(filters).length > 0) return toPeople(filters, unread, asked, graph);
  if (unsure?.person) return several(choicesOf(unsure.person.candidates));
  const [only, ...more] = words;
  if (firm?.company) return several(firmChoices(firm.company));
  // One name of a person.
  const called = only && more.length === 0 ? await recordMeaning(only.text, graph) : undefined;
  return called ?? nothing(say.nobody(row.text.trim()));
};

/** The list of people with these filters. If nobody has the title, and somebody the title’s function, that replaces the title. */
const toPeople = async (
  filters: Filters,
  unread: readonly string[],
  words: readonly Span[],
  graph: LookUps,
): Promise<Meaning> => {
  const to = (some: Filters): Meaning => peopleBy(filtersIn(some), unread.join(' '));
  const { title, ...others } = filters;
  const count = async (some: Filters): Promise<number> => (await graph.people(anyFormOf(some))).total;
  // Those who lead a small team are managers.
  if (title === undefined && filters.level === 'cxo|vp|director' && (await count(filters)) === 0) {
    const managers = { ...filters, level: 'cxo|vp|director|manager' };
    return to((await count(managers)) > 0 ? managers : filters);
  }
  const worded = words.filter(isOfWork).map(({ text }) => text);
  // A title that was translated may be called otherwise.
  const work = title !== undefined && worded.some(isForeign) ? functionOf(worded) : undefined;
  if (work === undefined || Object.keys(others).length === 0) return to(filters);
  if ((await count(filters)) > 0) return to(filters);
  const wider = { ...others, function: work };
  // `Vertriebsleiter` lead the function.
  const leading = { ...wider, level: 'cxo|vp|director' };
  if (isLeading(title) && (await count(leading)) > 0) return to(leading);
  return (await count(wider)) > 0 ? to(wider) : to(filters);
};
