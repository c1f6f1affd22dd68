import { priceOf } from '../../../contract/price.ts';
import { CompanyInfo, Company as CompanyRecord } from '../../../contract/record/company.ts';
import { companyKind } from '../../loaders/companies.ts';
import { slugMember } from '../../operation/record-reference.ts';
import type { Builder } from '../builder.ts';
import type { addCompleteness } from '../completeness.ts';
import { completenessOf } from '../completeness.ts';
import type { ContractTypes, Reader } from '../contract-types.ts';
import { findPaths } from '../intro-path/find-paths.ts';
import { type IntroPaths, pageOf } from '../intro-path/intro-path-type.ts';
import { peopleAt } from '../intro-path/intro-target.ts';
import { type Search, searchProfilesIn } from '../search/search.ts';
import type { CompanyReference } from './company-reference.ts';

const ofInfo: Reader<CompanyReference> = {
  read: (company, member) => company.read(member),
  scope: (company) => company.scope,
};

const ofRecord: Reader<CompanyReference> = {
  read: (company, member) => company.readOutside(member),
  scope: (company) => company.scope,
};

export function addCompanyType(
  builder: Builder,
  shapes: ContractTypes,
  completeness: ReturnType<typeof addCompleteness>,
  search: Search,
  introPaths: IntroPaths,
) {
  builder.objectType('Company', {
    credits: priceOf(companyKind.operation.price, 1),
    description:
      'An organisation. Fields that a payload in hand covers are free; any other loads the record, for one credit.',
    fields: (t) => ({
      id: t.field({
        type: 'UUID',
        description: 'The company’s id.',
        needs: ['id'],
        resolve: (company) => company.read('id'),
      }),
      xnetSlug: t.string({
        description: 'One of the company’s slugs on the external network, decoded.',
        needs: [slugMember],
        resolve: (company) => company.read(slugMember),
      }),
      ...shapes.fields(t, CompanyInfo, ofInfo, { omit: ['id'] }),
      ...shapes.fields(t, CompanyRecord, ofRecord, { omit: ['id', 'company_info'] }),
      people: t.field({
        type: search.profilePage,
        description: 'The people whose current employer it is; their ids are free.',
        args: search.profileArgs,
        callsEach: true,
        sizedBy: 'first',
        needs: ['id'],
        resolve: ({ id, scope }, args) =>
          id === undefined
            ? null
            : searchProfilesIn(scope, args, search.filters.profile.query(scope.operation, args, peopleAt(id))),
      }),
      introPaths: t.field({
        type: introPaths.page,
        description: 'The best way to be introduced to each person who works here now, best first; free of credits.',
        args: { ...introPaths.args, ...search.filters.profile.args() },
        callsEach: true,
        sizedBy: 'first',
        needs: ['id'],
        resolve: async ({ id, scope }, args) => {
          if (id === undefined) return null;
          const query = search.filters.profile.query(scope.operation, args, peopleAt(id));
          return query ? pageOf(await findPaths(scope, query), args) : null;
        },
      }),
      completeness: t.field({
        type: completeness,
        description: 'What the fields of this object were answered from.',
        resolve: completenessOf,
      }),
    }),
  });
}
