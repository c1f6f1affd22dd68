import { careerIn, reworded } from '../reading/careers.ts';
import { companySearchIn } from '../reading/company-search.ts';
import { andWords, orWords } from '../reading/conjunctions.ts';
import { factsIn } from '../reading/facts.ts';
import { isFiller } from '../reading/fillers.ts';
import { hasLegalForm } from '../reading/names.ts';
import { withPlaces } from '../reading/place-words.ts';
import { read } from '../reading/read.ts';
import type { Row } from '../reading/row.ts';
import { spansOf } from '../reading/spans.ts';
import type { Table } from '../reading/table.ts';
import { isTitle } from '../reading/title.ts';
import { titleForms } from '../reading/title-forms.ts';
import { isRole, isTitleWord } from '../reading/vocabulary.ts';
import { exactMeaning, isExact } from './exact.ts';
import { wordsIn } from './filters-of.ts';
import { firmAskedIn } from './firm-asked.ts';
import { anyCompanyFormOf, canonical } from './forms.ts';
import type { LookUps } from './look-ups.ts';
import { list, type Meaning, nothing, oneCompany } from './meaning.ts';
import { mentionedIn } from './mentioned.ts';
import { once } from './moves.ts';
import { firmLike, isFound, nameMeaning, recordMeaning, rowWith } from './named.ts';
import { asTyped, entriesIn } from './pasted.ts';
import { clearedList } from './pasted-list.ts';
import { questionMeaning } from './question.ts';
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
const between = new RegExp(String.raw`\s*(?:[,;|+/]|\s(?:${orWords}|${andWords}|vs\.?)\s)\s*`, 'iu');

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

/** Words within names that are also words of questions. */
const particles: ReadonlySet<string> = new Set('van der den de la le du di da do dos von zu bin al el y e'.split(' '));
