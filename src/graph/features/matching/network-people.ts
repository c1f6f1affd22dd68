import { PageWalk, peopleOn } from '../../../client/page-walk.ts';
import { anyOf } from '../../../contract/clause.ts';
import { pageLimit } from '../../../contract/limits.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { orCursorExpired } from '../../loaders/cursor.ts';
import { identityQuery } from '../../loaders/identity-query.ts';
import { locate } from '../../loaders/locate.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { batchesByQuery, batchesOf, chunksOf, type Failed, sendHalving } from './batches.ts';
import { isUnspaced } from './compare-names.ts';
import { hasMailbox } from './decide.ts';
import { maxCandidates } from './match-report.ts';
import { hasAnyWord, hasEmail, isOneOf, livesAt, mayBe, mayBeOfWords, onceAt } from './people-queries.ts';
import { type KnownPerson, People, personOf } from './person.ts';
import { because, type Reason } from './reason.ts';
import type { MatchKey, Row } from './row.ts';

/** From how many rows on the whole network may be read instead of being searched. */
const longList = 10;
/** People of the network who are read for a list, for each of its rows; and the least for any list. */
const peoplePerRow = 20;
const fewPeople = 2_000;
/** People read for one batch of names: if more match, narrower queries are used. */
const peoplePerBatch = 3_000;
/** People read if the data service refuses to search by names. */
const peopleInstead = 10_000;
/** Most pages of one search, however short they are. */
const mostPages = 40;
/** Names in one query by any word. */
const namesPerCall = 100;

/** The strong keys by which the network is searched. */
const searchedKeys = ['ID', 'XNET_SLUG', 'EMAIL'] as const;
type SearchedKey = (typeof searchedKeys)[number];

/** A row, and the people whom its name may mean. */
interface Unclear {
  readonly row: Row;
  readonly people: readonly KnownPerson[];
}

/** Rows to search by a key. */
interface KeyedRows {
  readonly key: SearchedKey;
  readonly rows: readonly Row[];
}

/**
 * The people in the team's network whom rows may mean, by free searches of relationships: by exact keys, and by any word of
 * the names, so that names are compared here. For a list that is long against the network, the network is read once
 * instead.
 */
export class NetworkPeople {
  readonly people = new People();
  readonly #scope: CredentialScope;
  readonly #named: RevealedKinds;
  /** Strong keys of rows by which a search found people whose summaries do not show them, by row and person. */
  readonly #proven = new Map<Row, Map<string, Set<MatchKey>>>();
  /** Why a row was not searched by a key. */
  readonly #unsearched = new Map<Row, Map<SearchedKey | 'NAME', Reason>>();
  /** Whether every person of the network was read. */
  #isWhole = false;
  calls = 0;

  constructor(scope: CredentialScope, named: RevealedKinds) {
    this.#scope = scope;
    this.#named = named;
  }

  /** The keys by which a search found a person for a row, beyond those that the summary shows. */
  proven(row: Row, { id }: KnownPerson): ReadonlySet<MatchKey> | undefined {
    return this.#proven.get(row)?.get(id);
  }

