import { type CompanySearch, companySearchIn } from '../reading/company-search.ts';
import { isFiller } from '../reading/fillers.ts';
import { firmWords, hasLegalForm, nameWords } from '../reading/names.ts';
import { read } from '../reading/read.ts';
import type { Row } from '../reading/row.ts';
import { type Span, spansOf } from '../reading/spans.ts';
import { functionOf, isForeign, isTitleWord, levelOf, titleOf, withLevels } from '../reading/vocabulary.ts';
import type { CompanyFilters } from './company-filters.ts';
import {
  bestOf,
  companyFieldOf,
  countsOf,
  filtersOf,
  isIn,
  isOfWork,
  or,
  personFieldOf,
  runsOf,
} from './filters-of.ts';
import { anyFormOf, canonical } from './forms.ts';
import { type CompanyMatch, LookUpFailed, type LookUps, type Person, type PersonMatch } from './look-ups.ts';
import {
  type Choice,
  companiesBy,
  list,
  type Meaning,
  nothing,
  oneCompany,
  onePerson,
  peopleBy,
  several,
} from './meaning.ts';
import { negatedIn, without } from './negation.ts';
import { type Filters, filtersIn, rangeText } from './people-filters.ts';
import { say } from './sentences.ts';

/**
 * Interprets a text, free. The values of filters have the words of records.
 *
 * @throws a LookUpFailed if a row was not searched
 */
export const interpret = async (text: string, graph: LookUps): Promise<Meaning> =>
  canonical(await meaningOf(text, graph), graph);

/**
 * A list is left to the caller; an id, link or address leads to its record; a name to the
 * person or company that the graph matches. In a question, the longest spans that match people and companies are used;
 * titles, places, skills and schools among the other words become filters.
 */
const meaningOf = async (text: string, graph: LookUps): Promise<Meaning> => {
  const reading = read(text);
  const [row = rowWith({}, text.trim()), ...others] = reading.rows;
  if (
    others.length === 1 &&
    row.company === undefined &&
    !text.trim().includes('\n') &&
    /^[^,;@]+,[^,;@]+$/.test(text)
  ) {
    // `Priya Raghunathan, Kestrel Robotics` can also be read as a list of two names.
    const meaning = await nameMeaning(rowWith({ name: row.name ?? '', company: others[0]?.name ?? '' }, text), graph);
    if (meaning && !(meaning.kind === 'NOTHING' && (meaning.choices ?? []).length === 0)) return meaning;
  }
  if (others.length > 0 || (reading.table && reading.rows.length > 0)) return list();
  if (!/[\p{L}\p{N}]/u.test(text)) return nothing(say.nothing);
  if (isExact(row)) return exactMeaning(row, graph);
  const named = row.spans ? undefined : await nameMeaning(row, graph);
  // `Accountants, Amsterdam` and `our contacts at Lumora` look like a name with an employer.
  const [first = 'of', ...more] = (row.name ?? '').split(/\s+/);
  const isName =
    !isFiller(first) && !more.some((word) => /^\p{Ll}/u.test(word) && isFiller(word) && !particles.has(word));
  if (named && !(named.kind === 'NOTHING' && !(isName && (named.choices ?? []).length > 0))) return named;
  // A company by its legal form is no question.
  if (!named && !row.spans && hasLegalForm(row.text)) return nothing(say.nobody(row.text.trim()));
  const meaning = await questionMeaning(named ? rowWith({}, row.text) : row, graph);
  return meaning.kind === 'NOTHING' ? (named ?? meaning) : meaning;
};

const isExact = ({ id, url, slug, emails, companyUrl, website }: Row): boolean =>
  [id, url, slug, emails, companyUrl, website].some((member) => member !== undefined);

/** A row of one cell with these members, as the reader returns it. */
const rowWith = (members: Pick<Row, 'name' | 'company' | 'about' | 'title' | 'place'>, text = ''): Row => ({
  line: 1,
  text,
  cells: [],
  ...members,
});

const isFound = ({ state }: { readonly state: string }): boolean => state === 'KNOWN' || state === 'ON_RECORD';

