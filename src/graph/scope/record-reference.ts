import { type FetchedRecord, type Identifier, otherSpelling } from '../cache/record-key.ts';
import { idUnknown } from '../errors.ts';
import type { SearchName } from '../loaders/identity-query.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import type { CredentialScope } from './credential-scope.ts';

/**
 * Payload coverage of a record: the record's members on the left of `covers`, the payload's on the right
 * (a Coverage of the contract).
 */
export interface PayloadCoverage {
  readonly payload: object;
  readonly covers: Readonly<Record<string, string>>;
}

/** Stands for the record's slug among the members that a field needs; no record has a member of that name. */
export const slugMember = 'slug';

/**
 * A person or company as the graph holds it: the names it is known by, the payloads that tell of it for free, and,
 * once a selected field needed it, its record. Reading is synchronous: `loadForSelection` has loaded what is
 * needed before anything is read.
 */
export class RecordReference<Fetched extends FetchedRecord = FetchedRecord> {
  /** The credential in whose context it was reached; links below it stay there. */
  readonly scope: CredentialScope;
  readonly loader: RecordLoader<Fetched>;
  readonly coverages: readonly PayloadCoverage[];
  readonly #identifiers: readonly Identifier[];
  /** What a search can find it by beside its names: a company's website, the URL of a person's page. */
  readonly #address: string | undefined;
  /** The uuid, where a search found it. */
  #identity: string | undefined;
  #record: Fetched | undefined;
  #missing = false;
  #failure: Error | undefined;
  /** Calls of fields below that were started, by the first of each field's nodes. */
  #started: Map<unknown, Promise<unknown>> | undefined;

  constructor(
    scope: CredentialScope,
    loader: RecordLoader<Fetched>,
    identifiers: readonly Identifier[],
    coverages: readonly PayloadCoverage[] = [],
    address?: string,
  ) {
    this.scope = scope;
    this.loader = loader;
    this.#identifiers = identifiers;
    this.coverages = coverages;
    this.#address = address;
  }

  /** The same record for another place of the answer, which gets an error of its own where the load fails; it is still paid for once. */
  fork(): RecordReference<Fetched> {
    const fork = new RecordReference(this.scope, this.loader, this.#identifiers, this.coverages, this.#address);
    fork.#identity = this.#identity;
    if (this.#record || this.#missing) fork.take(this.#record);
    return fork;
  }

  get identifiers(): readonly Identifier[] {
    return this.#identifiers;
  }

  /** The record's uuid, where an identifier, a payload or the record has it. */
  get id(): string | undefined {
    if (this.#record?.id) return this.#record.id;
    return this.#identifiers.find((identifier) => identifier.kind === 'ids')?.value ?? this.#identity;
  }

  /** The uuid, from a free search by another name where none is known; undefined where that does not tell. */
  async identify(): Promise<string | undefined> {
    if (this.id !== undefined) return this.id;
    const name = this.#searchName;
    this.#identity = name && (await this.loader.identity.find(name));
    return this.#identity;
  }

  get #searchName(): SearchName | undefined {
    const isCompany = this.loader.kind.name === 'company';
    for (const { kind, value } of this.#identifiers)
      if (kind !== 'ids') return { kind, value, url: isCompany ? undefined : this.#address };
    return isCompany && this.#address !== undefined ? { kind: 'websites', value: this.#address } : undefined;
  }

  /** The record's slug on the external network, decoded, where the record has it, or an identifier that is not percent-encoded. */
  get slug(): string | undefined {
    const own = this.#record && this.loader.kind.names(this.#record).xnet_names[0];
    return (
      own ?? this.#identifiers.find((name) => name.kind === 'xnet_names' && otherSpelling(name) === undefined)?.value
    );
  }

  get record(): Fetched | undefined {
    return this.#record;
  }

  /** The upstream has no such record. */
  get missing(): boolean {
    return this.#missing;
  }

  /** Whether the members can be answered without the record. */
  covers(members: Iterable<string>): boolean {
    if (this.#record || this.#missing) return true;
    for (const member of members) {
      if (member === 'id' && this.id !== undefined) continue;
      if (member === slugMember && this.slug !== undefined) continue;
      if (!this.coverages.some((coverage) => member in coverage.covers)) return false;
    }
    return true;
  }

  /** Whether the uuid is all that the members need and that is not known. */
  lacksOnlyId(members: ReadonlySet<string>): boolean {
    if (!members.has('id') || this.id !== undefined || this.#record || this.#missing) return false;
    const others = new Set(members);
    others.delete('id');
    return this.covers(others);
  }

  /**
   * Why the record's uuid, which is selected, can't be had; undefined where it is known. A load that failed is told
   * here, and no more below. A quote, which loads nothing, continues without it.
   */
  idFailure(): Error | undefined {
    if (this.id !== undefined || this.scope.quote) return undefined;
    const failure = this.#failure;
    this.#failure = undefined;
    return failure ?? idUnknown(this.loader.kind.typeName, this.#identifiers[0]?.value ?? this.#address);
  }

  /** Starts a field's call, unless it was started before; a node belongs to one field, and so to one type of answer. */
  startOnce<Answer>(node: unknown, start: () => Promise<Answer>): Promise<Answer> {
    const started = this.#started?.get(node) ?? start();
    this.#started ??= new Map();
    this.#started.set(node, started);
    return started as Promise<Answer>;
  }

  take(record: Fetched | undefined): void {
    this.#record = record;
    this.#missing = record === undefined;
  }

  fail(error: Error): void {
    this.#failure = error;
  }

  /**
   * A member of the record's info: from the record if it was loaded, else from the first payload that covers it. Where
   * loading failed, the first member that no payload has throws the reason, and the others are null: one error an object.
   */
  read(member: string): unknown {
    if (member === slugMember && this.slug !== undefined) return this.slug;
    if (this.#record) {
      const info = this.loader.kind.info(this.#record);
      return info ? memberOf(info, member) : member === 'id' ? this.id : null;
    }
    for (const coverage of this.coverages) {
      const payloadMember = coverage.covers[member];
      if (payloadMember !== undefined) return memberOf(coverage.payload, payloadMember);
    }
    if (member === 'id') return this.id ?? null;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
    return null;
  }

  /** A member beside the record's info, such as its tags; only the record has it. */
  readOutside(member: string): unknown {
    if (this.#record) return memberOf(this.#record, member);
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
    return null;
  }
}

/** By index, since `Reflect.get` looks the member up anew for each object of an answer. */
export const memberOf = (value: object, member: string): unknown =>
  (value as Readonly<Record<string, unknown>>)[member] ?? null;
