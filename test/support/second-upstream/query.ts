/** A record, with what a team knows of it, as the contrary upstream searches it. */
export type Searched = Readonly<Record<string, unknown>>;

/** A query that this upstream does not take. */
export class Untaken extends Error {}

/** Whether a record matches: a small reading of the engine style's clauses, of no more than the graph itself sends. */
export function matches(query: unknown, record: Searched): boolean {
  const [[name, body] = ['', undefined], ...more] = Object.entries(objectOf(query));
  const clause = clauses[name];
  if (!clause || more.length > 0) throw new Untaken(`no such thing as ${name || 'nothing'}`);
  return clause(body, record);
}

/** The paths that the specification names as searchable: an upstream need know no others. */
const specified: ReadonlySet<string> = new Set([
  'profile_info.job_title',
  'profile_info.current_company_website',
  'profile_info.emails',
  'company_info.industry',
  'connected_users',
  'team_connections',
  'team_connections.origins',
  'team_connections.team_id',
]);

/** Refuses a query of paths that the specification does not name. */
export function takeSpecifiedPaths(query: unknown): void {
  for (const [name, body] of Object.entries(objectOf(query))) {
    if (name === 'bool') for (const clause of Object.values(objectOf(body))) listOf(clause).forEach(takeSpecifiedPaths);
    else {
      const { field, path, query: inner } = objectOf(body);
      const [asked] =
        name === 'match_all'
          ? []
          : name === 'exists'
            ? [field]
            : name === 'nested'
              ? [path]
              : Object.keys(objectOf(body));
      if (asked !== undefined && !specified.has(String(asked))) throw new Untaken(`${asked} is not for searching`);
      if (name === 'nested') takeSpecifiedPaths(inner);
    }
  }
}

type Clause = (body: unknown, record: Searched) => boolean;

const clauses: Readonly<Record<string, Clause>> = {
  match_all: () => true,
  term: onField((values, wanted) => {
    const asCompared = (value: unknown) =>
      objectOf(wanted).case_insensitive === true ? String(value).toLowerCase() : value;
    return values.some((value) => asCompared(value) === asCompared(plainly(wanted)));
  }),
  terms: onField((values, wanted) => values.some((value) => setOf(wanted).has(value))),
  prefix: onField((values, wanted) => values.some((value) => String(value).startsWith(String(plainly(wanted))))),
  match: onField((values, wanted) => {
    const { query = wanted, operator = 'or' } = objectOf(wanted);
    const words = wordsOf(query);
    return values.some((value) => {
      const has = (word: string) => wordsOf(value).includes(word);
      return operator === 'and' ? words.every(has) : words.some(has);
    });
  }),
  match_phrase: onField((values, wanted) =>
    values.some((value) => ` ${wordsOf(value).join(' ')} `.includes(` ${wordsOf(wanted).join(' ')} `)),
  ),
  range: onField((values, wanted) =>
    values.some((value) =>
      Object.entries(objectOf(wanted)).every(([bound, limit]) => {
        const [one, other] = typeof limit === 'number' ? [Number(value), limit] : [timeOf(value), timeOf(limit)];
        return bound === 'gt'
          ? one > other
          : bound === 'gte'
            ? one >= other
            : bound === 'lt'
              ? one < other
              : one <= other;
      }),
    ),
  ),
  exists: (body, record) => valuesAt(record, String(objectOf(body).field)).length > 0,
  nested: (body, record) => {
    const { path, query } = objectOf(body);
    return elementsAt(record, String(path)).some((element) => matches(query, within(String(path), element)));
  },
  bool: (body, record) => {
    const { must, filter, should, must_not: not, minimum_should_match: least = 1 } = objectOf(body);
    const all = [...listOf(must), ...listOf(filter)];
    const some = listOf(should);
    return (
      all.every((one) => matches(one, record)) &&
      !listOf(not).some((one) => matches(one, record)) &&
      (some.length === 0 || some.filter((one) => matches(one, record)).length >= Number(least))
    );
  },
};

function onField(holds: (values: readonly unknown[], wanted: unknown) => boolean): Clause {
  return (body, record) => {
    const [[path, wanted] = ['', undefined]] = Object.entries(objectOf(body));
    return holds(valuesAt(record, path), wanted);
  };
}

/** Fields that the interface names otherwise than the record does. */
const names: Readonly<Record<string, readonly string[]>> = {
  'profile_info.job_title': ['profile_info.current_title'],
  'profile_info.emails': ['profile_info.work_email', 'profile_info.personal_emails'],
  'profile_info.current_company_website': ['profile_info.current_company_websites'],
  'company_info.industry': ['company_info.industries'],
};

/** A text's whole value is at `path.keyword`, too. */
const valuesAt = (record: Searched, path: string): readonly unknown[] =>
  (names[plainPath(path)] ?? [plainPath(path)])
    .flatMap((one) => elementsAt(record, one))
    .filter((value) => value !== null && value !== undefined);

const plainPath = (path: string): string => path.replace(/\.keyword$/, '');

const elementsAt = (record: unknown, path: string): readonly unknown[] =>
  path
    .split('.')
    .reduce<readonly unknown[]>((found, name) => found.flatMap((one) => objectOf(one)[name] ?? []), [record]);

/** A record that holds nothing but one element of a list. */
const within = (path: string, element: unknown): Searched =>
  objectOf(path.split('.').reduceRight((inner: unknown, name) => ({ [name]: inner }), element));

const plainly = (wanted: unknown): unknown => (typeof wanted === 'object' ? objectOf(wanted).value : wanted);
const wordsOf = (value: unknown): readonly string[] =>
  String(value)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const timeOf = (value: unknown): number => Date.parse(String(value));
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
/** A list may name a thousand, of whom each record is asked. */
const sets = new WeakMap<object, ReadonlySet<unknown>>();
function setOf(wanted: unknown): ReadonlySet<unknown> {
  if (typeof wanted !== 'object' || wanted === null) return new Set([wanted]);
  const known = sets.get(wanted) ?? new Set(listOf(wanted));
  sets.set(wanted, known);
  return known;
}
const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
