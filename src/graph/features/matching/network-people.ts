import { anyOf } from '../../../contract/clause.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { isUnspaced } from '../../../reading/compare-names.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { batchesOf, chunksOf, type Failed, sendHalving } from './batches.ts';
import { type Most, NetworkReader } from './network-reader.ts';
import { elsewhere, hasAnyWord, livesAt, named, onceAt } from './people-queries.ts';
import type { KnownPerson, People } from './person.ts';
import { because, type Reason } from './reason.ts';
import type { MatchKey, Row } from './row.ts';
import { type SearchedKey, StrongKeys } from './strong-keys.ts';

/** From how many rows on a list is long: its network is read as a whole if it is small, and not searched by any word. */
const longList = 10;
/** The whole network is read for a list if that takes at most two pages, or 1.5 pages for every hundred rows. */
const fewPages = 2;
const pagesPerRow = 0.015;
/** An upstream with short pages may take fifteen for as many people, if the list is long: each search would take several, too. */
const fewShortPages = 15;
const rowsForShortPages = 100;
/** A search for a batch of names reads at most this many people, or thirty for each row; if more match, the batch is halved. */
const peoplePerBatch = 3_000;
const peoplePerRow = 30;
/** From how many people on a network is large. */
const largeNetwork = 50_000;
/** People read if the data service refuses to search by names. */
const peopleInstead = 10_000;
/** Searches that verify facts, for each row of a list. */
const verificationsPerRow = 0.005;

/** A fact that summaries do not show. */
type Fact = 'isFormer' | 'isThere';
export type Verified = Readonly<Record<Fact, ReadonlySet<string>>>;

/** A row, and the people among whom a fact decides. */
export interface Unclear {
  readonly row: Row;
  readonly fact: Fact;
  readonly ids: readonly string[];
}

/** The people in the team's network whom rows may mean, by free searches of relationships: see the README for their order. */
export class NetworkPeople {
  readonly #reader: NetworkReader;
  readonly #keys: StrongKeys;
  /** Why a row was not searched by its name. */
  readonly #unnamed = new Map<Row, Reason>();
  /** Whether every person of the network was read. */
  #isWhole = false;
  /** People in the network, once that is known. */
  #size = 0;

  constructor(scope: CredentialScope, named: RevealedKinds) {
    this.#reader = new NetworkReader(scope, named);
    this.#keys = new StrongKeys(this.#reader);
  }

  get people(): People {
    return this.#reader.people;
  }

  get calls(): number {
    return this.#reader.calls;
  }

  /** The keys by which a search found a person for a row, beyond those that the summary shows. */
  proven(row: Row, { id }: KnownPerson): ReadonlySet<MatchKey> | undefined {
    return this.#keys.proven.get(row)?.get(id);
  }

