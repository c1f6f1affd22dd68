import type { Filters } from './people-filters.ts';

/** What a text asks for. */
export interface Meaning {
  readonly kind:
    | 'PERSON'
    /** With filters, the people there to whom they apply. */
    | 'COMPANY'
    | 'PEOPLE'
    | 'COMPANIES'
    /** The text itself is a list, or the names in it. */
    | 'LIST'
    /** Several meanings are possible. */
    | 'SEVERAL'
    /** The look-up found nothing, unlike one that failed. */
    | 'NOTHING';
  /** The id or slug of a person or company. */
  readonly id?: string;
  readonly filters?: AnyFilters;
  /** Words that were not understood. */
  readonly unread?: string;
  /** The names of a list, one a line. */
  readonly names?: string;
  /** A sentence. */
  readonly reason?: string;
  readonly choices?: readonly Choice[];
}

/** Filters of people or companies by name; `scope` is `all` for people beyond the network. */
export type AnyFilters = Filters & Readonly<Partial<Record<string, string>>>;

/** A possible meaning, as it is shown. */
export interface Choice extends Meaning {
  readonly label: string;
  readonly detail: string;
}

export const onePerson = (id: string): Meaning => ({ kind: 'PERSON', id });
export const oneCompany = (id: string, filters: AnyFilters = {}, unread = ''): Meaning => ({
  kind: 'COMPANY',
  id,
  filters,
  unread,
});
export const peopleBy = (filters: AnyFilters, unread = ''): Meaning => ({ kind: 'PEOPLE', filters, unread });
export const companiesBy = (filters: AnyFilters, unread = ''): Meaning => ({ kind: 'COMPANIES', filters, unread });
export const list = (names?: string): Meaning => ({ kind: 'LIST', ...(names !== undefined && { names }) });
export const several = (choices: readonly Choice[]): Meaning => ({ kind: 'SEVERAL', choices });
export const nothing = (reason: string, choices: readonly Choice[] = []): Meaning => ({
  kind: 'NOTHING',
  reason,
  choices,
});
