import type { TSchema } from 'typebox';
import { catalogues, connectedUsers, type SearchableKind, teamConnections } from '../../../../contract/catalogue.ts';
import { CompanyInfo } from '../../../../contract/record/company.ts';
import { ProfileInfo } from '../../../../contract/record/profile.ts';
import { camelCase } from '../../contract-types.ts';
import type { Clause } from './clause.ts';
import { leafFilters } from './filter.ts';
import { listFilter, objectFilter, shapeFields, type WhereField } from './shape.ts';

const teamConnectionList = listFilter(
  'TeamConnectionListWhere',
  'Conditions on the team’s connections to a person.',
  objectFilter('TeamConnectionWhere', 'Conditions on a connection of the team to a person.', {
    origins: {
      description: 'How it was found, such as `work_overlap`.',
      filter: leafFilters.keyword,
      pathIn: (parent) => `${parent}.origins`,
    },
    teamId: {
      description: 'The team whose connection it is.',
      filter: leafFilters.keyword,
      pathIn: (parent) => `${parent}.team_id`,
    },
  }),
);

/** The typed filter of people. */
export const ProfileWhere = recordFilter(
  'ProfileWhere',
  'Conditions on a person.',
  'profile',
  'profile_info',
  ProfileInfo,
  {
    connectedUsers: {
      description: 'The ids of the team’s connectors who know the person.',
      filter: leafFilters.keyword,
      pathIn: () => connectedUsers,
    },
    teamConnections: {
      description: 'The team’s connections to the person, by how each was found.',
      filter: teamConnectionList,
      pathIn: () => teamConnections,
    },
  },
);

/** The typed filter of companies. */
export const CompanyWhere = recordFilter(
  'CompanyWhere',
  'Conditions on a company.',
  'company',
  'company_info',
  CompanyInfo,
  {},
);

/** An input type, and what is given in it as a query. */
function recordFilter(
  name: string,
  description: string,
  kind: SearchableKind,
  root: string,
  shape: TSchema,
  more: Readonly<Record<string, WhereField>>,
) {
  const fields = { ...shapeFields(shape), ...otherNames(kind, `${root}.`), ...more };
  const { ref, compile } = objectFilter(name, description, fields);
  return { ref, compile: (given: unknown): Clause => compile(given, root) };
}

/** The names beside the members' own, which are those that the interface itself names. */
function otherNames(kind: SearchableKind, root: string): Record<string, WhereField> {
  const { aliases, fields } = catalogues[kind];
  const others: Record<string, WhereField> = {};
  for (const [path, [first]] of aliases) {
    const search = first && fields.get(first)?.kind;
    if (!path.startsWith(root) || (search !== 'text' && search !== 'keyword')) continue;
    others[camelCase(path.slice(root.length))] = {
      description: `As \`${first}\`, under the name that every upstream knows: \`${path}\`.`,
      filter: leafFilters[search],
      pathIn: () => path,
    };
  }
  return others;
}