  /** Everybody whom a row may mean. */
  candidates(row: Row): readonly KnownPerson[] {
    const { id, slugKeys, emails, nameWords } = row;
    const own = id === undefined ? undefined : this.people.get(id);
    const found = new Set<KnownPerson>([
      ...(own ? [own] : []),
      ...slugKeys.flatMap((slug) => [...this.people.bySlug(slug)]),
      ...emails.flatMap((email) => [...this.people.byEmail(email)]),
      ...[...(this.#keys.proven.get(row)?.keys() ?? [])].flatMap((proven) => this.people.get(proven) ?? []),
      ...(isNamedFully(row) ? this.people.byWords(nameWords) : []),
    ]);
    return [...found];
  }

  /** Why a row was not searched by all its keys, by the strongest of them; undefined if it was. */
  unsearched(row: Row): Reason | undefined {
    const reasons = this.#keys.unsearched.get(row);
    return [...(reasons?.values() ?? []), this.#unnamed.get(row)].find((reason) => reason !== undefined);
  }

  /** Whether a row was searched by a key. */
  isSearchedBy = (row: Row, key: SearchedKey | 'NAME'): boolean =>
    key === 'NAME' ? !this.#unnamed.has(row) : this.#keys.unsearched.get(row)?.has(key) !== true;

  /** @param isSettled whether a row is decided by the people read so far, so that nobody else is searched for */
  async find(rows: readonly Row[], isSettled: (row: Row) => boolean): Promise<void> {
    if (rows.length >= longList)
      await this.#readWhole(rows, {
        pages: Math.max(fewPages, rows.length * pagesPerRow),
        ...(rows.length >= rowsForShortPages && { shortPages: fewShortPages }),
      });
    await this.#keys.find(rows, this.#isWhole);
    if (this.#isWhole) return;
    const left = rows.filter((row) => isNamedFully(row) && !this.#hasStrongHit(row));
    if (left.length < longList && (await this.#findByAnyWord(left))) return;
    const refused = await this.#search(left, named);
    if (refused.length > 0) return this.#readInstead(refused);
    const others = left.filter((row) => !isSettled(row) && this.isSearchedBy(row, 'NAME'));
    // In a large network many people have names that begin alike.
    const letters = this.#size > largeNetwork ? 3 : 2;
    const unread = await this.#search(others, (row) => elsewhere(row, letters));
    // Not every data service has beginnings of words.
    this.#note(
      await this.#search(
        unread.flatMap(({ items }) => items),
        (row) => elsewhere(row),
      ),
    );
  }

  #hasStrongHit = (row: Row): boolean =>
    (row.id !== undefined && this.people.get(row.id) !== undefined) ||
    (row.otherHost === undefined && row.slugKeys.some((slug) => this.people.bySlug(slug).size > 0)) ||
    this.#keys.proven.has(row);

  /** Reads the whole network, unless it is larger than `most`. */
  async #readWhole(rows: readonly Row[], most: Most) {
    return sendHalving([rows], async () => {
      const { isCut, total } = await this.#reader.read({ match_all: {} }, most);
      this.#isWhole = !isCut;
      this.#size = total;
    });
  }

  /** Whether everybody with any word of the names was read, so that names are compared here. */
  async #findByAnyWord(rows: readonly Row[]): Promise<boolean> {
    if (rows.length === 0) return true;
    let isRead = false;
    await sendHalving([rows], async () => {
      isRead = !(await this.#reader.read(hasAnyWord(rows), { people: peoplePerBatch })).isCut;
    });
    return isRead;
  }

  /** Searches by a clause for each row; returns the rows whose searches the data service refused. */
  async #search(rows: readonly Row[], clauseOf: (row: Row) => QueryDsl): Promise<readonly Failed<Row>[]> {
    const ask = async (batch: readonly Row[]): Promise<readonly Failed<Row>[]> => {
      const cut: (readonly Row[])[] = [];
      const failed = await sendHalving(batch, async (some) => {
        const people = Math.max(peoplePerBatch, some.length * peoplePerRow);
        const { isCut } = await this.#reader.read(anyOf(some.map(clauseOf)) ?? { match_none: {} }, { people });
        if (isCut) cut.push(some);
      });
      const tooLong = cut.filter(({ length }) => length > 1);
      const halves = tooLong.flatMap((some) => chunksOf(some, Math.ceil(some.length / 2)));
      return [
        ...failed,
        ...cut.filter(({ length }) => length === 1).map((items) => ({ items, reason: tooMany })),
        ...(await Promise.all(halves.map(ask))).flat(),
      ];
    };
    const failed = (await Promise.all(batchesOf(rows, clauseOf).map(ask))).flat();
    this.#note(failed.filter(({ reason }) => reason.cause !== 'REFUSED'));
    return failed.filter(({ reason }) => reason.cause === 'REFUSED');
  }

  /** Reads the network, since it cannot be searched by names. */
  async #readInstead(refused: readonly Failed<Row>[]): Promise<void> {
    const rows = refused.flatMap(({ items }) => items);
    const unread = await this.#readWhole(rows, { people: peopleInstead });
    if (unread.length > 0 || !this.#isWhole) this.#note(refused);
  }

  #note(failed: readonly Failed<Row>[]): void {
    for (const { items, reason } of failed) for (const row of items) this.#unnamed.set(row, reason);
  }

  /** Searches for people of whom a fact decides, in at most a few calls for a list of `count` rows. */
  async verify(unclear: readonly Unclear[], count: number): Promise<ReadonlyMap<Row, Verified>> {
    const confirmed = new Map<Row, Record<Fact, Set<string>>>();
    // A result shows the person, not the row: in one query nobody is a candidate of two rows.
    const layers: { readonly ids: Set<string>; readonly items: Unclear[] }[] = [];
    for (const one of unclear) {
      const layer = layers.find(({ ids }) => one.ids.every((id) => !ids.has(id)));
      for (const id of one.ids) layer?.ids.add(id);
      if (layer) layer.items.push(one);
      else layers.push({ ids: new Set(one.ids), items: [one] });
    }
    const clauseOf = ({ fact, ids, row }: Unclear): QueryDsl => (fact === 'isFormer' ? onceAt : livesAt)(ids, row);
    const batches = layers.flatMap(({ items }) => batchesOf(items, clauseOf));
    await Promise.all(
      batches.slice(0, Math.max(2, Math.floor(count * verificationsPerRow))).map((batch) =>
        sendHalving(batch, async (some) => {
          const { found } = await this.#reader.read(anyOf(some.map(clauseOf)) ?? { match_none: {} });
          for (const { row, fact, ids } of some) {
            const facts = confirmed.get(row) ?? { isFormer: new Set(), isThere: new Set() };
            for (const { id } of found) if (ids.includes(id)) facts[fact].add(id);
            confirmed.set(row, facts);
          }
        }),
      ),
    );
    return confirmed;
  }
}

const tooMany = because('TOO_MANY', 'More people of such names are in the network than are read.');

/** A single word names nobody, but for names written without spaces. */
export const isNamedFully = ({ nameWords: [first = '', ...others] }: Row): boolean =>
  others.length > 0 || isUnspaced(first);
