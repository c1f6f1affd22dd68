import { anyOf } from '../../../contract/clause.ts';
import { pageLimit } from '../../../contract/limits.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { identityQuery } from '../../loaders/identity-query.ts';
import { locate } from '../../loaders/locate.ts';
import { batchesByQuery, type Failed, sendHalving } from './batches.ts';
import { hasMailbox } from './decide.ts';
import type { NetworkReader } from './network-reader.ts';
import { hasEmail, isOneOf } from './people-queries.ts';
import type { KnownPerson } from './person.ts';
import type { Reason } from './reason.ts';
import type { Row } from './row.ts';

/** The strong keys by which the network is searched. */
const searchedKeys = ['ID', 'XNET_SLUG', 'EMAIL'] as const;
export type SearchedKey = (typeof searchedKeys)[number];

/** Rows with the same value of a key. */
interface KeyedRows {
  readonly key: SearchedKey;
  readonly rows: readonly Row[];
}

/** Searches of the network by ids, slugs and addresses, and what they tell beside the people whom they find. */
export class StrongKeys {
  /** Keys of rows by which a search found people whose summaries do not show them, by row and person. */
  readonly proven = new Map<Row, Map<string, Set<SearchedKey>>>();
  /** Why a row was not searched by a key. */
  readonly unsearched = new Map<Row, Map<SearchedKey, Reason>>();
  readonly #reader: NetworkReader;

  constructor(reader: NetworkReader) {
    this.#reader = reader;
  }

  /** Searches for the rows by all keys in one query; then, for those that nobody was found for, in any case. */
  async find(rows: readonly Row[], isWhole: boolean): Promise<void> {
    const asked = searchedKeys
      // The id of everybody is in their summary.
      .filter((key) => key !== 'ID' || !isWhole)
      .flatMap((key) => {
        const unknown = rows.filter((row) => given(key, row) && !this.#isShown({ key, rows: [row] }));
        return [...Map.groupBy(unknown, (row) => keyOf(key, row)).values()].map((same) => ({ key, rows: same }));
      });
    const refused = await this.#ask(asked, false);
    for (const { items, reason } of refused)
      for (const { key, rows } of items)
        for (const row of rows)
          this.unsearched.set(row, (this.unsearched.get(row) ?? new Map<SearchedKey, Reason>()).set(key, reason));
    const isRefused = new Set(refused.flatMap(({ items }) => items));
    const isFound = (group: KeyedRows) => this.#isShown(group) || group.rows.some((row) => this.proven.has(row));
    // This search only adds spellings: if it is refused, the first one has answered.
    await this.#ask(
      asked.filter((group) => group.key !== 'ID' && !isRefused.has(group) && !isFound(group)),
      true,
    );
  }

  /** Whether the summary of somebody shows the rows' key. */
  #isShown({ key, rows: [row] }: KeyedRows): boolean {
    const { people } = this.#reader;
    if (!row) return false;
    if (key === 'ID') return people.get(row.id ?? '') !== undefined;
    if (key === 'XNET_SLUG') return row.slugKeys.some((slug) => people.bySlug(slug).size > 0);
    return row.emails.some((email) => people.byEmail(email).size > 0);
  }

  /** Searches by keys. Of people whose summaries do not show the key, a series of searches finds the rows. */
  async #ask(asked: readonly KeyedRows[], ignoreCase: boolean): Promise<readonly Failed<KeyedRows>[]> {
    const queryOf = (groups: readonly KeyedRows[]): QueryDsl =>
      anyOf(
        searchedKeys.flatMap((key) => {
          const rows = groups.filter((group) => group.key === key).flatMap((group) => group.rows);
          return rows.length > 0 ? [strongQuery(key, rows, ignoreCase)] : [];
        }),
      ) ?? { match_none: {} };
    const hidden = new Set<string>();
    const read = async (groups: readonly KeyedRows[]): Promise<void> => {
      for (const person of (await this.#reader.read(queryOf(groups))).found)
        if (!groups.some((group) => shows(group, person))) hidden.add(person.id);
    };
    const failed = await Promise.all(
      batchesByQuery(asked, queryOf, pageLimit.maximum).map(async (batch) => {
        const together = await sendHalving([batch], ([all = []]) => read(all));
        if (together.length === 0) return [];
        // Perhaps it is one of the keys that is refused, such as slugs, which are in nested lists.
        const byKey = [...Map.groupBy(batch, ({ key }) => key).values()];
        return (await Promise.all(byKey.map((groups) => sendHalving(groups, read)))).flat();
      }),
    );
    const refused = new Set(failed.flat().flatMap(({ items }) => items));
    const left = hidden.size === 0 ? [] : asked.filter((group) => !refused.has(group) && !this.#isShown(group));
    const isHidden = isOneOf([...hidden]);
    const idsOf = async (groups: readonly KeyedRows[]): Promise<ReadonlySet<string>> => {
      const { found } = await this.#reader.read({ bool: { filter: [isHidden, queryOf(groups)] } });
      return new Set(found.map(({ id }) => id));
    };
    const unlocated = await sendHalving(left, async (some) => {
      for (const [{ key, rows }, ids] of await locate(some, idsOf))
        for (const row of rows) for (const id of ids) this.#prove(row, id, key);
    });
    return [...failed.flat(), ...unlocated];
  }

  #prove(row: Row, id: string, key: SearchedKey): void {
    const people = this.proven.get(row) ?? new Map<string, Set<SearchedKey>>();
    this.proven.set(row, people.set(id, (people.get(id) ?? new Set()).add(key)));
  }
}

const keyOf = (key: SearchedKey, { id, slugKeys, emails }: Row): string | undefined =>
  key === 'ID' ? id : (key === 'XNET_SLUG' ? slugKeys : emails).join(' ');

const given = (key: SearchedKey, { id, slugs, emails }: Row): boolean =>
  key === 'ID' ? id !== undefined : (key === 'XNET_SLUG' ? slugs : emails).length > 0;

const shows = ({ key, rows: [row] }: KeyedRows, person: KnownPerson): boolean =>
  row !== undefined &&
  (key === 'ID'
    ? row.id === person.id
    : key === 'XNET_SLUG'
      ? person.slug !== undefined && row.slugKeys.includes(person.slug)
      : hasMailbox(row, person));

/** A query for the people who have the strong keys of rows, among all records as well. */
export function strongQuery(key: SearchedKey, rows: readonly Row[], ignoreCase: boolean): QueryDsl {
  if (key === 'ID') return isOneOf(rows.flatMap(({ id }) => id ?? []));
  if (key === 'EMAIL') return hasEmail(rows, ignoreCase);
  const names = rows.flatMap(({ slugs, urls }) =>
    slugs.flatMap((value) => [{ value }, ...urls.map((url) => ({ value, url }))]),
  );
  return identityQuery('profile', 'xnet_names', names, ignoreCase) ?? { match_none: {} };
}
