import type { ExternalIdentifiers } from '../../contract/identifier.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { Scope } from '../operation/scope.ts';

/** The ways to name a record in a fetch; companies have no entity ids. */
export type IdentifierKind = 'ids' | 'xnet_names' | 'xnet_ids' | 'xnet_entity_ids';

/** A record by one of its names: a uuid, a decoded slug, a numeric id (as a string) or an entity id. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
}

export type FoundBy = {
  readonly [K in IdentifierKind]?: readonly (string | number)[] | null;
};

export interface FetchedRecord {
  readonly id?: string | null;
  readonly found_by?: FoundBy | null;
}

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
  /** Fetches with every group of fields: the price is per record whatever they are, so none is fetched twice. */
  fetch(scope: Scope, identifiers: IdentifierArrays): Promise<FetchAnswer<Fetched>>;
  /** The members of the record's `…_info`. */
  info(record: Fetched): object | null | undefined;
  /** The record's names on the external network. */
  names(record: Fetched): ExternalIdentifiers;
}
