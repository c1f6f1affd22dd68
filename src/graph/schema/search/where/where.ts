import type { TSchema } from 'typebox';
import { catalogues, connectedUsers, type SearchableKind, teamConnections } from '../../../../contract/catalogue.ts';
import { CompanyInfo } from '../../../../contract/record/company.ts';
import { ProfileInfo } from '../../../../contract/record/profile.ts';
import type { Builder } from '../../builder.ts';
import { camelCase } from '../../contract-types.ts';
import type { Clause } from './clause.ts';
import { type WhereField, WhereShapes } from './shape.ts';

/** The typed filters of people and of companies: an input type each, and what is given in it as a query. */
export function addWhere(builder: Builder) {
  const shapes = new WhereShapes(builder);
  return {
    profile: ofRecord('ProfileWhere', 'Which people.', 'profile', 'profile_info', ProfileInfo, {
      connectedUsers: {
        description: 'The ids of the team’s connectors who know the person.',
        filter: shapes.leaf.keyword,
        pathIn: () => connectedUsers,
      },
      teamConnections: {
        description: 'The team’s connections to the person, by how each was found.',
        filter: teamConnectionList(shapes),
        pathIn: () => teamConnections,
      },
    }),
    company: ofRecord('CompanyWhere', 'Which companies.', 'company', 'company_info', CompanyInfo, {}),
  };

  function ofRecord(
    name: string,
    description: string,
    kind: SearchableKind,
    root: string,
    shape: TSchema,
    more: Readonly<Record<string, WhereField>>,
  ) {
    const fields = { ...shapes.fields(shape), ...otherNames(shapes, kind, `${root}.`), ...more };
    const { ref, compile } = shapes.object(name, description, fields);
    return { ref, compile: (given: unknown): Clause => compile(given, root) };
  }
}

/** The names beside the members' own, which are those that the interface itself names. */
function otherNames(shapes: WhereShapes, kind: SearchableKind, root: string): Record<string, WhereField> {
  const { aliases, fields } = catalogues[kind];
  const others: Record<string, WhereField> = {};
  for (const [path, [first]] of aliases) {
    const search = first && fields.get(first)?.kind;
    if (!path.startsWith(root) || (search !== 'text' && search !== 'keyword')) continue;
    others[camelCase(path.slice(root.length))] = {
      description: `As \`${first}\`, under the name that every upstream knows: \`${path}\`.`,
      filter: shapes.leaf[search],
      pathIn: () => path,
    };
  }
  return others;
}

const teamConnectionList = (shapes: WhereShapes) =>
  shapes.list(
    'TeamConnectionListWhere',
    'On the team’s connections to a person.',
    shapes.object('TeamConnectionWhere', 'On one connection of the team.', {
      origins: {
        description: 'How it was found, such as `work_overlap`.',
        filter: shapes.leaf.keyword,
        pathIn: (parent) => `${parent}.origins`,
      },
      teamId: {
        description: 'The team whose connection it is.',
        filter: shapes.leaf.keyword,
        pathIn: (parent) => `${parent}.team_id`,
      },
    }),
  );