/** @throws a LookUpFailed if a row was not searched */
const unlessUnchecked = ({ state, reason }: PersonMatch | CompanyMatch): void => {
  if (state === 'NOT_CHECKED') throw new LookUpFailed(reason);
};

/** Resolves an id, link, e-mail address or website. */
const exactMeaning = async (row: Row, graph: LookUps): Promise<Meaning> => {
  if (row.id !== undefined) {
    const { company: firms } = await graph.countCompanies({ company: { id: { eq: row.id } } });
    return firms > 0 ? oneCompany(row.id) : onePerson(row.id);
  }
  const isCompany = row.about === 'company';
  const { people, companies } = await graph.match(isCompany ? [] : [row], isCompany ? [row] : []);
  const [person] = people;
  const [company] = companies;
  for (const one of [person, company]) if (one) unlessUnchecked(one);
  if (person && isFound(person) && person.id !== undefined) return onePerson(person.id);
  if (person && person.candidates.length > 0) return several(choicesOf(person.candidates));
  if (company && isFound(company))
    return company.id ? oneCompany(company.id) : companiesBy({ website: row.website ?? '' });
  if (row.website !== undefined) return companiesBy({ website: row.website });
  if (row.emails !== undefined) return nothing(say.noMail(row.emails[0] ?? ''));
  const slug = row.slug ?? /[^/?#]+(?=[^/]*$)/.exec((row.url ?? row.companyUrl ?? '').replace(/\/+$/, ''))?.[0] ?? '';
  return nothing(say.noPage, [
    { label: say.further, detail: say.price, ...(isCompany ? oneCompany(slug) : onePerson(slug)) },
  ]);
};

const choicesOf = (candidates: readonly Person[]): readonly Choice[] =>
  candidates.map(({ id, name, title, company }) => ({
    label: name ?? id,
    detail: [title, company].filter(Boolean).join(' · '),
    ...onePerson(id),
  }));

const firmChoices = ({ candidates }: CompanyMatch): readonly Choice[] =>
  candidates.map(({ name, website, people }) => ({
    label: name ?? website ?? '',
    detail: say.people(people),
    ...companiesBy(name ? { name } : { website: website ?? '' }),
  }));

/** Without firms of which a text has all words, and more: `Kestrel Robotics alumni` is no name of Kestrel Robotics. */
const withoutShorter = (company: CompanyMatch | undefined, given: string): CompanyMatch | undefined => {
  const { length } = firmWords(given);
  return (
    company && {
      ...company,
      candidates: company.candidates.filter(({ name }) => firmWords(name ?? '').length >= length),
    }
  );
};

/** Resolves a name with its context, such as an employer; undefined if it matches nothing. */
const nameMeaning = async (row: Row, graph: LookUps): Promise<Meaning | undefined> => {
  if (row.name === undefined && row.company === undefined) return undefined;
  if (row.name?.split(/\s+/).every(isTitleWord)) return undefined;
  const whole = rowWith({ name: row.text.trim() });
  const { people, companies } = await graph.match([row], [row.company === undefined ? row : whole]);
  const [person] = people;
  const company = withoutShorter(companies[0], row.company === undefined ? (row.name ?? '') : row.text);
  if (company && isFound(company) && !(person && isFound(person) && person.by !== 'NAME'))
    return company.id ? oneCompany(company.id) : companiesBy({ name: row.name ?? row.company ?? '' });
  if (!person) return undefined;
  const name = row.name ?? '';
  if (isFound(person) && person.by !== 'NAME' && person.id !== undefined) return onePerson(person.id);
  if (person.state === 'NOT_CHECKED' && row.company !== undefined) unlessUnchecked(person);
  if (nameWords(name).length < 2)
    return company && company.candidates.length > 0 && (row.company === undefined || name === '')
      ? several([...(await calledSo(name, graph)), ...firmChoices(company)])
      : undefined;
  // Several people may have this name.
  const isClear = person.candidates.length === 0 && isFound(person);
  const only = isClear && row.company !== undefined ? undefined : await onlyOf(row, graph);
  if (only !== undefined) return onePerson(only);
  const called = row.company === undefined ? await spellingsOf(name, graph) : [name];
  const namesakes =
    row.company === undefined
      ? await graph.people({ or: called.map((eqIgnoreCase) => ({ fullName: { eqIgnoreCase } })) })
      : undefined;
  if (namesakes && namesakes.total > 1)
    return peopleBy({
      name: called.join('|'),
      ...(isFound(person) || person.candidates.length > 0 ? {} : { scope: 'all' }),
    });
  const id = isFound(person) ? person.id : namesakes?.ids[0];
  if (id !== undefined && person.candidates.length === 0) return onePerson(id);
  if (person.candidates.length > 0) return several(choicesOf(person.candidates));
  if (row.company !== undefined && row.text !== '') return nobodyAt(name, row.company, graph);
  if (company && company.candidates.length > 0) return several(firmChoices(company));
  return undefined;
};

/** The only person on record with a name who has the title, employer and place that are given, too. */
const onlyOf = async ({ name, title, company, place }: Row, graph: LookUps): Promise<string | undefined> => {
  if (title === undefined && company === undefined && place === undefined) return undefined;
  const english = titleOf((title ?? '').split(/\s+/).filter((word) => !isFiller(word)));
  const where = anyFormOf(filtersIn({ name, title: english ?? title, company, place }));
  const { total, ids } = await graph.people(where);
  return total === 1 ? ids[0] : undefined;
};

const umlauts: readonly (readonly [string, string])[] = [
  ['ae', 'ä'],
  ['oe', 'ö'],
  ['ue', 'ü'],
];

/** A name as it is given, and with umlauts written otherwise if somebody is called so. */
const spellingsOf = async (name: string, graph: LookUps): Promise<readonly string[]> => {
  const written = [
    umlauts.reduce((one, [letters, umlaut]) => one.replaceAll(letters, umlaut), name),
    umlauts.reduce((one, [letters, umlaut]) => one.replaceAll(umlaut, letters), name),
  ].filter((one) => one !== name);
  const counts = await Promise.all(written.map((one) => graph.people({ fullName: { eqIgnoreCase: one } })));
  return [name, ...written.filter((_, at) => (counts[at]?.total ?? 0) > 0)];
};

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

/** The words from the first capitalized one to the last: a name, without the lower-case words around it. */
const namePart = (words: readonly string[]): readonly string[] => {
  const part = words.slice(words.findIndex(isCapital), words.findLastIndex(isCapital) + 1);
  return part.length > 1 ? part : words;
};

/** People on record whose names have these words, though nobody in the network is called so. */
const recordMeaning = async (name: string, graph: LookUps): Promise<Meaning | undefined> => {
  const { total, ids } = await graph.people({ fullName: { matches: name } });
  const [only] = ids;
  if (only === undefined) return undefined;
  return total === 1 ? onePerson(only) : peopleBy({ name, scope: 'all' });
};

/** The only person whose name begins some words, and who lives where the others say: `noemie belanger lyon`. */
const livingMeaning = async (words: readonly Span[], graph: LookUps): Promise<Meaning | undefined> => {
  const texts = words.map(({ text }) => text);
  for (let length = texts.length - 1; length > 1; length -= 1) {
    const [name, place] = [texts.slice(0, length).join(' '), texts.slice(length).join(' ')];
    const { total, ids } = await graph.people(anyFormOf({ name, place }));
    if (total === 1 && ids[0] !== undefined) return onePerson(ids[0]);
  }
  return undefined;
};

/** The choice of people with one name, which may also be a firm's. */
const calledSo = async (name: string, graph: LookUps): Promise<readonly Choice[]> => {
  const { total } = name === '' ? { total: 0 } : await graph.people({ fullName: { matches: name } });
  return total > 0 ? [{ label: name, detail: say.people(total), ...peopleBy({ name, scope: 'all' }) }] : [];
};

interface Known {
  readonly span: Span;
  readonly isSure: boolean;
  readonly person?: PersonMatch;
  readonly company?: CompanyMatch;
}

/** Words for a former employer, in several languages. */
const once =
  /(?<![\p{L}])(?:ex|former|formerly|alumni|alumnus|alums?|left|once|used to|previously|worked|came from|ehemalige?[nr]?|früher|ancien(?:ne)?s?|antigu[oa]s?|exempleados|anterior)(?![\p{L}])/iu;
/** The hyphen in `ex-Lumora` and `Lumora-Mitarbeiter`. */
const ofCompound =
  /(?<=(?<!\p{L})ex)-(?=\p{L})|(?<=\p{L})-(?=(?:mitarbeiter|leute|team|kontakt|gründer|chef|kolleg|alumni|people|c[a-z]o(?!\p{L}))\p{Ll}*)/giu;

/** Before a present employer, where a former one is named, too. */
const atPresent =
  /(?<!\p{L})(?:now|today|currently|for|heute|jetzt|inzwischen|maintenant|aujourd.hui|ahora|hoy)(?: works?| working)?(?: at| bei| chez| en)?\s*$/iu;

/** The words that carry a meaning, in order. */
const wordsIn = (spans: readonly Span[]): readonly Span[] =>
  spans
    .filter((span) => !/\s/.test(span.text) && !isFiller(span.text))
    .toSorted((one, other) => one.start - other.start);

/** A text without the names of several words that are firms'. */
const blanked = (text: string, firms: readonly Known[]): string =>
  firms
    .filter(({ span, isSure }) => isSure && /\s/.test(span.text))
    .reduce(
      (rest, { span }) => rest.slice(0, span.start) + ' '.repeat(span.end - span.start) + rest.slice(span.end),
      text,
    );

/** Words within names that are also words of questions. */
const particles: ReadonlySet<string> = new Set('van der den de la le du di da do dos von zu bin al el y e'.split(' '));

/** Words for those who studied somewhere. */
const studied =
  /(?<!\p{L})(?:grads?|graduat\p{L}+|studied|students?|degree|absolvent\p{L}*|studiert\p{L}*|diplôm\p{L}*|étudi\p{L}*|egresad\p{L}*|estudi\p{L}*)(?!\p{L})/iu;

/** Resolves a question or phrase from the meanings of its parts. */
const questionMeaning = async (row: Row, graph: LookUps): Promise<Meaning> => {
  const text = withLevels(row.text).replaceAll(ofCompound, ' ');
  const spans = spansOf(text);
  const exact = spans.find(({ kind }) => kind !== undefined);
  if (exact) {
    const [only] = read(exact.text).rows;
    if (only && isExact(only)) return exactMeaning(only, graph);
  }
  const words = wordsIn(spans);
  if (words.length === 0) return nothing(say.nothing);
  const named = spans.filter(
    (span) =>
      !span.text.split(/\s+/).every((word) => isTitleWord(word) || isFiller(word) || levelOf(word) !== undefined),
  );
  const { people, companies } = await namesIn(named, graph);
  const persons = people.filter(({ span }) => !companies.some((firm) => firm.isSure && longer(firm, span)));
  const sure = persons.filter(({ isSure }) => isSure);
  if (new Set(sure.map(({ person }) => person?.id)).size > 1 || (sure.length > 0 && persons.length > 1))
    return list(
      inOrder(persons)
        .map(({ span }) => span.text.replace(/[\s\d]+$/, ''))
        .join('\n'),
    );
  // `Tidal Clinics` asks for no clinics.
  const search = companySearchIn(blanked(text, companies));
  const firms = await withoutPlaces(companies, text, search !== undefined, graph);
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
  if (search?.isForCompanies && !firm?.isSure) return companiesMeaning(search, graph);
  const employers = inOrder(firms.filter(({ isSure }) => isSure));
  const employer = firm?.isSure ? firm : undefined;
  const asked = (search ? wordsIn(spansOf(search.rest)) : words).filter(
    (word) => !employer || !employers.some(({ span }) => overlaps(span, word)),
  );
  const found = await filtersOf(asked, spans, search?.rest ?? text, graph, search?.trade);
  // Nobody on record has been at this school.
  const school =
    found.filters.school === undefined && studied.test(text) ? found.unread.filter(isCapital).join(' ') : '';
  const told = { ...found.filters, ...(school !== '' && { school }) };
  const unread = school === '' ? found.unread : found.unread.filter((word) => !isCapital(word));
  // Alumni of a school are no former employees.
  const isPast = once.test(told.school === undefined ? text : text.replaceAll(/alum\p{L}+|absolvent\p{L}*/giu, ''));
  const near = firm && unread.some((word) => firm.span.text.includes(word)) ? firm : undefined;
  const place = employer ?? near;
  const filters = {
    ...told,
    ...(search?.size && { size: rangeText(search.size) }),
    ...(/\bhiring\b/i.test(text) && { hiring: '1' }),
    ...(/\b(?:open to|looking for (?:a |new )?(?:jobs?|work|roles?)|available)\b/i.test(text) && { open: '1' }),
  };
  if (place) {
    const left = unread.filter((word) => !place.span.text.includes(word));
    const isPlain = Object.keys(filters).every((one) => one === 'title' || one === 'function' || one === 'level');
    const called = left.join(' ');
    const person =
      called !== '' && Object.keys(filters).length === 0 && (await personAt(called, nameOfFirm(place), graph));
    if (person) return person;
    const isStranger = names.some((run) => run.every(({ text: word }) => /^\p{Lu}/u.test(word) && left.includes(word)));
    if (isStranger) return nobodyAt(called, nameOfFirm(place), graph);
    const isNotAt = negatedIn(text)(place.span);
    const others = employers.filter(({ span }) => !overlaps(span, place.span));
    const name = [place, ...others].map(nameOfFirm).join('|');
    if (
      !isPast &&
      !isNotAt &&
      isPlain &&
      left.length === 0 &&
      others.length === 0 &&
      (row.spans || rest.length === 0)
    ) {
      const id = place.company?.id;
      if (id) return oneCompany(id, filters);
      if (Object.keys(filters).length === 0) return companiesBy({ name });
    }
    const now = isPast ? employers.find(({ span }) => atPresent.test(text.slice(0, span.start))) : undefined;
    const former = employers.filter((one) => one !== now);
    const filter: Filters = isNotAt
      ? { not: name }
      : now && former.length > 0
        ? { past: former.map(nameOfFirm).join('|'), company: nameOfFirm(now) }
        : { [isPast ? 'past' : 'company']: name };
    return toPeople({ ...filters, ...filter }, left, asked, graph);
  }
  const [unsure] = people;
  // Everybody at a place is no answer to `boulangers à Lyon`.
  const isOfPlace = unread.length > 0 && Object.keys(filters).every((one) => one === 'place' || one === 'country');
  const where = text.indexOf(filters.place ?? filters.country ?? '');
  const [before, after] = [
    unread.filter((word) => text.indexOf(word) < where),
    unread.filter((word) => text.indexOf(word) >= where),
  ];
  if (isOfPlace && Object.keys(filters).length > 0)
    return toPeople({ ...filters, ...(before.length > 0 && { title: before.join(' ') }) }, after, [], graph);
  if (Object.keys(filters).length > 0) return toPeople(filters, unread, asked, graph);
  if (unsure?.person) return several(choicesOf(unsure.person.candidates));
  const [only, ...more] = words;
  if (firm?.company) return several(firmChoices(firm.company));
  // One name of a person.
  const called = only && more.length === 0 ? await recordMeaning(only.text, graph) : undefined;
  return called ?? nothing(say.nobody(row.text.trim()));
};

const inOrder = (known: readonly Known[]): readonly Known[] =>
  known.toSorted((one, other) => one.span.start - other.span.start);

/** People at a firm by a part of their name, such as `Ms Torres`. */
const personAt = async (name: string, company: string, graph: LookUps): Promise<Meaning | undefined> => {
  const { total, ids } = await graph.people(anyFormOf({ name: nameWords(name).join(' '), company }));
  const [only] = ids;
  if (only === undefined) return undefined;
  return total === 1 ? onePerson(only) : peopleBy({ name, company, scope: 'all' });
};

/** A name that nobody at a firm has: offers those whose names are cut or misspelt. */
const nobodyAt = async (name: string, company: string, graph: LookUps): Promise<Meaning> => {
  const whole = name.replace(/\S*(?:…|\.{3})$/, '').trim();
  const person = nameWords(whole).length === 1 ? await personAt(whole, company, graph) : undefined;
  if (person?.kind === 'PERSON' && whole === name) return person;
  if (person?.kind === 'PERSON') return several([{ ...person, label: name, detail: company }]);
  const near = (await graph.network(anyFormOf({ company })))
    .map((one) => ({ ...one, likeness: likeness(one.name ?? '', name) }))
    .filter((one) => one.likeness > leastLikeness)
    .toSorted((one, other) => other.likeness - one.likeness);
  if (near.length > 0) return several(choicesOf(near));
  const { people, companies } = await graph.match(
    // The firm may be a place.
    [rowWith({ name, place: company })],
    [rowWith({ about: 'company', company })],
  );
  const [firm] = companies;
  const [there] = people;
  if (there && isFound(there) && there.id !== undefined) return onePerson(there.id);
  if (there && there.candidates.length > 0) return several(choicesOf(there.candidates));
  if (!firm || !isFound(firm)) return nothing(say.nobodyAt(name, company));
  return nothing(say.nobodyAt(name, company), [
    {
      label: company,
      detail: say.people(firm.people ?? 0),
      ...(firm.id ? oneCompany(firm.id) : companiesBy({ name: company })),
    },
  ]);
};

/** At least this share of the pairs of letters of two names is the same. */
const leastLikeness = 0.6;

/** The share of equal pairs of letters. */
const likeness = (one: string, other: string): number => {
  const [some, others] = [one, other].map((name) => {
    const word = nameWords(name).join(' ');
    return new Set([...word].slice(1).map((letter, at) => word[at] + letter));
  });
  if (!some || !others) return 0;
  return (2 * [...some].filter((pair) => others.has(pair)).length) / (some.size + others.size);
};

/** Without firms of one word that is a place or, in a search for companies, an industry: `Boston` in `interns in Boston`. */
const withoutPlaces = async (
  firms: readonly Known[],
  text: string,
  isSearch: boolean,
  graph: LookUps,
): Promise<readonly Known[]> => {
  const isOther = await Promise.all(
    firms.map(async ({ span, company }) => {
      const isPlace = firms.length > 1 || isIn.test(text.slice(0, span.start));
      if ((!isPlace && !isSearch) || (/\s/.test(span.text) && company?.id)) return false;
      const { place, country, industry } = await countsOf(span.text, undefined, graph);
      return (isPlace ? place + country : 0) + (isSearch ? industry : 0) > 0;
    }),
  );
  return firms.filter((_, at) => !isOther[at]);
};

/**
 * Whether a company name of one word is part of a skill, school or place of several, such as `Systems` in `Distributed
 * Systems`.
 */
const isWithinMore = async (
  firm: Known | undefined,
  words: readonly Span[],
  spans: readonly Span[],
  graph: LookUps,
): Promise<boolean> => {
  if (!firm || /\s/.test(firm.span.text)) return false;
  const run = runsOf(words, spans).find((some) => some.some((word) => overlaps(word, firm.span))) ?? [];
  const plain = run.filter(({ text }) => !isTitleWord(text));
  if (plain.length < 2) return false;
  const { found } = await bestOf(plain, spans, personFieldOf(graph), 2);
  return found.some(({ value }) => value.includes(firm.span.text));
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
  const worded = words.filter(isOfWork).map(({ text }) => text);
  // A title that was translated may be called otherwise.
  const work = title !== undefined && worded.some(isForeign) ? functionOf(worded) : undefined;
  if (work === undefined || Object.keys(others).length === 0) return to(filters);
  const found = async (some: Filters): Promise<number> => (await graph.people(anyFormOf(some))).total;
  const wider = { ...others, function: work };
  return (await found(filters)) === 0 && (await found(wider)) > 0 ? to(wider) : to(filters);
};

const nameOfFirm = ({ company, span, isSure }: Known): string =>
  isSure && company?.id ? span.text : (company?.candidates[0]?.name ?? span.text);

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

const longer = ({ span }: Known, other: Span): boolean =>
  overlaps(span, other) && span.end - span.start >= other.end - other.start;

/** Maximum number of spans that are looked up as names. */
const maxNames = 40;

/** The spans that match people or companies, the longest first, without overlaps. */
const namesIn = async (spans: readonly Span[], graph: LookUps) => {
  const some = spans.slice(0, maxNames);
  const names = some.filter(({ text }) => nameWords(text).length > 1);
  const found = await graph.match(
    names.map(({ text }) => rowWith({ name: text })),
    some.map(({ text }) => rowWith({ about: 'company', company: text })),
  );
  for (const one of found.people) if (one.cause !== 'NEEDS_EMPLOYER') unlessUnchecked(one);
  const people = names.flatMap((span, at): readonly Known[] => {
    const person = found.people[sameAs(found.people, at)];
    if (!person || !(isFound(person) || person.candidates.length > 0)) return [];
    return [{ span, person, isSure: isFound(person) }];
  });
  const companies = some.flatMap((span, at): readonly Known[] => {
    const company = found.companies[sameAs(found.companies, at)];
    if (!company) return [];
    if (isFound(company)) return [{ span, company, isSure: true }];
    const given = firmWords(span.text).join(' ');
    const near = company.candidates.filter(({ name }) =>
      firmWords(name ?? '')
        .join(' ')
        .startsWith(given),
    );
    const isSure = near.length === 1 && firmWords(span.text).length > 1;
    return near.length > 0 ? [{ span, company: { ...company, candidates: near }, isSure }] : [];
  });
  return { people: longest(people), companies: longest(companies) };
};

const sameAs = (rows: readonly { readonly sameAs: number | undefined }[], at: number): number => rows[at]?.sameAs ?? at;

const longest = (known: readonly Known[]): readonly Known[] => {
  const kept: Known[] = [];
  const isShorter = (one: Known): boolean =>
    known.some(({ span }) => longer({ ...one, span }, one.span) && span.text.length > one.span.text.length);
  for (const one of known.toSorted(
    (a, b) => Number(isShorter(a)) - Number(isShorter(b)) || Number(b.isSure) - Number(a.isSure),
  ))
    if (!kept.some(({ span }) => overlaps(span, one.span))) kept.push(one);
  return kept;
};

/** Before a technology. */
const usage =
  /(?<!\p{L})(?:us(?:e|es|ed|ing)|with|on|runs?|running|utilis\p{L}+|avec|nutz\p{L}+|verwend\p{L}+|mit|setz\p{L}+|usan?|utiliza\p{L}*|con)(?!\p{L})[^,]*$/iu;

/** The companies that a search asks for. */
const companiesMeaning = async ({ rest, size, founded }: CompanySearch, graph: LookUps): Promise<Meaning> => {
  const spans = spansOf(rest);
  const filters: Partial<Record<keyof CompanyFilters, string>> = {
    ...(size && { size: rangeText(size) }),
    ...(founded && { founded: rangeText(founded) }),
  };
  const left: string[] = [];
  const isNegated = negatedIn(rest);
  const words = wordsIn(spans);
  const unwanted: Partial<Record<keyof CompanyFilters, string>> = {};
  const add = (to: typeof filters, field: keyof CompanyFilters, value: string): void => {
    const isBoth = field === 'technology' && !/(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})/iu.test(rest);
    to[field] = to[field] ? `${to[field]}${isBoth ? ' + ' : '|'}${value}` : value;
  };
  for (const [to, some] of [
    [filters, words.filter((word) => !isNegated(word))],
    [unwanted, words.filter(isNegated)],
  ] as const)
    for (const run of runsOf(some, spans)) {
      const best = await bestOf(run, spans, companyFieldOf(graph));
      for (const { field, value } of best.found) add(to, field, value);
      const first = run.find((word) => word.text === best.left[0]);
      // A place or technology of no company is still asked for.
      const isAsked = first !== undefined;
      if (isAsked && isIn.test(rest.slice(0, first.start))) add(to, 'place', best.left.join(' '));
      else if (isAsked && usage.test(rest.slice(0, first.start)))
        for (const one of best.left) add(to, 'technology', one);
      else left.push(...best.left);
    }
  return companiesBy(without(filters, unwanted), left.join(' '));
};
