import type { ExternalIdentifiers } from '../../contract/identifier.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { FetchedRecord } from '../cache/record-key.ts';
import type { IdSearch } from './existence-loader.ts';
import type { LoadPort } from './load-port.ts';

export interface FetchAnswer<Fetched> {
  readonly results: readonly (Fetched | null)[];
  /** The answer's size, as received. */
  readonly bytes: number;
}

/** Identifiers of one fetch, by kind. */
export interface IdentifierArrays {
  readonly ids?: string[];
  readonly xnet_names?: string[];
  readonly xnet_ids?: number[];
  readonly xnet_entity_ids?: string[];
}

/** What the loader must know of a kind of record: how it is fetched, and what names it. */
export interface RecordKind<Fetched extends FetchedRecord = FetchedRecord> {
  readonly name: 'profile' | 'company';
  /** The GraphQL type of its records. */
  readonly typeName: 'Profile' | 'Company';
  /** The operation that fetches it, for its price. */
  readonly operation: Operation;
  /** The free search for its ids, and the searchable field that holds one. */
  readonly search: IdSearch;
  readonly idPath: string;
  /** Fetches with every group of fields: the price is per record whatever they are, so none is fetched twice. */
  fetch(port: LoadPort, identifiers: IdentifierArrays): Promise<FetchAnswer<Fetched>>;
  /** The members of the record's `…_info`. */
  info(record: Fetched): object | null | undefined;
  /** The record's names on the external network. */
  names(record: Fetched): ExternalIdentifiers;
}

/** The answer for one identifier: its record, or nothing where the upstream has none. */
export type Loaded<Fetched> = Fetched | undefined;
