import type { ProfileWhere } from '../../sdk/generated/schema-types.ts';
import type { Target } from '../lists/target.ts';

/** The people of a list, and employees of its companies. The watch stores the list as it is now. */
export const whereOfTargets = (targets: readonly Target[]): ProfileWhere => {
  const refs = targets.map(({ ref }) => ref);
  const people = refs.flatMap((ref) => (ref.kind === 'person' ? ref.id : []));
  const companies = refs.flatMap((ref) => (ref.kind === 'company' ? ref.id : []));
  const websites = refs.flatMap((ref) => (ref.kind === 'website' ? [ref.website, `www.${ref.website}`] : []));
  return {
    or: [
      ...(people.length > 0 ? [{ id: { in: people } }] : []),
      ...(companies.length > 0 ? [{ currentCompanyId: { in: companies } }] : []),
      ...(websites.length > 0 ? [{ currentCompanyWebsites: { in: websites } }] : []),
    ],
  };
};
