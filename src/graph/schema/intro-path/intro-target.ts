import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { invalidArgument } from '../../errors.ts';
import type { RecordNames } from '../../loaders/batch-scheduler.ts';
import type { Scope } from '../../operation/scope.ts';
import { builder } from '../builder.ts';
import { CompanyBy, companyIdentifier } from '../company/company-lookup.ts';
import { companyNamed } from '../company/company-reference.ts';
import { ProfileBy, profileIdentifier } from '../profile/profile-lookup.ts';
import { profileNamed } from '../profile/profile-reference.ts';
import type { RecordBy } from '../record-identifier.ts';
import { allOf } from '../search/where/clause.ts';
import { type Found, findPaths, findPathsTo, noPaths } from './find-paths.ts';
import { findPathsByName, identified } from './find-target.ts';
import { peopleAt } from './people-at.ts';
import { everyWay } from './rank.ts';

/** The query fields that lead to people: by their own id, and by their employer's website (which the interface names). */
const profileIdPath = 'profile_info.id';
const employerWebsitePath = 'profile_info.current_company_website';

interface Target {
  readonly profile?: RecordBy | null | undefined;
  readonly company?: RecordBy | null | undefined;
  readonly companyWebsite?: string | null | undefined;
}

export const IntroTarget = builder.inputType('IntroTarget', {
  description:
    'Whom to reach: exactly one of these. A uuid or a website costs nothing; by any other identifier it is searched for free, and costs one credit only where the upstream does not find it so.',
  isOneOf: true,
  fields: (t) => ({
    profile: t.field({ type: ProfileBy, description: 'One person.' }),
    company: t.field({ type: CompanyBy, description: 'The people who work at a company now.' }),
    companyWebsite: t.string({ description: 'The people who work now at the company with this website.' }),
  }),
});

/**
 * The ways to a target, of whom a query may ask more.
 *
 * @throws a BAD_USER_INPUT error unless exactly one target is given
 */
export async function pathsTo(scope: Scope, to: Target, named: RecordNames, query?: QueryDsl): Promise<Found> {
  if (to.profile) {
    const profile = profileNamed(scope, profileIdentifier(to.profile, 'to.profile'));
    const byName = profile.id === undefined && !profile.loader.known(profile.identifiers);
    const found = byName ? await findPathsByName(profile, named, query) : undefined;
    if (found) return found;
    const id = await identified(profile);
    if (!id) return noPaths;
    return query ? findPaths(scope, both(isPerson(id), query), named, everyWay) : findPathsTo(profile, named);
  }
  if (to.company) {
    const company = companyNamed(scope, companyIdentifier(to.company, 'to.company'));
    const id = await identified(company);
    return id ? findPaths(scope, both(peopleAt(id), query), named) : noPaths;
  }
  if (to.companyWebsite)
    return findPaths(scope, both({ term: { [employerWebsitePath]: to.companyWebsite } }, query), named);
  throw invalidArgument('to', 'must hold exactly one of profile, company and companyWebsite.');
}

const isPerson = (id: string): QueryDsl => ({ terms: { [profileIdPath]: [id] } });
const both = (one: QueryDsl, other: QueryDsl | undefined): QueryDsl => allOf([one, other]) ?? one;
