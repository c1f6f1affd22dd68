import type { ExternalIdentifiers } from '../../contract/identifier.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { FetchedRecord } from '../cache/record-key.ts';
import type { IdSearch } from './existence-loader.ts';
import type { LoadPort } from './load-port.ts';

export interface FetchAnswer<Fetched> {
  readonly results: readonly (Fetched | null)[];
  /** Identifiers without a record, as they were sent; absent if the upstream omits the list. */
  readonly notFound: readonly string[] | null | undefined;
  readonly status: number;
  readonly requestId: string | undefined;
  /** Size of the response as received, in bytes. */
  readonly bytes: number;
}

/** The identifiers of one fetch, by kind. */
export interface IdentifierArrays {
  readonly ids?: string[];
  readonly xnet_names?: string[];
  readonly xnet_ids?: number[];
  readonly xnet_entity_ids?: string[];
}

/** Describes a kind of record to its loader: how it is fetched, and which names it has. */
export interface RecordKind<Fetched extends FetchedRecord = FetchedRecord> {
  readonly name: 'profile' | 'company';
  /** The GraphQL type of its records. */
  readonly typeName: 'Profile' | 'Company';
  /** The endpoint that fetches it; its price is read from here. */
  readonly operation: Operation;
  /** The free search for ids; `idPath` is the searchable field that holds the id. */
  readonly search: IdSearch;
  readonly idPath: string;
  /** Fetches with all groups of fields: the price per record does not depend on them, so no record is fetched twice. */
  fetch(port: LoadPort, identifiers: IdentifierArrays): Promise<FetchAnswer<Fetched>>;
  /** The members of the record's `…_info`. */
  info(record: Fetched): object | null | undefined;
  /** The members of the record outside its info: the team's own. */
  readonly ownMembers: readonly string[];
  /** The record's names on the external network. */
  names(record: Fetched): ExternalIdentifiers;
}

/** The result for one identifier: its record, or undefined if the upstream has none. */
export type Loaded<Fetched> = Fetched | undefined;
