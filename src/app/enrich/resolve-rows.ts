import { type Page, pageFrom, slugKey, slugsIn } from '../../reading/page.ts';
import type { Row } from '../../reading/row.ts';
import { uuidFrom } from '../../reading/uuid.ts';
import { type EnrichingGraph, isProviderPage, type Match, matchRows, rowsPerMatch } from './graph-calls.ts';
import type { InputRow } from './input.ts';
import type { MatchedRow } from './run-store.ts';

/** Requests to match that are sent at once: the graph makes equal free calls of theirs once. */
const matchesAtOnce = 4;

/** Maximum rows that are resolved together. */
export const rowsAtOnce = 10_000;

/** Maximum hosts of pages that are checked; rows with a page on any other host are matched. */
const maxHosts = 20;

/**
 * Finds out by what the record of each row is loaded; free. A row that has an id or a page and nothing that could
 * contradict it names a record, which is loaded by that name. Any other row is matched.
 */
export class RowResolver {
  readonly #graph: EnrichingGraph;
  /** Whether to load records for rows with a likely match, too. */
  readonly #likely: boolean;
  /** Whether a host is the provider's. */
  readonly #hosts = new Map<string, boolean>();

  constructor(graph: EnrichingGraph, likely: boolean) {
    this.#graph = graph;
    this.#likely = likely;
  }

  async resolve(rows: readonly InputRow[]): Promise<readonly MatchedRow[]> {
    const resolved = new Map<number, MatchedRow>();
    const unnamed: InputRow[] = [];
    for (const one of rows) {
      const { at, row, reason } = one;
      const by = row && (await this.#nameIn(row));
      if (!row) resolved.set(at, { at, state: reason === undefined ? 'BLANK' : 'UNREAD', by: undefined, reason });
      else if (by === undefined) unnamed.push(one);
      else resolved.set(at, { at, state: named, by: JSON.stringify(by), reason: undefined });
    }
    for (const row of await this.match(unnamed)) resolved.set(row.at, row);
    return rows.flatMap(({ at }) => resolved.get(at) ?? []);
  }

  async match(rows: readonly InputRow[]): Promise<readonly MatchedRow[]> {
    const matched: MatchedRow[] = [];
    for (let from = 0; from < rows.length; from += matchesAtOnce * rowsPerMatch) {
      const requests = Array.from({ length: matchesAtOnce }, (_, at) =>
        rows.slice(from + at * rowsPerMatch, from + (at + 1) * rowsPerMatch),
      ).filter(({ length }) => length > 0);
      const answers = await Promise.all(
        requests.map((some) =>
          matchRows(
            this.#graph,
            some.flatMap(({ row }) => row ?? []),
          ),
        ),
      );
      for (const [request, some] of requests.entries())
        for (const [index, { at }] of some.entries()) matched.push(this.#matchedRow(at, index, answers[request] ?? []));
    }
    return matched;
  }

  #matchedRow(at: number, index: number, matches: readonly Match[]): MatchedRow {
    const found = matches[index];
    if (!found) return { at, state: 'NOT_CHECKED', by: undefined, reason: 'The graph did not answer for this row.' };
    const same = found.state === 'DUPLICATE' ? matches[found.sameAs ?? -1] : undefined;
    const { id, state, confidence } = {
      ...found,
      ...(same && { id: found.id ?? same.id, confidence: found.confidence ?? same.confidence }),
    };
    const isBought = id !== null && (confidence === 'CERTAIN' || (this.#likely && confidence === 'LIKELY'));
    const isLikely = id !== null && confidence === 'LIKELY' && !this.#likely;
    return {
      at,
      state: isBought ? 'MATCHED' : isLikely ? 'LIKELY' : state,
      by: isBought ? JSON.stringify({ id }) : undefined,
      reason: found.reason ?? undefined,
    };
  }

  /**
   * The only identifier of a row, if it is an id, or a page of the provider. A name or an address may be somebody else's,
   * so that such a row is matched.
   */
  async #nameIn({ id, url, slug, companyUrl, name, company, website, emails, problems, spans }: Row) {
    const isOfCompanies = this.#graph.of === 'companies';
    const page = isOfCompanies ? (companyUrl ?? url) : url;
    const others = isOfCompanies ? [name, company, website] : [name, emails, spans];
    const [one, ...more] = [id, page, slug].filter((text) => text !== undefined);
    if (one === undefined || more.length > 0 || problems || others.some((other) => other !== undefined))
      return undefined;
    if (one === id) return { id: uuidFrom(id) };
    const kind = isOfCompanies ? 'company' : 'profile';
    const [value, ...forms] = slugsIn(one, kind);
    const found = pageFrom(one);
    if (value === undefined || forms.length > 0 || (found && !(await this.#isProvider(found, one)))) return undefined;
    return { xnetSlug: slugKey(value) };
  }

  async #isProvider({ host }: Page, url: string): Promise<boolean> {
    if (host === undefined) return true;
    const known = this.#hosts.get(host) ?? (this.#hosts.size >= maxHosts ? false : undefined);
    if (known !== undefined) return known;
    const is = await isProviderPage(this.#graph, url);
    this.#hosts.set(host, is);
    return is;
  }
}

/** State of a row whose record is known by name only: whether there is one shows when it is loaded. */
export const named = 'NAMED';
