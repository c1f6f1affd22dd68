import fc from 'fast-check';
import { day, keyword, moment, number, text, words } from './random-records.ts';

/** Random clauses on single fields. */

export const minimum = fc.constantFrom(
  0,
  1,
  2,
  3,
  5,
  '2',
  -1,
  -2,
  '50%',
  '34%',
  '75%',
  '-25%',
  '-60%',
  '200%',
  '1<50%',
  '2<-1 3<50%',
);
export const flags = { case_insensitive: fc.boolean() };
export const optional = { requiredKeys: [] };

/** The short form of a clause, or its long one with options. */
export const forms = <T>(
  valueName: string,
  value: fc.Arbitrary<T>,
  options: Record<string, fc.Arbitrary<unknown>> = {},
) =>
  fc.oneof(
    value,
    fc
      .tuple(value, fc.record({ ...options, boost: fc.constant(2), _name: fc.constant('x') }, optional))
      .map(([content, chosen]) => ({ [valueName]: content, ...chosen })),
  );

/** A clause on one of the fields; none where there is no such field. */
export const on = <T>(clause: string, fields: readonly string[], content: fc.Arbitrary<T>) =>
  fields.length === 0
    ? undefined
    : fc.tuple(fc.constantFrom(...fields), content).map(([field, value]): object => ({ [clause]: { [field]: value } }));

const cut = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.nat(4)).map(([full, length]) => [...full].slice(0, length).join(''));
/** A value with some of its characters made wildcards, never the first; a literal one is escaped. */
const pattern = fc
  .tuple(keyword, fc.array(fc.constantFrom('*', '?', '', ''), { maxLength: 12 }))
  .map(([value, marks]) =>
    [...(value || 'a')]
      .map((letter, index) => (index > 0 && marks[index]) || (/[*?\\]/.test(letter) ? `\\${letter}` : letter))
      .join(''),
  );
const dateText = fc.oneof(day, moment, fc.constantFrom('2020', '2020-02', '1970', '2019-12'));
/** Either end of a range, each at most once. */
const range = <T>(bound: fc.Arbitrary<T>) =>
  fc
    .tuple(fc.constantFrom('gt', 'gte', undefined), bound, fc.constantFrom('lt', 'lte', undefined), bound)
    .filter(([from, , to]) => from !== undefined || to !== undefined)
    .map(([from, low, to, high]) => ({ ...(from && { [from]: low }), ...(to && { [to]: high }) }));

/** Fields by kind, as seen from one place. */
export interface Fields {
  readonly keywords: readonly string[];
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly dates: readonly string[];
  readonly flags: readonly string[];
  readonly objects: readonly string[];
}

const path = (root: string, names: string) => names.split(' ').map((name) => `${root}.${name}`);
export const recordFields: Fields = {
  keywords: path(
    'profile_info',
    'location_country skills work_email emails full_name.keyword job_title.keyword xnet_usernames',
  ),
  texts: path('profile_info', 'full_name headline job_title certifications.name'),
  numbers: path('profile_info', 'current_company_size.min current_company_size.max'),
  dates: path('profile_info', 'latest_role_change_at updated_at'),
  flags: path('profile_info', 'hiring'),
  objects: path('profile_info', 'current_company_size certifications'),
};
export const experienceFields: Fields = {
  keywords: path('profile_info.experience', 'function company.industries title.keyword'),
  texts: path('profile_info.experience', 'title'),
  numbers: path('profile_info.experience', 'company.size.min'),
  dates: path('profile_info.experience', 'start_date'),
  flags: path('profile_info.experience', 'is_current'),
  objects: ['profile_info.experience.company', 'profile_info.experience'],
};

export const accountFields: Fields = {
  keywords: path('profile_info.social_media', 'network slug'),
  texts: [],
  numbers: ['profile_info.social_media.followers'],
  dates: [],
  flags: [],
  objects: ['profile_info.social_media'],
};

export function clausesOn({ keywords, texts, numbers, dates, flags: booleans, objects }: Fields): fc.Arbitrary<object> {
  const strings = [...keywords, ...texts];
  const word = fc.oneof(
    keyword,
    fc.constantFrom(...words),
    fc.constantFrom(...words).map((one) => one.toLowerCase()),
  );
  const match = { operator: fc.constantFrom('or', 'and'), minimum_should_match: minimum };
  const short = fc
    .array(fc.constantFrom('data', 'platform', 'lead', ...words), { minLength: 2, maxLength: 2 })
    .map((two) => two.join(' '));
  const clauses = [
    on('term', strings, forms('value', word, flags)),
    on('term', numbers, forms('value', fc.oneof(number, number.map(String)))),
    on('term', booleans, forms('value', fc.constantFrom(true, false, 'true'))),
    on('term', dates, forms('value', dateText)),
    on('terms', strings, fc.array(word, { maxLength: 4 })),
    on('terms', numbers, fc.array(number, { maxLength: 4 })),
    on('terms', dates, fc.array(dateText, { maxLength: 3 })),
    on('match', texts, forms('query', text, match)),
    on('match', keywords, forms('query', keyword)),
    on('match_phrase', texts, forms('query', fc.oneof(short, text))),
    on('range', numbers, range(number)),
    on('range', dates, range(dateText)),
    on('prefix', strings, forms('value', cut(word), flags)),
    on('wildcard', strings, forms('value', pattern, flags)),
    existsOf([...strings, ...numbers, ...dates, ...booleans, ...objects]),
    multiMatch(texts, short),
  ];
  return fc.oneof(...clauses.filter((clause) => clause !== undefined));
}

/** Clauses that are one token each. */
export const plainClauses = ({ keywords, texts }: Fields): fc.Arbitrary<object> =>
  fc.oneof(
    existsOf([...keywords, ...texts]),
    ...keywords.map((field) => keyword.map((value) => ({ term: { [field]: value } }))),
  );

const existsOf = (fields: readonly string[]): fc.Arbitrary<object> =>
  fc.constantFrom(...fields).map((field) => ({ exists: { field } }));

function multiMatch(texts: readonly string[], short: fc.Arbitrary<string>): fc.Arbitrary<object> | undefined {
  if (texts.length === 0) return undefined;
  const fields = fc.uniqueArray(fc.constantFrom(...texts, ...texts.map((one) => `${one}^2`)), { minLength: 1 });
  const members = {
    query: fc.oneof(short, text),
    fields,
    type: fc.constantFrom('best_fields', 'most_fields', 'phrase'),
    operator: fc.constantFrom('or', 'and'),
  };
  return fc.record(members, { requiredKeys: ['query', 'fields'] }).map((body) => ({ multi_match: body }));
}