  /** Everybody whom a row may mean. */
  candidates(row: Row): readonly KnownPerson[] {
    const { id, slugKeys, emails, nameWords } = row;
    const own = id === undefined ? undefined : this.people.get(id);
    const found = new Set<KnownPerson>([
      ...(own ? [own] : []),
      ...slugKeys.flatMap((slug) => [...this.people.bySlug(slug)]),
      ...emails.flatMap((email) => [...this.people.byEmail(email)]),
      ...[...(this.#proven.get(row)?.keys() ?? [])].flatMap((proven) => this.people.get(proven) ?? []),
      ...(isNamedFully(row) ? this.people.byWords(nameWords) : []),
    ]);
    return [...found];
  }

  /** Why a row was not searched by all its keys, by the strongest of them; undefined if it was. */
  unsearched(row: Row): Reason | undefined {
    const reasons = this.#unsearched.get(row);
    return reasons && [...reasons.values()][0];
  }

  /** Whether a row was searched by a key. */
  isSearchedBy = (row: Row, key: SearchedKey | 'NAME'): boolean => this.#unsearched.get(row)?.has(key) !== true;

  async find(rows: readonly Row[]): Promise<void> {
    if (rows.length >= longList) {
      await this.#readWhole(rows, Math.max(fewPeople, rows.length * peoplePerRow));
    }
    await this.#findByKeys(rows);
    if (!this.#isWhole) await this.#findByName(rows.filter((row) => isNamedFully(row) && !this.#hasStrongHit(row)));
  }

  /** Searches for rows whose names alone do not decide: who of their candidates once worked there, or lives there. */
  async verify(
    unclear: readonly Unclear[],
    clauseOf: (ids: readonly string[], row: Row) => QueryDsl,
    maxCalls: number,
  ): Promise<ReadonlyMap<Row, ReadonlySet<string>>> {
    const confirmed = new Map<Row, Set<string>>();
    // A result shows the person, not the row: in one query nobody is a candidate of two rows.
    const layers: { readonly ids: Set<string>; readonly rows: Unclear[] }[] = [];
    for (const one of unclear) {
      const layer = layers.find(({ ids }) => one.people.every(({ id }) => !ids.has(id)));
      for (const { id } of one.people) layer?.ids.add(id);
      if (layer) layer.rows.push(one);
      else layers.push({ ids: new Set(one.people.map(({ id }) => id)), rows: [one] });
    }
    const idsOf = ({ people }: Unclear) => people.map(({ id }) => id);
    const clause = (one: Unclear) => clauseOf(idsOf(one), one.row);
    const batches = layers.flatMap(({ rows }) => batchesOf(rows, clause)).slice(0, maxCalls);
    await Promise.all(
      batches.map((batch) =>
        sendHalving(batch, async (some) => {
          const { found } = await this.#read(anyOf(some.map(clause)) ?? {}, some.length * maxCandidates);
          const ids = new Set(found.map(({ id }) => id));
          for (const one of some)
            for (const id of idsOf(one))
              if (ids.has(id)) confirmed.set(one.row, (confirmed.get(one.row) ?? new Set()).add(id));
        }),
      ),
    );
    return confirmed;
  }

  #hasStrongHit = (row: Row): boolean =>
    (row.id !== undefined && this.people.get(row.id) !== undefined) ||
    (row.otherHost === undefined && row.slugKeys.some((slug) => this.people.bySlug(slug).size > 0)) ||
    this.#proven.has(row);

  async #readWhole(rows: readonly Row[], most: number): Promise<void> {
    await sendHalving([rows], async () => {
      const { isCut } = await this.#read({ match_all: {} }, most, { isWhole: true });
      this.#isWhole = !isCut;
    });
  }

  /** Searches by exact keys, then, for those that nobody was found by, in any case. */
  async #findByKeys(rows: readonly Row[]): Promise<void> {
    const asked = searchedKeys
      // The id of everybody is in their summary.
      .filter((key) => key !== 'ID' || !this.#isWhole)
      .map((key): KeyedRows => ({ key, rows: rows.filter((row) => given(key, row) && !this.#isShown(key, row)) }));
    const unknown = await this.#askFor(asked, false);
    await this.#askFor(
      unknown.filter(({ key }) => key !== 'ID'),
      true,
    );
  }

  #isShown = (key: SearchedKey, row: Row): boolean => this.#shownBy(key, row).length > 0;

  /** People whose summaries show the row's key. */
  #shownBy(key: SearchedKey, { id, slugKeys, emails }: Row): readonly KnownPerson[] {
    if (key === 'ID') return [this.people.get(id ?? '') ?? []].flat();
    if (key === 'XNET_SLUG') return slugKeys.flatMap((slug) => [...this.people.bySlug(slug)]);
    return emails.flatMap((email) => [...this.people.byEmail(email)]);
  }

  /**
   * Searches by keys, all at once; returns the rows that nobody was found for. Of people whose summaries do not show the
   * key, a series of searches finds the rows.
   */
  async #askFor(asked: readonly KeyedRows[], ignoreCase: boolean): Promise<readonly KeyedRows[]> {
    const hidden = new Map<SearchedKey, Set<string>>();
    const refused = new Map<SearchedKey, Set<Row>>();
    const note = (key: SearchedKey, failed: readonly Failed<Row>[]): void => {
      // The second search only adds spellings: if it is refused, the first one has answered.
      if (!ignoreCase) this.#note(key, failed);
      for (const { items } of failed) refused.set(key, new Set([...(refused.get(key) ?? []), ...items]));
    };
    await Promise.all(
      asked.map(async ({ key, rows }) => {
        const queryOf = (some: readonly Row[]): QueryDsl => strongQuery(key, some, ignoreCase);
        const batches = batchesByQuery(rows, queryOf, pageLimit.maximum).filter(({ length }) => length > 0);
        const failed = await Promise.all(
          batches.map((batch) =>
            sendHalving(batch, async (some) => {
              const { found } = await this.#read(queryOf(some), Infinity);
              for (const person of found)
                if (!some.some((row) => shows(key, row, person)))
                  hidden.set(key, (hidden.get(key) ?? new Set()).add(person.id));
            }),
          ),
        );
        note(key, failed.flat());
      }),
    );
    const groups = asked
      .filter(({ key }) => hidden.has(key))
      .map(({ key, rows }) => {
        const left = rows.filter((row) => !refused.get(key)?.has(row) && !this.#isShown(key, row));
        return [...Map.groupBy(left, (row) => keyOf(key, row)).values()].map(
          (same): KeyedRows => ({ key, rows: same }),
        );
      });
    const isHidden = isOneOf([...new Set([...hidden.values()].flatMap((ids) => [...ids]))]);
    const find = async (few: readonly KeyedRows[]): Promise<ReadonlySet<string>> => {
      const clauses = searchedKeys.flatMap((key): readonly QueryDsl[] => {
        const keyed = few.filter((group) => group.key === key).flatMap((group) => group.rows);
        return keyed.length > 0 ? [strongQuery(key, keyed, ignoreCase)] : [];
      });
      const query = { bool: { filter: [anyOf(clauses) ?? { match_none: {} }, isHidden] } };
      return new Set((await this.#read(query, Infinity)).found.map(({ id }) => id));
    };
    // In a large network, a search by either of two keys is too slow for a data service that has an index for each.
    const series = this.#isWhole ? [groups.flat()] : groups;
    const attributed = await Promise.all(
      series.map((all) =>
        sendHalving(all, async (some) => {
          for (const [{ key, rows }, ids] of await locate(some, find))
            for (const row of rows) for (const id of ids) this.#prove(row, id, key);
        }),
      ),
    );
    const failed = attributed.flat();
    for (const { items, reason } of failed) for (const { key, rows } of items) note(key, [{ items: rows, reason }]);
    return asked.map(({ key, rows }) => ({
      key,
      rows: rows.filter((row) => !refused.get(key)?.has(row) && !this.#isShown(key, row) && !this.#proven.has(row)),
    }));
  }

  async #findByName(rows: readonly Row[]): Promise<void> {
    let isLarge = false;
    for (const batch of chunksOf(rows, namesPerCall)) {
      const failed = isLarge
        ? []
        : await sendHalving(batch, async (some) => {
            const { isCut } = await this.#read(hasAnyWord(some), peoplePerBatch, { stopsIfCut: true });
            if (isCut) isLarge = true;
          });
      if (failed.length > 0) return this.#readInstead(rows, failed);
      if (isLarge) break;
    }
    if (isLarge) this.#note('NAME', await this.#findFew(rows));
  }

  /** Searches by narrow queries, a batch with too many results in halves. */
  async #findFew(rows: readonly Row[], clauseOf = mayBe): Promise<readonly Failed<Row>[]> {
    const ask = async (batch: readonly Row[]): Promise<readonly Failed<Row>[]> => {
      let cut: readonly Row[] = [];
      const failed = await sendHalving(batch, async (some) => {
        const { isCut } = await this.#read(anyOf(some.map(clauseOf)) ?? {}, peoplePerBatch, {
          stopsIfCut: some.length > 1,
        });
        if (isCut) cut = [...cut, ...some];
      });
      if (cut.length === 0) return failed;
      if (cut.length === 1)
        return [
          ...failed,
          {
            items: cut,
            reason: because('TOO_MANY', 'More people of such names are in the network than are read.'),
          },
        ];
      const half = Math.ceil(cut.length / 2);
      const halves = await Promise.all([ask(cut.slice(0, half)), ask(cut.slice(half))]);
      return [...failed, ...halves.flat()];
    };
    const failed = (await Promise.all(batchesOf(rows, clauseOf).map(ask))).flat();
    if (clauseOf === mayBeOfWords) return failed;
    // Not every data service has prefixes of words.
    const [refused, others] = [true, false].map((is) =>
      failed.filter(({ reason }) => (reason.cause === 'REFUSED') === is),
    );
    const again = (refused ?? []).flatMap(({ items }) => items);
    return again.length === 0 ? failed : [...(others ?? []), ...(await this.#findFew(again, mayBeOfWords))];
  }

  /** Reads the network, since it cannot be searched by names. */
  async #readInstead(rows: readonly Row[], failed: readonly Failed<Row>[]): Promise<void> {
    const [first] = failed;
    const unread = await sendHalving([rows], async () => {
      const { isCut } = await this.#read({ match_all: {} }, peopleInstead);
      this.#isWhole = !isCut;
    });
    if (first && (unread.length > 0 || !this.#isWhole)) this.#note('NAME', [{ items: rows, reason: first.reason }]);
  }

  #prove(row: Row, id: string, key: MatchKey): void {
    const people = this.#proven.get(row) ?? new Map<string, Set<MatchKey>>();
    this.#proven.set(row, people.set(id, (people.get(id) ?? new Set()).add(key)));
  }

  #note(key: SearchedKey | 'NAME', failed: readonly Failed<Row>[]): void {
    for (const { items, reason } of failed)
      for (const row of items) this.#unsearched.set(row, (this.#unsearched.get(row) ?? new Map()).set(key, reason));
  }

  /**
   * Reads the pages of at most `most` people, or the first one. `isCut`: more people match than were read. With `stopsIfCut`, and for the
   * whole network, only the first page is read if all of them would be too many.
   */
  async #read(
    query: QueryDsl,
    most: number,
    { stopsIfCut = false, isWhole = false } = {},
  ): Promise<{ readonly found: readonly KnownPerson[]; readonly isCut: boolean }> {
    const found = new Map<string, KnownPerson>();
    const walk = new PageWalk(findRelationships);
    let follows = false;
    let read = 0;
    do {
      const request = { query, limit: pageLimit.maximum, ...walk.page };
      this.calls += 1;
      const { body } = await orCursorExpired(walk.token, this.#scope.search(findRelationships, request, this.#named));
      for (const item of body.items) {
        const person = item && personOf(item);
        if (!person) continue;
        this.people.add(person);
        found.set(person.id, this.people.get(person.id) ?? person);
      }
      follows = walk.follow(body, peopleOn(body));
      read += 1;
      const pages = most === Infinity ? most : Math.min(mostPages, Math.ceil(most / Math.max(1, body.items.length)));
      if ((stopsIfCut || isWhole) && read === 1 && body.total_count > pages * body.items.length) break;
      if (read >= pages) break;
    } while (follows);
    return { found: [...found.values()], isCut: follows };
  }
}

export const verifications = { isFormer: onceAt, isThere: livesAt };

/** A single word names nobody, but for names written without spaces. */
export const isNamedFully = ({ nameWords: [first = '', ...others] }: Row): boolean =>
  others.length > 0 || isUnspaced(first);

const keyOf = (key: SearchedKey, { id, slugKeys, emails }: Row): string | undefined =>
  key === 'ID' ? id : (key === 'XNET_SLUG' ? slugKeys : emails).join(' ');

const given = (key: SearchedKey, { id, slugs, emails }: Row): boolean =>
  key === 'ID' ? id !== undefined : (key === 'XNET_SLUG' ? slugs : emails).length > 0;

const shows = (key: SearchedKey, row: Row, person: KnownPerson): boolean =>
  key === 'ID'
    ? row.id === person.id
    : key === 'XNET_SLUG'
      ? person.slug !== undefined && row.slugKeys.includes(person.slug)
      : hasMailbox(row, person);

/** A query for the people who have the strong keys of rows, among all records as well. */
export function strongQuery(key: SearchedKey, rows: readonly Row[], ignoreCase: boolean): QueryDsl {
  if (key === 'ID') return isOneOf(rows.flatMap(({ id }) => id ?? []));
  if (key === 'EMAIL') return hasEmail(rows, ignoreCase);
  const names = rows.flatMap(({ slugs, urls }) =>
    slugs.flatMap((value) => [{ value }, ...urls.map((url) => ({ value, url }))]),
  );
  return identityQuery('profile', 'xnet_names', names, ignoreCase) ?? { match_none: {} };
}
