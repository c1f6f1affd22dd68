import type { IntroTarget } from '../../sdk/generated/schema-types.ts';
import type { TargetStatus } from '../generated/documents.ts';

/** Whom a list names: a person or company by id, or a company by its website. */
export type Ref =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'company'; readonly id: string }
  | { readonly kind: 'website'; readonly website: string };

/** How far an introduction has come. */
export const statuses = ['todo', 'asked', 'introduced', 'no'] as const;
export type Status = (typeof statuses)[number];

/** A target before the graph keeps it. */
export interface NewTarget {
  readonly ref: Ref;
  /** The words by which it was given. */
  readonly label?: string | undefined;
  /** Of a company, the title of the people who are wanted there. */
  readonly title?: string | undefined;
  readonly status?: Status;
  readonly note?: string;
}

/** A target of a list that the graph keeps. */
export interface Target extends NewTarget {
  readonly id: string;
  readonly status: Status;
  readonly note: string;
}

const graphStatuses = { todo: 'TO_ASK', asked: 'ASKED', introduced: 'INTRODUCED', no: 'NO' } as const;

export const graphStatusOf = (status: Status): TargetStatus => graphStatuses[status];

/** A status that this page does not know counts as the first. */
export const statusOfGraph = (status: TargetStatus): Status =>
  statuses.find((one) => graphStatuses[one] === status) ?? 'todo';

/** Tells targets apart. */
export const refKey = (ref: Ref): string => (ref.kind === 'website' ? ref.website : ref.id);

export const introTargetOf = (ref: Ref): IntroTarget => {
  if (ref.kind === 'person') return { profile: { id: ref.id } };
  return ref.kind === 'company' ? { company: { id: ref.id } } : { companyWebsite: ref.website };
};
