import { withoutAccents } from '../../../client/folded-names.ts';
import { emailsPath } from '../../../contract/catalogue.ts';
import { allOf, anyOf } from '../../../contract/clause.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { websiteSpellings } from '../../../contract/website.ts';
import { foldAccents } from '../../../reading/fold-accents.ts';
import { nameWords } from '../../../reading/names.ts';
import { formsOf } from '../../../reading/nicknames.ts';
import type { Row } from './row.ts';

const namePath = 'profile_info.full_name';
const employerPath = 'profile_info.current_company_name';
const employers = 'profile_info.experience';
/** These are documented by the interface. */
const websitePath = 'profile_info.current_company_website';
const idPath = 'profile_info.id';

const either = (clauses: readonly QueryDsl[]): QueryDsl => anyOf(clauses) ?? { match_none: {} };
const all = (clauses: readonly QueryDsl[]): QueryDsl => allOf(clauses) ?? { match_all: {} };

const hasWords = (path: string, words: readonly string[], operator: 'and' | 'or'): QueryDsl =>
  withoutAccents(path, (on) => ({ match: { [on]: { query: words.join(' '), operator } } }));

/**
 * The words of a row's name as they are written, in the order of `nameWords`: without titles and degrees, but with
 * accents, for fields that do not fold them.
 */
function writtenName({ name = '', nameWords: folded }: Row): string {
  const places = new Map(folded.toReversed().map((word, at) => [word, folded.length - 1 - at]));
  const placeOf = (token: string): number | undefined => {
    const [first] = nameWords(token);
    return first === undefined ? undefined : places.get(first);
  };
  const tokens = name
    .split(/[\s,;]+/)
    .map((token) => token.replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}.]+$/gu, ''))
    .flatMap((token) => {
      const place = placeOf(token);
      return place === undefined ? [] : [{ token, place }];
    });
  return (
    tokens
      .toSorted((a, b) => a.place - b.place)
      .map(({ token }) => token)
      .join(' ') || folded.join(' ')
  );
}

/** The words of rows' names, both as written and folded, so that fields of either kind find them. */
const wordsOf = (rows: readonly Row[]): readonly string[] => [
  ...new Set(
    rows.flatMap((row) => [
      ...row.nameWords,
      ...(writtenName(row)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []),
    ]),
  ),
];

/** People who have any word of the rows' names, nicknames included. */
export const hasAnyWord = (rows: readonly Row[]): QueryDsl =>
  hasWords(namePath, [...new Set(wordsOf(rows).flatMap((word) => [word, ...formsOf(foldAccents(word))]))], 'or');

const worksAt = ({ site, firmWords }: Pick<Row, 'site' | 'firmWords'>): readonly QueryDsl[] => [
  ...(site === undefined ? [] : [{ terms: { [websitePath]: [...websiteSpellings(site)] } }]),
  ...(firmWords.length === 0 ? [] : [hasWords(employerPath, firmWords, 'and')]),
];

const hasWholeName = (row: Row): QueryDsl =>
  withoutAccents(namePath, (on) => ({ match: { [on]: { query: writtenName(row), operator: 'and' } } }));

/** People of whom a row's employer and any word of its name are; without an employer, all words of the name. */
export const named = (row: Row): QueryDsl => {
  const employer = worksAt(row);
  return employer.length === 0 ? hasWholeName(row) : all([hasWords(namePath, wordsOf([row]), 'or'), either(employer)]);
};

/**
 * People who may be a row's though none is `named`: of the name, but at other employers; without an employer, of a name
 * with a nickname, without one word, or with a word that is misspelled after its first letters.
 *
 * @param letters undefined: a data service may not search by beginnings of words
 */
export function elsewhere(row: Row, letters?: number): QueryDsl {
  const words = row.nameWords;
  if (worksAt(row).length > 0 || words.length < 2) return hasWholeName(row);
  const misspelled =
    words.length > 2
      ? words.map((_, at) => hasWords(namePath, words.toSpliced(at, 1), 'and'))
      : letters === undefined
        ? []
        : words.map((word, at) =>
            withoutAccents(namePath, (on) => ({
              match_bool_prefix: { [on]: { query: `${words[1 - at]} ${word.slice(0, letters)}`, operator: 'and' } },
            })),
          );
  const nicknames = words.flatMap((word, at) =>
    formsOf(word)
      .slice(0, 3)
      .map((form) => hasWords(namePath, words.with(at, form), 'and')),
  );
  return either([...misspelled, ...nicknames]);
}

/** People with one of the addresses: exactly as given or in lower case, or in any case. */
export const hasEmail = (rows: readonly Row[], ignoreCase: boolean): QueryDsl => {
  const addresses = [...new Set(rows.flatMap(({ addresses }) => addresses))];
  return ignoreCase
    ? either(
        rows
          .flatMap(({ emails }) => emails)
          .map((value) => ({ term: { [emailsPath]: { value, case_insensitive: true } } })),
      )
    : { terms: { [emailsPath]: addresses } };
};

export const isOneOf = (ids: readonly string[]): QueryDsl => ({ terms: { [idPath]: [...ids] } });

/** Which people once worked for the row's employer. */
export const onceAt = (ids: readonly string[], row: Row): QueryDsl => {
  const names = row.firmWords.length > 0 ? [hasWords(`${employers}.company.name`, row.firmWords, 'and')] : [];
  const sites =
    row.site === undefined ? [] : [{ terms: { [`${employers}.company.websites`]: [...websiteSpellings(row.site)] } }];
  return all([isOneOf(ids), { nested: { path: employers, query: either([...names, ...sites]) } }]);
};

/** Which people live at the row's place: a town, region or country. */
export const livesAt = (ids: readonly string[], { place = '' }: Row): QueryDsl => {
  const [town = ''] = place.split(',');
  return all([
    isOneOf(ids),
    either([
      ...['location_locality', 'location_region', 'location_country'].map((member) => ({
        term: { [`profile_info.${member}`]: { value: town.trim(), case_insensitive: true } },
      })),
      { match: { 'profile_info.current_location': { query: town, operator: 'and' } } },
    ]),
  ]);
};

/** Records whose name is exactly the row's: compared by the data service, since a search among all records returns ids alone. */
export function isCalled(row: Row): QueryDsl {
  const written = writtenName(row);
  return either(
    [...new Set([row.name ?? written, written, row.nameWords.join(' ')])].map((name) => ({
      term: { [`${namePath}.keyword`]: { value: name, case_insensitive: true } },
    })),
  );
}

/** Records whose name is exactly the row's, and whose employer is. */
export function isNamed(row: Row): QueryDsl {
  const { site, firmWords, mailHost } = row;
  return all([isCalled(row), either(worksAt(firmWords.length > 0 ? row : { site: site ?? mailHost, firmWords }))]);
}
