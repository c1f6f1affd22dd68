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

export interface Target {
  readonly ref: Ref;
  readonly status: Status;
  /** By which the graph knows it, where the graph keeps its list. */
  readonly id?: string;
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

/** The most targets that an address holds: more would be too long for mail and chat. */
export const maxInAddress = 30;

const letters = { person: 'p', company: 'c', website: 'w' } as const;
const separator = '*';

/** Targets as a member of an address: a letter for the kind, a digit for the status, then the id in 22 characters. */
export const packTargets = (targets: readonly Target[]): string =>
  targets
    .map(({ ref, status }) => {
      const name = ref.kind === 'website' ? ref.website : packId(ref.id);
      return `${letters[ref.kind]}${statuses.indexOf(status)}${name}`;
    })
    .join(separator);

/** The targets in a member of an address; what is malformed is left out. */
export const unpackTargets = (text: string): readonly Target[] =>
  text.split(separator).flatMap((part): readonly Target[] => {
    const [, letter, digit, name = ''] = /^([pcw])(\d)(.+)$/.exec(part) ?? [];
    const status = statuses[Number(digit)];
    if (!letter || !status) return [];
    if (letter === 'w') return [{ ref: { kind: 'website', website: name }, status }];
    const id = unpackId(name);
    return id === undefined ? [] : [{ ref: { kind: letter === 'p' ? 'person' : 'company', id }, status }];
  });

const packId = (id: string): string =>
  btoa(String.fromCharCode(...(id.replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const unpackId = (packed: string): string | undefined => {
  try {
    const bytes = [...atob(packed.replaceAll('-', '+').replaceAll('_', '/'))];
    if (bytes.length !== 16) return undefined;
    const hex = bytes.map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  } catch {
    return undefined;
  }
};
