import { firmWords, nameWords, wordsOf } from '../../reading/names.ts';
import { read } from '../../reading/read.ts';
import type { Row } from '../../reading/row.ts';
import { type Span, spansOf } from '../../reading/spans.ts';
import { functionOf, isForeign, isTitleWord, levelOf, titleOf } from '../../reading/vocabulary.ts';
import { addressOf, companyAddress, personAddress } from '../frame/address.ts';
import { CountReadings, KindOf, PeopleOnRecord, Resolve, type ResolveQuery } from '../generated/documents.ts';
import { type Filters, filtersIn, whereOf } from '../people/filters.ts';
import { say } from '../sentences.ts';
import type { Choice, Intent } from './intent.ts';
import { type Asker, LookUpFailed, lookUp } from './look-up.ts';
import { companyRowOf, personRowOf } from './match-row.ts';
import { pageFor } from './pages.ts';

type PersonMatch = NonNullable<ResolveQuery['matchPeople']>['rows'][number];
type CompanyMatch = NonNullable<ResolveQuery['matchCompanies']>['rows'][number];

/**
 * Interprets a text, free. A list leads to the page that reads it; an id, link or address to its record; a name to the
 * person or company that the graph matches. In a question, the longest spans that match people and companies are used;
 * titles, places, skills and schools among the other words become filters.
 */
export const interpret = async (text: string, graph: Asker, now: Date): Promise<Intent> => {
  try {
    return await meaningOf(text, graph, now);
  } catch (error) {
    if (error instanceof LookUpFailed) return { kind: 'failed', failure: error.failure };
    throw error;
  }
};

const go = (address: string): Intent => ({ kind: 'go', address });

const meaningOf = async (text: string, graph: Asker, now: Date): Promise<Intent> => {
  const reading = read(text);
  const [row = rowWith({}, text.trim()), ...others] = reading.rows;
  if (others.length === 1 && !text.trim().includes('\n') && /^[^,;@]+,[^,;@]+$/.test(text)) {
    // `Priya Raghunathan, Kestrel Robotics` can also be read as a list of two names.
    const meaning = await nameMeaning(rowWith({ name: row.name ?? '', company: others[0]?.name ?? '' }, text), graph);
    if (meaning && !(meaning.kind === 'none' && (meaning.choices ?? []).length === 0)) return meaning;
  }
  if (others.length > 0 || (reading.table && reading.rows.length > 0)) return { kind: 'list' };
  const page = pageFor(text, now);
  if (page !== undefined) return go(page);
  if (!/[\p{L}\p{N}]/u.test(text)) return { kind: 'none', reason: say.ask.nothing };
  if (isExact(row)) return exactMeaning(row, graph);
  return (row.spans ? undefined : await nameMeaning(row, graph)) ?? questionMeaning(row, graph);
};

const isExact = ({ id, url, slug, emails, companyUrl, website }: Row): boolean =>
  [id, url, slug, emails, companyUrl, website].some((member) => member !== undefined);

const resolve = async (
  people: readonly Parameters<typeof personRowOf>[0][],
  companies: readonly Row[],
  graph: Asker,
) => {
  const { matchPeople, matchCompanies } = await lookUp(
    graph,
    Resolve,
    { people: people.map(personRowOf), companies: companies.map(companyRowOf) },
    ['matchPeople', 'matchCompanies'],
  );
  return { people: matchPeople?.rows ?? [], companies: matchCompanies?.rows ?? [] };
};

/** A row of one cell with these members, as the reader returns it. */
const rowWith = (members: Pick<Row, 'name' | 'company' | 'about'>, text = ''): Row => ({
  line: 1,
  text,
  cells: [],
  ...members,
});

const isFound = ({ state }: { readonly state: string }): boolean => state === 'KNOWN' || state === 'ON_RECORD';

/** @throws a LookUpFailed if a row was not searched */
const unlessUnchecked = ({ state, reason }: PersonMatch | CompanyMatch): void => {
  if (state === 'NOT_CHECKED') throw new LookUpFailed({ reason: 'failed', message: reason ?? '' });
};

