import type { GraphQLSchema } from 'graphql';
import { employerCoversCompany } from '../../contract/coverage.ts';
import { loadForSelection } from '../operation/load-for-selection.ts';
import { type Builder, newBuilder } from './builder.ts';
import { addCompanyLookup } from './company/company-lookup.ts';
import { companyOfExperience } from './company/company-reference.ts';
import { addCompanyType } from './company/company-type.ts';
import { addCompleteness } from './completeness.ts';
import { ContractTypes, type Links } from './contract-types.ts';
import { addCredits } from './credits.ts';
import { addFederation } from './federation/federation-types.ts';
import { addForgetRecords } from './forget-records.ts';
import { addIntroPaths } from './intro-path/intro-path-type.ts';
import { addIntroTarget } from './intro-path/intro-target.ts';
import { addConnectorSubscription } from './mapping/connectors-subscription.ts';
import { addNetworkMap } from './mapping/mapping-types.ts';
import { addTaskSubscription } from './mapping/task-subscription.ts';
import { addProfileLookup } from './profile/profile-lookup.ts';
import { addProfileType, fullDescription } from './profile/profile-type.ts';
import { addLookupFailures } from './record-lookup.ts';
import { addConnectionOrder } from './relationship/connection-order.ts';
import { addRelationshipTypes } from './relationship/relationship-types.ts';
import { addScalars } from './scalars.ts';
import { addSearch } from './search/search.ts';
import { addTeamMutations } from './team/team-mutations.ts';
import { reads } from './team/team-queries.ts';
import { addTeamType } from './team/team-type.ts';

/** A career entry's employer: what the entry tells of it is free, its company may cost a credit. */
const experienceLinks: Links = (t) => ({
  company: t.field({
    type: 'Company',
    description: 'The employer as a company; what the entry tells of it is free.',
    covers: employerCoversCompany,
    args: { full: t.arg.boolean({ defaultValue: false, description: fullDescription }) },
    resolve: ({ scope, value }, { full }, _context, info) => {
      const company = companyOfExperience(scope, value);
      return company && loadForSelection(company, info, full ?? false);
    },
  }),
});

type SchemaTypes = Builder['$inferSchemaTypes'];

/**
 * A query's field builder makes fields as an object's does; Pothos keeps the two apart by type alone, so that plugins
 * can give them other options, and there are no plugins here.
 */
const asObject = (t: PothosSchemaTypes.QueryFieldBuilder<SchemaTypes, SchemaTypes['Root']>) =>
  t as unknown as PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, SchemaTypes['Root']>;

/** The graph's schema; made once a process. */
export function createSchema(): GraphQLSchema {
  const builder = newBuilder();
  builder.queryType({
    description: 'What can be asked; a look-up of a record costs a credit, everything else is free.',
  });
  builder.mutationType({ description: 'What can be changed or started.' });
  addScalars(builder);
  const shapes = new ContractTypes(builder, {
    Experience: { rename: { company: 'employer' }, links: experienceLinks },
  });
  const connectionOrder = addConnectionOrder(builder);
  const completeness = addCompleteness(builder);
  const failures = addLookupFailures(builder);
  const search = addSearch(builder);
  const introPaths = addIntroPaths(builder, search.pageInfo);
  const profile = addProfileLookup(builder, failures);
  const company = addCompanyLookup(builder, failures);
  const types = { search, profile, company, introPaths, introTarget: addIntroTarget(builder, profile, company) };
  addProfileType(builder, shapes, completeness, introPaths, connectionOrder);
  addCompanyType(builder, shapes, completeness, search, introPaths);
  addRelationshipTypes(builder, shapes, connectionOrder);
  addTeamType(builder, types);
  addTeamMutations(builder);
  addForgetRecords(builder, profile, company);
  addCredits(builder);
  addNetworkMap(builder, failures, search);
  addTaskSubscription(builder);
  addConnectorSubscription(builder);
  addFederation(builder);
  builder.queryFields((t) => ({
    ...reads(asObject(t), types, (_root, { operation }) => operation.scope()),
    viewer: t.field({
      type: 'Team',
      description: 'The key’s own team.',
      resolve: (_root, _args, { operation }) => operation.scope(),
    }),
    childTeam: t.field({
      type: 'Team',
      description: 'A child team of the key’s partner team; everything below runs in its context.',
      args: { id: t.arg({ type: 'UUID', required: true, description: 'The child team’s id.' }) },
      resolve: (_root, { id }, { operation }) => operation.scope(id),
    }),
  }));
  return builder.toSchema();
}
