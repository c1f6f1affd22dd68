import { companyIdentifiers, type ExternalIdentifiers, profileIdentifiers } from '../../contract/identifier.ts';
import { companyFields, fetchCompanies, searchCompanies } from '../../contract/operation/companies.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { fetchProfiles, profileFields, searchProfiles } from '../../contract/operation/profiles.ts';
import type { Company } from '../../contract/record/company.ts';
import type { Profile } from '../../contract/record/profile.ts';
import type { FetchedRecord } from '../cache/record-key.ts';
import type { IdSearch } from './existence-loader.ts';

export interface FetchAnswer<Fetched> {
  readonly results: readonly (Fetched | null)[];
  /** Identifiers without a record, as they were sent; absent if the upstream omits the list. */
  readonly not_found?: readonly string[] | null | undefined;
}

/** The identifiers of one fetch, by kind. */
export interface IdentifierArrays {
  readonly ids?: string[];
  readonly xnet_names?: string[];
  readonly xnet_ids?: number[];
  readonly xnet_entity_ids?: string[];
}

interface FetchRequest extends IdentifierArrays {
  readonly fields?: readonly string[];
}

/** Describes a kind of record to its loader: how it is fetched, and which names it has. */
export interface RecordKind<Fetched extends FetchedRecord = FetchedRecord> {
  readonly name: 'profile' | 'company';
  /** The GraphQL type of its records. */
  readonly typeName: 'Profile' | 'Company';
  /** The endpoint that fetches it; its price is read from here. */
  readonly operation: Operation<FetchRequest, FetchAnswer<Fetched>>;
  /** All groups of fields: the price per record does not depend on them, so no record is fetched twice. */
  readonly fields: readonly string[];
  /** The free search for ids; `idPath` is the searchable field that holds the id. */
  readonly search: IdSearch;
  readonly idPath: string;
  /** The members of the record's `…_info`. */
  info(record: Fetched): object | null | undefined;
  /** The members of the record outside its info: the team's own. */
  readonly ownMembers: readonly string[];
  /** The record's names on the external network. */
  names(record: Fetched): ExternalIdentifiers;
}

/** The result for one identifier: its record, or undefined if the upstream has none. */
export type Loaded<Fetched> = Fetched | undefined;

export const profileKind: RecordKind<Profile> = {
  name: 'profile',
  typeName: 'Profile',
  operation: fetchProfiles,
  fields: profileFields,
  search: searchProfiles,
  idPath: 'profile_info.id',
  info: (record) => record.profile_info,
  ownMembers: ['tags', 'lists'],
  names: profileIdentifiers,
};

export const companyKind: RecordKind<Company> = {
  name: 'company',
  typeName: 'Company',
  operation: fetchCompanies,
  fields: companyFields,
  search: searchCompanies,
  idPath: 'company_info.id',
  info: (record) => record.company_info,
  ownMembers: ['tags'],
  names: companyIdentifiers,
};
