import { foldedId } from '../../reading/uuid.ts';
import { type FetchedRecord, type Identifier, otherSpelling } from '../cache/record-key.ts';
import { idUnknown } from '../errors.ts';
import type { SearchName } from '../loaders/identity-query.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import type { CredentialScope } from './credential-scope.ts';

/** Payload coverage of a record: `covers` maps the record's members to the payload's (a `Coverage` of the contract). */
export interface PayloadCoverage {
  readonly payload: object;
  readonly covers: Readonly<Record<string, string>>;
}

/** Pseudo-member for the record's slug in the members that a field needs; no record has a member of that name. */
export const slugMember = 'slug';

/**
 * Reference to a person or company: its identifiers, the payloads that cover some of its members for free, and, once a
 * selected field has needed it, its record. Reads are synchronous: `loadForSelection` has loaded what the selection
 * needs.
 */
export class RecordReference<Fetched extends FetchedRecord = FetchedRecord> {
  /** The scope from which it was reached; links below it stay in that scope. */
  readonly scope: CredentialScope;
  readonly loader: RecordLoader<Fetched>;
  readonly coverages: readonly PayloadCoverage[];
  readonly #identifiers: readonly Identifier[];
  /** A further search term: a company's website, or the URL of a person's page. */
  readonly #address: string | undefined;
  /** The uuid, if a search found it. */
  #identity: string | undefined;
  #record: Fetched | undefined;
  /** The record's uuid, in lower case. */
  #recordId: string | undefined;
  #missing = false;
  #failure: Error | undefined;
  #withheld: Error | undefined;
  /** Calls that fields below have started, by the first node of each field. */
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

  /**
   * The same record for another position in the response, with its own error if the load fails; it is paid for once.
   */
  fork(): RecordReference<Fetched> {
    const fork = new RecordReference(this.scope, this.loader, this.#identifiers, this.coverages, this.#address);
    fork.#identity = this.#identity;
    fork.#withheld = this.#withheld;
    if (this.#record || this.#missing) fork.take(this.#record);
    return fork;
  }

  /** Keeps the record from being loaded: what payloads do not cover fails with this error. */
  withhold(error: Error): this {
    this.#withheld = error;
    return this;
  }

  get withheld(): Error | undefined {
    return this.#withheld;
  }

  get identifiers(): readonly Identifier[] {
    return this.#identifiers;
  }

  /** The record's uuid, in lower case, if an identifier, a search or the record has it. */
  get id(): string | undefined {
    if (this.#recordId !== undefined) return this.#recordId;
    return this.#identifiers.find((identifier) => identifier.kind === 'ids')?.value ?? this.#identity;
  }

  /**
   * The uuid, if unknown from a free search by another identifier; undefined if the search does not find exactly one.
   */
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

  /**
   * The record's slug on the external network, decoded: the record's own, or an identifier that is not percent-encoded.
   */
  get slug(): string | undefined {
    const own = this.#record && this.loader.kind.names(this.#record).xnet_names[0];
    return (
      own ?? this.#identifiers.find((name) => name.kind === 'xnet_names' && otherSpelling(name) === undefined)?.value
    );
  }

  get record(): Fetched | undefined {
    return this.#record;
  }

  /** When the upstream sent the record; undefined unless it is loaded. */
  get fetchedAt(): Date | undefined {
    const at = this.#record && this.loader.fetchedAt(this.#record);
    return at === undefined ? undefined : new Date(at);
  }

  /** The upstream has no such record. */
  get missing(): boolean {
    return this.#missing;
  }

  /** Whether the members can be read without loading the record. */
  covers(members: Iterable<string>): boolean {
    if (this.#missing) return true;
    if (this.#record) return !this.loader.isKept(this.#record) || !this.needsWhole(new Set(members));
    for (const member of members) if (!this.#isCovered(member)) return false;
    return true;
  }

  #isCovered(member: string): boolean {
    if (member === 'id' && this.id !== undefined) return true;
    if (member === slugMember && this.slug !== undefined) return true;
    for (const { covers } of this.coverages) if (covers[member] !== undefined) return true;
    return false;
  }

  /** Whether some of the members are the team's own, outside the record's info, which are not kept with it. */
  needsWhole(members: ReadonlySet<string>): boolean {
    return this.loader.kind.ownMembers.some((member) => members.has(member));
  }

  /** Whether the uuid is the only needed member that is unknown. */
  lacksOnlyId(members: ReadonlySet<string>): boolean {
    if (!members.has('id') || this.id !== undefined || this.#record || this.#missing) return false;
    for (const member of members) if (member !== 'id' && !this.#isCovered(member)) return false;
    return true;
  }

  /**
   * The reason why the selected uuid is missing; undefined if it is known, and for a quote, which loads nothing. Takes
   * the failure of the load, so that no member below reports it again.
   */
  idFailure(): Error | undefined {
    if (this.id !== undefined || this.scope.quote) return undefined;
    return this.takeFailure() ?? idUnknown(this.loader.kind.typeName, this.#identifiers[0]?.value ?? this.#address);
  }

  /** The failure of the load or search, once: no member below reports it again. */
  takeFailure(): Error | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /**
   * Starts a field's call, or returns the one in flight or finished. A node belongs to one field, so all its calls have
   * one result type.
   */
  startOnce<Answer>(node: unknown, start: () => Promise<Answer>): Promise<Answer> {
    const started = this.#started?.get(node) ?? start();
    this.#started ??= new Map();
    this.#started.set(node, started);
    return started as Promise<Answer>;
  }

  take(record: Fetched | undefined): void {
    this.#hold(record);
    this.#missing = record === undefined;
  }

  #hold(record: Fetched | undefined): void {
    this.#record = record;
    this.#recordId = record?.id ? foldedId(record.id) : undefined;
  }

  /** @param kept a record of which only the team's members are missing */
  fail(error: Error, kept?: Fetched): void {
    this.#failure = error;
    if (kept) this.#hold(kept);
  }

  /**
   * A member of the record's info: from the record if it is loaded, else from the first payload that covers it. After a
   * failed load, the first uncovered member that is read throws the reason and later ones are null: one error per
   * object.
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

  /** A member of the record outside its info, such as its tags; no payload covers it. */
  readOutside(member: string): unknown {
    if (this.#record && !this.loader.isKept(this.#record)) return memberOf(this.#record, member);
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
    return null;
  }
}

/** Reads by index: `Reflect.get` looks the member up again for each object. */
export const memberOf = (value: object, member: string): unknown =>
  (value as Readonly<Record<string, unknown>>)[member] ?? null;