const idOf = ({ id, relationship }: PersonMatch): string | undefined => relationship?.profile?.id ?? id ?? undefined;

/** Resolves an id, link, e-mail address or website. */
const exactMeaning = async (row: Row, graph: Asker): Promise<Intent> => {
  if (row.id !== undefined) {
    const { node } = await lookUp(graph, KindOf, { id: row.id }, []);
    return go(node?.__typename === 'Company' ? companyAddress(row.id) : personAddress(row.id));
  }
  const isCompany = row.about === 'company';
  const { people, companies } = await resolve(isCompany ? [] : [row], isCompany ? [row] : [], graph);
  const [person] = people;
  const [company] = companies;
  for (const one of [person, company]) if (one) unlessUnchecked(one);
  if (person && isFound(person)) {
    const id = idOf(person);
    if (id !== undefined) return go(personAddress(id));
  }
  if (person && person.candidates.length > 0) return { kind: 'choose', choices: choicesOf(person) };
  if (company && isFound(company))
    return go(company.id ? companyAddress(company.id) : addressOf('/companies', { website: row.website ?? '' }));
  if (row.website !== undefined) return go(addressOf('/companies', { website: row.website }));
  if (row.emails !== undefined) return { kind: 'none', reason: say.ask.noMail(row.emails[0] ?? '') };
  const slug = row.slug ?? /[^/?#]+(?=[^/]*$)/.exec((row.url ?? row.companyUrl ?? '').replace(/\/+$/, ''))?.[0] ?? '';
  return {
    kind: 'none',
    reason: say.ask.noPage,
    choices: [
      { label: say.ask.further, detail: say.upTo(1), address: isCompany ? companyAddress(slug) : personAddress(slug) },
    ],
  };
};

const choicesOf = ({ candidates }: PersonMatch): readonly Choice[] =>
  candidates.flatMap(({ profile }) =>
    profile
      ? [
          {
            label: profile.fullName ?? say.locked,
            detail: [profile.currentTitle, profile.currentCompanyName].filter(Boolean).join(' · '),
            address: personAddress(profile.id),
          },
        ]
      : [],
  );

const firmChoices = ({ candidates }: CompanyMatch): readonly Choice[] =>
  candidates.map(({ name, website, people }) => ({
    label: name ?? website ?? '',
    detail: say.people(people),
    address: addressOf('/companies', name ? { name } : { website: website ?? '' }),
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
const nameMeaning = async (row: Row, graph: Asker): Promise<Intent | undefined> => {
  if (row.name === undefined && row.company === undefined) return undefined;
  if (row.name?.split(/\s+/).every(isTitleWord)) return undefined;
  const whole = rowWith({ name: row.text.trim() });
  const { people, companies } = await resolve([row], [row.company === undefined ? row : whole], graph);
  const [person] = people;
  const company = withoutShorter(companies[0], row.company === undefined ? (row.name ?? '') : row.text);
  if (company && isFound(company) && !(person && isFound(person) && person.by !== 'NAME'))
    return go(
      company.id ? companyAddress(company.id) : addressOf('/companies', { name: row.name ?? row.company ?? '' }),
    );
  if (!person) return undefined;
  const name = row.name ?? '';
  if (isFound(person) && person.by !== 'NAME') {
    const id = idOf(person);
    if (id !== undefined) return go(personAddress(id));
  }
  if (person.state === 'NOT_CHECKED' && row.company !== undefined) unlessUnchecked(person);
  if (nameWords(name).length < 2)
    return company && company.candidates.length > 0 && row.company === undefined
      ? { kind: 'choose', choices: firmChoices(company) }
      : undefined;
  // Several people may have this name.
  const namesakes = row.company === undefined ? await onRecord(name, graph) : undefined;
  if (namesakes && namesakes.totalCount > 1)
    return go(
      addressOf('/people', { name, ...(isFound(person) || person.candidates.length > 0 ? {} : { scope: 'all' }) }),
    );
  const id = isFound(person) ? idOf(person) : namesakes?.nodes[0]?.id;
  if (id !== undefined && person.candidates.length === 0) return go(personAddress(id));
  if (person.candidates.length > 0) return { kind: 'choose', choices: choicesOf(person) };
  if (row.company !== undefined && row.text !== '') {
    const { companies: firms } = await resolve([], [rowWith({ about: 'company', company: row.company })], graph);
    const [firm] = firms;
    const isKnown = firm && isFound(firm);
    const address = firm?.id ? companyAddress(firm.id) : addressOf('/companies', { name: row.company });
    return {
      kind: 'none',
      reason: say.ask.nobodyAt(name, row.company),
      choices: isKnown ? [{ label: row.company, detail: say.people(firm.people ?? 0), address }] : [],
    };
  }
  if (company && company.candidates.length > 0) return { kind: 'choose', choices: firmChoices(company) };
  return undefined;
};

const onRecord = async (name: string, graph: Asker) => {
  const where = { fullName: { eqIgnoreCase: name } };
  return (await lookUp(graph, PeopleOnRecord, { where }, ['searchProfiles'])).searchProfiles;
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
const notAt = /\b(?:not|except|outside|other than|nicht|sauf|excepto)\b/i;

/** Words of a question that carry no meaning for the search. */
const fillers = new Set(
  `ex former formerly alumni alumnus alums alum once previously used worked except outside not other than folks employees employee staff
  team contacts contact colleagues network open hiring within front pls plz thx guys members member also together studied graduated
  gente mitarbeiter personas personnes ehemalige ehemaliger ancien anciens anciennes antiguos skilled skills experts expert based living
  lives near around located named called here already recommend recommended best good someone somebody
  de du des del da do das dos la le les el il lo di von vom bei chez aus zum zur und et y e`.split(/\s+/),
);

const isFiller = (text: string): boolean => wordsOf(text).every((word) => fillers.has(word));

/** Resolves a question or phrase from the meanings of its parts. */
const questionMeaning = async (row: Row, graph: Asker): Promise<Intent> => {
  const text = row.text.replaceAll(/(?<![\p{L}])ex-(?=\p{L})/giu, 'ex ');
  const spans = spansOf(text);
  const exact = spans.find(({ kind }) => kind !== undefined);
  if (exact) {
    const [only] = read(exact.text).rows;
    if (only && isExact(only)) return exactMeaning(only, graph);
  }
  const words = spans
    .filter((span) => !/\s/.test(span.text) && !isFiller(span.text))
    .toSorted((one, other) => one.start - other.start);
  const named = spans.filter(
    (span) =>
      !span.text.split(/\s+/).every((word) => isTitleWord(word) || isFiller(word) || levelOf(word) !== undefined),
  );
  const { people, companies } = await namesIn(named, graph);
  const persons = people.filter(
    ({ isSure, span }) => isSure && !companies.some((firm) => firm.isSure && longer(firm, span)),
  );
  if (new Set(persons.map(({ person }) => person && idOf(person))).size > 1) return { kind: 'list' };
  const firms = [...companies.filter(({ isSure }) => isSure), ...companies];
  const firm = (await isWithinMore(firms[0], words, spans, graph)) ? undefined : firms[0];
  const [whom] = persons;
  if (whom?.person && (!firm || !overlaps(whom.span, firm.span))) {
    const name = rowWith({ name: whom.span.text, ...(firm && { company: firm.span.text }) });
    const meaning = await nameMeaning(name, graph);
    if (meaning) return meaning;
  }
  const rest = firm ? words.filter(({ start, end }) => end <= firm.span.start || start >= firm.span.end) : words;
  // A name followed by its employer: `Meiling Torres kestrel`.
  if (firm && rest.length > 1 && !rest.some(({ text: word }) => isTitleWord(word))) {
    const name = rest.map(({ text: word }) => word).join(' ');
    const meaning = await nameMeaning(rowWith({ name, company: nameOfFirm(firm) }), graph);
    if (meaning) return meaning;
  }
  const isPast = once.test(text);
  const sure = firm?.isSure ? firm : undefined;
  const { filters, unread } = await filtersOf(sure ? rest : words, spans, graph);
  const near = firm && unread.some((word) => firm.span.text.includes(word)) ? firm : undefined;
  const place = sure ?? near;
  const isHiring = /\bhiring\b/i.test(text);
  const isOpen = /\b(?:open to|looking for (?:a |new )?(?:jobs?|work|roles?)|available)\b/i.test(text);
  if (place) {
    const name = nameOfFirm(place);
    const left = unread.filter((word) => !place.span.text.includes(word));
    const others = { ...filters, ...(isHiring && { hiring: '1' }), ...(isOpen && { open: '1' }) };
    const isPlain = Object.keys(others).every((one) => one === 'title' || one === 'function' || one === 'level');
    if (!isPast && !notAt.test(text) && isPlain && left.length === 0 && (row.spans || rest.length === 0)) {
      const id = place.company?.id;
      if (id) return go(addressOf(companyAddress(id), others));
      if (Object.keys(others).length === 0) return go(addressOf('/companies', { name }));
    }
    const filter: Filters = notAt.test(text) ? { not: name } : isPast ? { past: name } : { company: name };
    return toPeople({ ...others, ...filter }, left);
  }
  const flags = { ...(isHiring && { hiring: '1' }), ...(isOpen && { open: '1' }) };
  if (Object.keys(filters).length > 0 || Object.keys(flags).length > 0)
    return toPeople({ ...filters, ...flags }, unread);
  const [unsure] = people;
  if (unsure?.person) return { kind: 'choose', choices: choicesOf(unsure.person) };
  if (firm?.company) return { kind: 'choose', choices: firmChoices(firm.company) };
  return { kind: 'none', reason: say.ask.nobody(row.text.trim()) };
};

/**
 * Whether a company name of one word is part of a skill, school or place of several, such as `Systems` in `Distributed
 * Systems`.
 */
const isWithinMore = async (
  firm: Known | undefined,
  words: readonly Span[],
  spans: readonly Span[],
  graph: Asker,
): Promise<boolean> => {
  if (!firm || /\s/.test(firm.span.text)) return false;
  const run = runsOf(words, spans).find((some) => some.some((word) => overlaps(word, firm.span))) ?? [];
  const plain = run.filter(({ text }) => !isTitleWord(text));
  if (plain.length < 2) return false;
  const { found } = await bestOf(plain, spans, graph, 2);
  return found.some(([, text]) => text.includes(firm.span.text));
};

const toPeople = (filters: Filters, unread: readonly string[]): Intent =>
  go(addressOf('/people', { ...filtersIn(filters), ...(unread.length > 0 && { ignored: unread.join(' ') }) }));

const nameOfFirm = ({ company, span, isSure }: Known): string =>
  isSure ? span.text : (company?.candidates[0]?.name ?? span.text);

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

const longer = ({ span }: Known, other: Span): boolean =>
  overlaps(span, other) && span.end - span.start >= other.end - other.start;

/** Maximum number of spans that are looked up as names. */
const maxNames = 40;

/** The spans that match people or companies, the longest first, without overlaps. */
const namesIn = async (spans: readonly Span[], graph: Asker) => {
  const some = spans.slice(0, maxNames);
  const names = some.filter(({ text }) => nameWords(text).length > 1);
  const found = await resolve(
    names.map(({ text }) => rowWith({ name: text })),
    some.map(({ text }) => rowWith({ about: 'company', company: text })),
    graph,
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
    return near.length > 0 ? [{ span, company: { ...company, candidates: near }, isSure: false }] : [];
  });
  return { people: longest(people), companies: longest(companies) };
};

const sameAs = (rows: readonly { readonly sameAs: number | null }[], at: number): number => rows[at]?.sameAs ?? at;

const longest = (known: readonly Known[]): readonly Known[] => {
  const kept: Known[] = [];
  for (const one of known.toSorted((a, b) => Number(b.isSure) - Number(a.isSure)))
    if (!kept.some(({ span }) => overlaps(span, one.span))) kept.push(one);
  return kept;
};

/** Maximum number of spans that are counted for each run of words. */
const maxCounted = 8;

/** Converts words to filters: titles and functions by their words, others to the field with the most matches. */
const filtersOf = async (words: readonly Span[], spans: readonly Span[], graph: Asker) => {
  const [titles, others] = [words.filter(isRole), words.filter((word) => !isRole(word))];
  const filters: Partial<Record<keyof Filters, string>> = {};
  const unread: string[] = [];
  const [level] = words.flatMap(({ text }) => levelOf(text) ?? []);
  if (level !== undefined) filters.level = level;
  const titleWords = titles.filter(({ text }) => levelOf(text) === undefined).map(({ text }) => text);
  const title = titleOf(titleWords);
  const work = functionOf(titleWords);
  if (title !== undefined || work !== undefined) {
    const counts = await countsOf(title ?? titleWords.join(' '), work, graph);
    // A single foreign word more often names a function than a title.
    const isWork = titleWords.length === 1 && isForeign(titleWords[0] ?? '') && counts.function > counts.title;
    if (title !== undefined && !isWork && (counts.title > 0 || counts.function === 0)) filters.title = title;
    else if (work !== undefined && counts.function > 0) filters.function = work;
    else if (title !== undefined) filters.title = title;
  } else others.push(...titles.filter(({ text }) => levelOf(text) === undefined));
  for (const run of runsOf(
    others.toSorted((a, b) => a.start - b.start),
    spans,
  )) {
    const { found, left } = await bestOf(run, spans, graph);
    for (const [name, text] of found) filters[name] = filters[name] ? `${filters[name]} & ${text}` : text;
    unread.push(...left);
  }
  return { filters, unread };
};

const isRole = ({ text }: Span): boolean =>
  isTitleWord(text) || levelOf(text) !== undefined || functionOf([text]) !== undefined;

/** Groups words that one span covers, together with the fillers between them. */
const runsOf = (words: readonly Span[], spans: readonly Span[]): readonly (readonly Span[])[] => {
  const runs: Span[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    if (last && spans.some(({ start, end }) => start <= last.start && end >= word.end)) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs;
};

const kinds = ['country', 'skill', 'place', 'school', 'industry', 'title'] as const;

/** The longest parts of a run that match anybody, each as the field with the most matches. */
const bestOf = async (
  run: readonly Span[],
  spans: readonly Span[],
  graph: Asker,
  least = 1,
): Promise<{ readonly found: readonly (readonly [keyof Filters, string])[]; readonly left: readonly string[] }> => {
  let counted = 0;
  for (let length = run.length; length >= least; length -= 1)
    for (let at = 0; at + length <= run.length && counted < maxCounted; at += 1) {
      const some = run.slice(at, at + length);
      const covering = spans.find(({ start, end }) => start === some[0]?.start && end === some.at(-1)?.end);
      const text = covering?.text ?? some.map((word) => word.text).join(' ');
      counted += 1;
      const counts = await countsOf(text, undefined, graph);
      const [best] =
        counts.country > 0 ? (['country'] as const) : kinds.toSorted((one, other) => counts[other] - counts[one]);
      if (!best || counts[best] === 0) continue;
      const [before, after] = [
        await bestOf(run.slice(0, at), spans, graph),
        await bestOf(run.slice(at + length), spans, graph),
      ];
      return {
        found: [...before.found, [best, text], ...after.found],
        left: [...before.left, ...after.left],
      };
    }
  return { found: [], left: run.map(({ text }) => text) };
};

const countsOf = async (text: string, work: string | undefined, graph: Asker) => {
  const of = (filters: Filters) => whereOf(filters) ?? {};
  const variables = {
    title: of({ title: text }),
    function: of({ function: work ?? text }),
    skill: of({ skill: text }),
    place: of({ place: text }),
    country: of({ country: text }),
    school: of({ school: text }),
    industry: of({ industry: text }),
  };
  const data = await lookUp(graph, CountReadings, variables, []);
  // The data service may not index a field; but if all counts are missing, the query has failed.
  if (Object.values(data).every((one) => one === null)) await lookUp(graph, CountReadings, variables, ['title']);
  const total = (member: keyof typeof variables): number => data[member]?.totalCount ?? 0;
  return {
    title: total('title'),
    function: total('function'),
    skill: total('skill'),
    place: total('place'),
    country: total('country'),
    school: total('school'),
    industry: total('industry'),
  };
};
