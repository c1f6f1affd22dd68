import type { TSchema } from 'typebox';
import { connectedUsers, emailsPath, teamConnections } from '../../../../contract/catalogue.ts';
import type { Clause } from '../../../../contract/clause.ts';
import { CompanyInfo } from '../../../../contract/record/company.ts';
import { ProfileInfo } from '../../../../contract/record/profile.ts';
import { invalidArgument } from '../../../errors.ts';
import { searchPathOf } from './documented-path.ts';
import { idFilter, leafFilters } from './filter.ts';
import { listFilter, objectFilter, shapeFields, type WhereField } from './shape.ts';

const teamConnectionList = listFilter(
  'TeamConnectionListWhere',
  'Conditions on the team’s connections to a person.',
  objectFilter('TeamConnectionWhere', 'Conditions on a connection of the team to a person.', {
    origins: {
      description:
        'How the connection was found, such as `work_overlap`, in the words of `sources { origin }`; the data service’s own words for queries, such as `overlaps`, are accepted as well.',
      filter: leafFilters.keyword,
      pathIn: (parent) => `${parent}.origins`,
    },
    teamId: {
      description: 'The uuid of the team whose connection it is, such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`.',
      filter: idFilter,
      pathIn: (parent) => `${parent}.team_id`,
    },
  }),
);

/** The typed filter of people. */
export const ProfileWhere = recordFilter('ProfileWhere', 'Conditions on a person.', 'profile_info', ProfileInfo, {
  connectedUsers: {
    description:
      'The ids of the team’s connectors who know the person, such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`.',
    filter: idFilter,
    pathIn: () => connectedUsers,
  },
  emails: {
    description:
      'All e-mail addresses, at work and private, such as `ada@brightwater.example`: `workEmail` and `personalEmails` together.',
    filter: leafFilters.keyword,
    pathIn: () => emailsPath,
  },
  teamConnections: {
    description: 'The team’s connections to the person, by how each was found.',
    filter: teamConnectionList,
    pathIn: () => teamConnections,
  },
});

/** The typed filter of companies. */
export const CompanyWhere = recordFilter('CompanyWhere', 'Conditions on a company.', 'company_info', CompanyInfo, {});

/** An input type for a kind of record, and the function that compiles its values to a query. */
function recordFilter(
  name: string,
  description: string,
  root: string,
  shape: TSchema,
  more: Readonly<Record<string, WhereField>>,
) {
  const fields = { ...ownFields(root, shape), ...more };
  const { ref, compile } = objectFilter(name, description, fields);
  return {
    ref,
    compile(given: unknown): Clause {
      refuseDeep(given);
      return compile(given, root, 'where');
    },
  };
}

/** Maximum nesting of a `where`: it is compiled, and its query read, by recursion. */
const maxLevels = 200;

/** @throws a BAD_USER_INPUT error for conditions that are nested too deeply */
function refuseDeep(given: unknown): void {
  let level = [given];
  for (let levels = 0; level.length > 0; levels += 1) {
    if (levels > maxLevels) throw invalidArgument('where', `must be nested at most ${maxLevels} deep, but is deeper.`);
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}

/** The fields that filter a record's own members. */
function ownFields(root: string, shape: TSchema): Readonly<Record<string, WhereField>> {
  return Object.fromEntries(
    Object.entries(shapeFields(shape)).map(([name, field]) => {
      const path = searchPathOf(field.pathIn(root));
      return [name, { ...field, pathIn: () => path }];
    }),
  );
}
