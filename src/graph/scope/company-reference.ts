import {
  employerCoversCompany,
  profileCoversCompany,
  sourceCoversCompany,
  summaryCoversCompany,
} from '../../contract/coverage.ts';
import { identifyingNetwork } from '../../contract/identifier.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import type { Company } from '../../contract/record/company.ts';
import type { Experience, ProfileInfo } from '../../contract/record/profile.ts';
import type { Source } from '../../contract/record/relationship.ts';
import { slugOfUrl } from '../../reading/page.ts';
import type { Identifier } from '../cache/record-key.ts';
import type { CredentialScope } from './credential-scope.ts';
import type { FieldRequirements } from './field-facts.ts';
import type { ProfileReference } from './profile-reference.ts';
import { memberOf, type PayloadCoverage, RecordReference } from './record-reference.ts';

export type CompanyReference = RecordReference<Company>;

/** A company known only by identifiers. */
export const companyNamed = (scope: CredentialScope, ...identifiers: readonly Identifier[]): CompanyReference =>
  new RecordReference(scope, scope.companies, identifiers);

/** The employer of a career entry; the entry's summary of it covers some of its members. */
export function companyOfExperience(scope: CredentialScope, experience: Experience): CompanyReference | null {
  const { company } = experience;
  const id = experience.company_id ?? company?.id;
  if (!id && !company) return null;
  const account = company?.social_media?.find((one) => one?.network === identifyingNetwork);
  return new RecordReference(
    scope,
    scope.companies,
    namedBy(id, account?.slug),
    company ? [{ payload: company, covers: employerCoversCompany }] : [],
    company?.websites?.[0],
  );
}

/** The profile members from which a reference to the employer is made. */
const employerMembers: readonly (keyof ProfileInfo)[] = [
  ...Object.values(profileCoversCompany),
  'current_company_xnet_url',
];

/**
 * The profile members that a link to the employer needs. If only `name` and `id` are selected, a summary suffices: it
 * has the name, and the id is searched for by the website in it.
 */
export const currentCompanyNeeds: FieldRequirements = (below, full) =>
  !full && [...below('Company')].every((member) => member === 'name' || member === 'id')
    ? ['current_company_name']
    : employerMembers;

/**
 * The current employer of a profile, from the record's `current_company_*` members or, without a record, from its
 * summary.
 */
export function currentCompany(profile: ProfileReference): CompanyReference | null {
  const { scope } = profile;
  const info = profile.record?.profile_info;
  if (info) {
    const url = info.current_company_xnet_url;
    const identifiers = namedBy(info.current_company_id, url ? slugOfUrl(url, 'company') : undefined);
    if (identifiers.length === 0 && !info.current_company_name) return null;
    return new RecordReference(
      scope,
      scope.companies,
      identifiers,
      [{ payload: info, covers: profileCoversCompany }],
      info.current_company_websites?.[0],
    );
  }
  const summary = profile.coverages.find((coverage) => 'current_company_name' in coverage.covers);
  if (!summary) return null;
  const covers = { name: summary.covers.current_company_name ?? summaryCoversCompany.name };
  return memberOf(summary.payload, covers.name) === null
    ? null
    : new RecordReference(
        scope,
        scope.companies,
        [],
        [{ payload: summary.payload, covers }],
        textOf(memberOf(summary.payload, 'current_company_website')),
      );
}

/** The employer that two people have in common. */
export const companyOfSource = (scope: CredentialScope, source: Source): CompanyReference | null => {
  const identifiers = namedBy(source.shared_company_id, source.shared_company_xnet_slug);
  const coverages: readonly PayloadCoverage[] = [{ payload: source, covers: sourceCoversCompany }];
  return identifiers.length > 0 || source.shared_company
    ? new RecordReference(scope, scope.companies, identifiers, coverages, source.shared_company_website ?? undefined)
    : null;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

type Name = string | null | undefined;

function namedBy(id: Name, slug: Name): readonly Identifier[] {
  const bySlug: readonly Identifier[] = slug ? [{ kind: 'xnet_names', value: slug }] : [];
  return id ? [{ kind: 'ids', value: id }, ...bySlug] : bySlug;
}

export const peopleAt = (companyId: string): QueryDsl => ({
  term: { 'profile_info.current_company_id': companyId },
});
