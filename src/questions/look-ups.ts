import type { Row } from '../reading/row.ts';
import type { CompanyWhere, ProfileWhere } from '../sdk/generated/schema-types.ts';

/** A person of the network, by what is free of them. */
export interface Person {
  readonly id: string;
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly company: string | undefined;
}

/** A company at which the network reaches somebody. */
export interface Firm {
  readonly name: string | undefined;
  readonly website: string | undefined;
  /** How many people there the network reaches. */
  readonly people: number;
}

/** The record that a row means, as `matchPeople` and `matchCompanies` of the graph find it. */
interface Match {
  readonly state: string;
  readonly id: string | undefined;
  /** The index of an earlier row that is the same record. */
  readonly sameAs: number | undefined;
  readonly cause: string | undefined;
  readonly reason: string | undefined;
}

export interface PersonMatch extends Match {
  readonly by: string | undefined;
  readonly candidates: readonly Person[];
}

export interface CompanyMatch extends Match {
  readonly people: number | undefined;
  readonly candidates: readonly Firm[];
}

/** A name by its words, each in any of some spellings. */
export type NamedBy = readonly (readonly string[])[];

/** Numbers of matches by the names of conditions. */
type Counts<Name extends string> = Readonly<Record<Name, number>>;

/** Free look-ups. Each throws if it failed, which is not the same as nothing found. */
export interface LookUps {
  match(
    people: readonly Row[],
    companies: readonly Row[],
  ): Promise<{ readonly people: readonly PersonMatch[]; readonly companies: readonly CompanyMatch[] }>;
  /** People on record: how many there are, and the ids of the first. */
  people(where: ProfileWhere): Promise<{ readonly total: number; readonly ids: readonly string[] }>;
  /** People on record who have any of the names; they match a condition, or work at a firm of such a name. */
  called(
    names: readonly NamedBy[],
    at?: { readonly where?: ProfileWhere; readonly firms?: readonly NamedBy[] },
  ): Promise<{
    readonly total: number;
    readonly ids: readonly string[];
  }>;
  /** Companies on record: how many there are, and the ids of the first. */
  companies(where: CompanyWhere): Promise<{ readonly total: number; readonly ids: readonly string[] }>;
  /** Companies on record that have any of the names and match a condition. */
  firmsCalled(
    names: readonly NamedBy[],
    where?: CompanyWhere,
  ): Promise<{
    readonly total: number;
    readonly ids: readonly string[];
  }>;
  /** People of the network. */
  network(where: ProfileWhere): Promise<readonly Person[]>;
  /** Counts people on record by several conditions; 0 for a field that the data service does not index. */
  countPeople<Name extends string>(conditions: Readonly<Record<Name, ProfileWhere>>): Promise<Counts<Name>>;
  /** Counts people on record who match any of several conditions; undefined if the data service refuses so many at once. */
  countPeopleOfAny(conditions: readonly ProfileWhere[]): Promise<number | undefined>;
  countCompanies<Name extends string>(conditions: Readonly<Record<Name, CompanyWhere>>): Promise<Counts<Name>>;
  countCompaniesOfAny(conditions: readonly CompanyWhere[]): Promise<number | undefined>;
}

/** A row was not searched. */
export class LookUpFailed extends Error {}
