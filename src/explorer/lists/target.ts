import { alternativesIn, type Filters, isUnwanted, whereOf } from '../../questions/people-filters.ts';
import { titleForms } from '../../reading/title-forms.ts';
import type { IntroTarget, ProfileWhere } from '../../sdk/generated/schema-types.ts';
import type { TargetStatus } from '../generated/documents.ts';

/** Identifies a target: a person or company by id, or a company by website. */
export type Ref =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'company'; readonly id: string }
  | { readonly kind: 'website'; readonly website: string };

/** Progress of an introduction. */
export const statuses = ['todo', 'asked', 'introduced', 'no'] as const;
export type Status = (typeof statuses)[number];

/** A target that is not stored yet. */
export interface NewTarget {
  readonly ref: Ref;
  /** The text that the target was entered as. */
  readonly label?: string | undefined;
  /** For a company: the title of the people to reach there. */
  readonly title?: string | undefined;
  readonly status?: Status;
  readonly note?: string;
}

/** A target of a stored list. */
export interface Target extends NewTarget {
  readonly id: string;
  readonly status: Status;
  readonly note: string;
}

const graphStatuses = { todo: 'TO_ASK', asked: 'ASKED', introduced: 'INTRODUCED', no: 'NO' } as const;

export const graphStatusOf = (status: Status): TargetStatus => graphStatuses[status];

/** Converts a status of the graph; unknown ones become the first. */
export const statusOfGraph = (status: TargetStatus): Status =>
  statuses.find((one) => graphStatuses[one] === status) ?? 'todo';

/** A key that is unique for a target. */
export const refKey = (ref: Ref): string => (ref.kind === 'website' ? ref.website : ref.id);

export const introTargetOf = (ref: Ref): IntroTarget => {
  if (ref.kind === 'person') return { profile: { id: ref.id } };
  return ref.kind === 'company' ? { company: { id: ref.id } } : { companyWebsite: ref.website };
};

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

/** The condition of a title in all its forms: a list has hundreds, too many for asking the graph for each. */
export const whereOfTitle = (title = '', others: Filters = {}): ProfileWhere | null => {
  const forms = alternativesIn(title).flatMap((one) => (isUnwanted(one) ? one : titleForms(one)));
  return whereOf({ ...others, ...(title !== '' && { title: forms.join('|') }) });
};
