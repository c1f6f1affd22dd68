import { careerIn, reworded } from '../reading/careers.ts';
import { asksForPeople, companySearchIn } from '../reading/company-search.ts';
import { isDegree } from '../reading/degree-forms.ts';
import { blankedAt, factsIn } from '../reading/facts.ts';
import { isFiller } from '../reading/fillers.ts';
import { hasLegalForm } from '../reading/names.ts';
import { withPlaces } from '../reading/place-words.ts';
import { read } from '../reading/read.ts';
import type { Row } from '../reading/row.ts';
import { type Span, spansOf } from '../reading/spans.ts';
import type { Table } from '../reading/table.ts';
import { isTitle } from '../reading/title.ts';
import { titleForms } from '../reading/title-forms.ts';
import { functionOf, isForeign, isRole, isTitleWord, levelOf, titleOf, withLevels } from '../reading/vocabulary.ts';
import { companiesMeaning, isOfUse, isOfWorkWith } from './companies-asked.ts';
import { filtersOf, isLeading, isOfWork, or, runsOf, wordsIn } from './filters-of.ts';
import { firmAskedIn } from './firm-asked.ts';
import { anyCompanyFormOf, anyFormOf, canonical } from './forms.ts';
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
import { companiesBy, list, type Meaning, nothing, oneCompany, onePerson, peopleBy, several } from './meaning.ts';
import { mentionedIn } from './mentioned.ts';
import { moveIn, once } from './moves.ts';
import {
  choicesOf,
  firmChoices,
  firmLike,
  isCapital,
  isFound,
  livingMeaning,
  nameMeaning,
  namePart,
  nobodyAt,
  personAt,
  recordMeaning,
  rowWith,
  unlessUnchecked,
} from './named.ts';
import { negatedIn } from './negation.ts';
import { asTyped, entriesIn } from './pasted.ts';
import { clearedList } from './pasted-list.ts';
import { type Filters, filtersIn, rangeText, whereOf } from './people-filters.ts';
import { say } from './sentences.ts';
import { isAboutService, isTask } from './service-asked.ts';

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
const meaningOf = async (given: string, graph: LookUps): Promise<Meaning> => {
  const text = withPlaces(asTyped(given));
  if (isAboutService(text)) return nothing(say.nothing);
  const namesakes = await namesakesMeaning(text, graph);
  if (namesakes) return namesakes;
  const entries = await entriesMeaning(entriesIn(text) ?? [], text, graph);
  if (entries) return entries;
  const reading = read(text);
  const [first = rowWith({}, text.trim()), ...others] = reading.rows;
  const row = withEmployer(first);
  if (
    others.length === 1 &&
    row.company === undefined &&
    !text.trim().includes('\n') &&
    /^[^,;@]+,[^,;@]+$/.test(text)
  ) {
    // `Priya Raghunathan, Kestrel Robotics` can also be read as a list of two names.
    const meaning = await nameMeaning(rowWith({ name: row.name ?? '', company: others[0]?.name ?? '' }, text), graph);
    const whom =
      meaning?.kind === 'SEVERAL' || meaning?.kind === 'NOTHING' ? await mentionedIn(text, graph) : undefined;
    if (whom) return whom;
    if (meaning && !(meaning.kind === 'NOTHING' && (meaning.choices ?? []).length === 0)) return meaning;
  }
  if (others.length > 0 || (reading.table && reading.rows.length > 0)) {
    const firms = reading.table && !reading.table.headings ? await firmsMeaning(reading.table, graph) : undefined;
    if (firms) return firms;
    const cleared = await clearedList(text, graph);
    return cleared === given ? list() : list(cleared);
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return nothing(say.nothing);
  if (isExact(row)) return exactMeaning(row, graph);
  const named = row.spans ? undefined : await nameMeaning(row, graph);
  // `Accountants, Amsterdam` and `our contacts at Lumora` look like a name with an employer.
  const [word = 'of', ...further] = (row.name ?? '').split(/\s+/);
  const isName =
    !isFiller(word) &&
    !(/^\p{Ll}/u.test(word) && companySearchIn(row.name ?? '')?.isForCompanies) &&
    !further.some((one) => /^\p{Ll}/u.test(one) && isFiller(one) && !particles.has(one)) &&
    !further.some((one) => /^\p{Ll}/u.test(one) && isRole(one)) &&
    factsIn(row.name ?? '').length === 0 &&
    !once.test(reworded(row.name ?? '')) &&
    careerIn(row.name ?? '', new Date(), false).level === undefined;
  const isSure = named?.kind === 'PERSON' || named?.kind === 'COMPANY';
  const isPlain = !spansOf(row.text).some(({ kind }) => kind !== undefined);
  const other =
    (isSure ? undefined : await listMeaning(row, graph)) ??
    (isSure || !isPlain
      ? undefined
      : ((await mentionedIn(row.text, graph)) ??
        (await firmAskedIn(row.text, graph)) ??
        (isTask(row.text) ? nothing(say.nothing) : undefined)));
  if (other) return other;
  if (named && !(named.kind === 'NOTHING' && !(isName && (named.choices ?? []).length > 0))) return named;
  // A company whose name is cut or misspelt, or that the network does not reach.
  const firm = !row.spans && /\p{L}\s+\S/u.test(row.text) ? await firmLike(row.text, graph) : undefined;
  if (firm !== undefined) return oneCompany(firm);
  // A company by its legal form is no question.
  if (!named && !row.spans && hasLegalForm(row.text) && !companySearchIn(row.text)?.founded)
    return nothing(say.nobody(row.text.trim()));
  const meaning = await questionMeaning(named ? rowWith({}, row.text) : row, graph);
  if (meaning.kind !== 'NOTHING') return meaning;
  const [only, ...rest] = wordsIn(spansOf(row.text));
  const like = only && rest.length === 0 ? await firmLike(only.text, graph) : undefined;
  return like === undefined ? (named ?? meaning) : oneCompany(like);
};

/** `Rania Abu Bakr, la DRH de Lumora` has a title with an employer. */
const withEmployer = (row: Row): Row => {
  const said = row.title === undefined ? row.company : row.company === undefined ? row.title : undefined;
  const [, title = '', company = ''] =
    /^(?:(?:the|der|die|la|le|el|l['’])\s*)?(.*?)\s(?:(?:of|from|at|de|du|del|von|vom|bei)\s|d['’])(\p{Lu}.*)$/u.exec(
      said ?? '',
    ) ?? [];
  const [word = ''] = company.split(' ');
  return row.name === undefined ||
    title === '' ||
    isTitleWord(word) ||
    !(isTitle(title) || titleForms(title).length > 1)
    ? row
    : { ...row, title, company };
};

/** Before a name of several: `how many Ada Moreaus are on file?`. */
const namesakes =
  /^(?:how many|wie ?viele|combien (?:de |d['’])|cu[aá]nt[oa]s|list all|(?:show me |are there )?(?:all|several|other|more)(?: the| our)?|alle|tous les|toutes les|tod[oa]s l[oa]s)\s*((?:\p{Lu}[\p{L}\p{M}'’-]+\s+)(?:(?:\p{Lu}[\p{L}\p{M}'’-]+|v[ao]n|de[rn]?|la|di|da)\s+){0,3}?\p{Lu}[\p{L}\p{M}'’-]+?)(?=\s*[?!.]*$|\s+\p{Ll})/u;

/** Everybody of a name that is in the plural. */
const namesakesMeaning = async (text: string, graph: LookUps): Promise<Meaning | undefined> => {
  const [, name] = namesakes.exec(text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())) ?? [];
  if (name === undefined) return undefined;
  for (const one of new Set([name, name.replace(/['’]?s$/, '')])) {
    const meaning = await recordMeaning(one, graph);
    if (meaning) return meaning;
  }
  return undefined;
};

/** Entries of a list in a line, if half of them are on record. */
const entriesMeaning = async (
  entries: readonly string[],
  text: string,
  graph: LookUps,
): Promise<Meaning | undefined> => {
  const { rows } = read(entries.join('\n'));
  if (rows.length < 2 || (await areTowns(entries, text, graph))) return undefined;
  const { people, companies } = await graph.match(
    rows,
    rows.map(({ name = '', company = name }) => rowWith({ about: 'company', company: name === '' ? company : name })),
  );
  const known = rows.filter((_, at) =>
    [people[at], companies[at]].some((one) => one && (isFound(one) || one.candidates.length > 0)),
  );
  return known.length * 2 >= rows.length ? list(entries.join('\n')) : undefined;
};

/** Whether the heading before a list asks for companies, and its entries are places: `textile mills: Lisbon, Ulm`. */
const areTowns = async (entries: readonly string[], text: string, graph: LookUps): Promise<boolean> => {
  const [head = ''] = text.split(/[:→]|[-=]>/);
  if (head === text || entries.length > 12 || companySearchIn(head) === undefined) return false;
  const counts = await graph.countCompanies(
    Object.fromEntries(entries.map((place) => [place, anyCompanyFormOf({ place })])),
  );
  return Object.values(counts).filter((count) => count > 0).length * 2 > entries.length;
};

/** The firms in the first column of a table without headings. */
const firmsMeaning = async ({ body }: Table, graph: LookUps): Promise<Meaning | undefined> => {
  const names = body.flatMap(({ cells: [name = ''] }) => (name.trim() === '' ? [] : [name.trim()])).slice(0, 100);
  const { companies } = await graph.match(
    [],
    names.map((company) => rowWith({ about: 'company', company })),
  );
  return companies.filter(isFound).length * 2 > names.length ? list(names.join('\n')) : undefined;
};

/** Between names of several. */
const between = /\s*(?:[,;|+/]|\s&\s|\s(?:and|und|et|y|e|or|oder|ou|o|vs\.?)\s)\s*/iu;

/** Names of several people, or of several companies, in a line. */
const listMeaning = async (row: Row, graph: LookUps): Promise<Meaning | undefined> => {
  const names = row.text.split(between).filter((name) => name !== '');
  if (row.spans || names.length < 2) return undefined;
  const { people, companies } = await graph.match(
    names.map((name) => rowWith({ name })),
    names.map((company) => rowWith({ about: 'company', company })),
  );
  const isAnybody = people.every((one) => isFound(one) || one.candidates.length > 0);
  return isAnybody || companies.every(isFound) ? list(names.join('\n')) : undefined;
};

const isExact = ({ id, url, slug, emails, companyUrl, website }: Row): boolean =>
  [id, url, slug, emails, companyUrl, website].some((member) => member !== undefined);

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

/** Words within names that are also words of questions. */
const particles: ReadonlySet<string> = new Set('van der den de la le du di da do dos von zu bin al el y e'.split(' '));

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
const questionMeaning = async (row: Row, graph: LookUps): Promise<Meaning> => {
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
    const isPlain = Object.keys(filters).every((one) => one === 'title' || one === 'function' || one === 'level');
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
      !isTold
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
