import { isObject } from '../../../contract/json.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { builder, type FieldBuilder } from '../../schema/builder.ts';
import { CompanySearchConnection } from '../search/company-search.ts';
import type { QueriedPage } from '../search/page-type.ts';
import { ProfileSearchConnection } from '../search/profile-search.ts';
import { RelationshipConnection } from '../search/relationship-search.ts';
import { fieldOfPath } from '../search/where/documented-path.ts';

/** A condition of a search, and how many the search would find without it. */
interface Emptying {
  readonly condition: QueryDsl;
  readonly count: number;
}

/** Maximum number of conditions that are tried, one free call each. */
const maxConditions = 8;

const EmptyingCondition = builder.objectRef<Emptying>('EmptyingCondition').implement({
  description: 'A condition of a search that found nothing, without which it would find something.',
  fields: (t) => ({
    field: t.string({
      description:
        'The first field that the condition is on, as in `where`, such as `locationCountry`; null if it is on none.',
      resolve: ({ condition }) => fieldIn(condition),
    }),
    condition: t.expose('condition', {
      type: 'JSON',
      nullable: false,
      description: 'The condition, in the data service’s query language.',
    }),
    countWithout: t.exposeInt('count', {
      nullable: false,
      description: 'How many the search would find without this condition.',
    }),
  }),
});

/** The conditions of a query without which it finds something; those that most results fail come first. */
async function emptyingConditions(
  query: QueryDsl,
  count: (query: QueryDsl) => Promise<number>,
): Promise<readonly Emptying[]> {
  const conditions = conjunctsOf(query);
  const counted = await Promise.all(
    conditions.slice(0, maxConditions).map(async (condition) => {
      const others = conditions.filter((other) => other !== condition);
      return { condition, count: await count(others.length > 0 ? { bool: { filter: others } } : { match_all: {} }) };
    }),
  );
  return counted.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count);
}

/** The conditions that must all hold. */
export function conjunctsOf(query: QueryDsl): readonly QueryDsl[] {
  const [[name, body] = ['', undefined], ...more] = Object.entries(query);
  if (name !== 'bool' || more.length > 0 || !isObject(body)) return [query];
  const { filter, must, ...others } = body;
  if (Object.keys(others).length > 0) return [query];
  return [filter ?? [], must ?? []].flat().flatMap((clause) => (isObject(clause) ? conjunctsOf(clause) : []));
}

/** The first field of a clause, as `where` names it. */
function fieldIn(clause: unknown): string | undefined {
  if (Array.isArray(clause)) {
    for (const one of clause) {
      const found = fieldIn(one);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(clause)) return undefined;
  const { field, path: _list, ...rest } = clause;
  const path = typeof field === 'string' ? field : Object.keys(rest).find((key) => key.includes('.'));
  if (path !== undefined) return fieldOfPath(path);
  return fieldIn(Object.values(rest));
}

const emptiedBy = (t: FieldBuilder<QueriedPage<unknown>>) =>
  t.field({
    type: [EmptyingCondition],
    callsEach: () => maxConditions,
    description:
      'The conditions without which an empty search would find something, by at most eight free counts, made only if this field is selected. Null if it found something.',
    resolve: ({ totalCount, query, count }) =>
      totalCount > 0 || !query || !count ? null : emptyingConditions(query, count),
  });

builder.objectField(ProfileSearchConnection, 'emptiedBy', emptiedBy);
builder.objectField(CompanySearchConnection, 'emptiedBy', emptiedBy);
builder.objectField(RelationshipConnection, 'emptiedBy', emptiedBy);
