import type { QueryDsl } from '../../../contract/operation/parts.ts';
import type { OperationState } from '../../operation/operation-state.ts';
import type { Builder } from '../builder.ts';
import { readDsl } from './dsl/read.ts';
import { allOf } from './where/clause.ts';
import { addWhere } from './where/where.ts';

/** What a caller filters by: typed, in the interface's own DSL, or both. */
export interface Filtering {
  readonly where?: unknown;
  readonly dsl?: unknown;
}

/** The arguments that filter people, or companies, and the query that they make. */
export function addFilters(builder: Builder) {
  const where = addWhere(builder);
  const of = (kind: keyof typeof where) => ({
    args: () =>
      builder.args((t) => ({
        where: t.field({ type: where[kind].ref, description: 'What must hold; left out, nothing is asked.' }),
        dsl: t.field({
          type: 'JSON',
          description: 'A query in the interface’s own DSL; what it asks must hold beside `where`.',
        }),
      })),
    /**
     * One query of the caller's filters and a link's own clause; undefined where none of them asks anything. What is
     * doubtful in `dsl` is told in the operation's warnings.
     *
     * @throws a BAD_USER_INPUT error when `dsl` can be no query
     */
    query: ({ warnings }: OperationState, given: Filtering, within?: QueryDsl): QueryDsl | undefined =>
      allOf([within, where[kind].compile(given.where), readDsl(kind, given.dsl, (sentence) => warnings.add(sentence))]),
  });
  return { profile: of('profile'), company: of('company') };
}
