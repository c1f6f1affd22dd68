import { isObject } from '../contract/json.ts';
import { fetchCompanies } from '../contract/operation/companies.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { fetchProfiles } from '../contract/operation/profiles.ts';
import { findRelationships } from '../contract/operation/relationships.ts';
import type { Words } from '../contract/wire-names.ts';
import { isPriced } from './errors.ts';

/** Number of pieces of evidence (answers with connections, or records) without the configured word. */
const enough = 3;

/** The member of a connection with the network's word in its name: `connector_<word>_url`. */
const connectorUrl = /^connector_([a-z][a-z0-9]*)_url$/;

/** The network's word in an answer as sent; undefined if no connection shows it. */
export function networkWordIn(answer: unknown): string | undefined {
  const items = isObject(answer) && Array.isArray(answer.items) ? answer.items : [];
  for (const item of items) {
    const connections: readonly unknown[] = isObject(item) && Array.isArray(item.connections) ? item.connections : [];
    for (const connection of connections)
      for (const name of isObject(connection) ? Object.keys(connection) : []) {
        const word = connectorUrl.exec(name)?.[1];
        if (word !== undefined) return word;
      }
  }
  return undefined;
}

/** A word in an answer, and what shows it; no word: the evidence lacks the configured one, and shows no other. */
interface Shown {
  readonly word?: string;
  readonly by?: string;
}

/** The evidence of one word. The first piece with the configured word ends the check. */
class Evidence {
  /** The upstream's word, once it is known to differ from the configured one. */
  mismatch: string | undefined;
  isRight = false;
  readonly #configured: string;
  readonly #asking = new Set<string>();
  readonly #without = new Set<string>();
  readonly #others = new Map<string, number>();
  #count = 0;

  constructor(configured: string) {
    this.#configured = configured;
  }

  /** Returns whether this piece makes the mismatch known. */
  see({ word }: Shown, apiKey: string): boolean {
    if (this.isRight) return false;
    if (this.#asking.size < 2) this.#asking.add(apiKey);
    if (word === this.#configured) {
      this.isRight = true;
      this.mismatch = undefined;
      return false;
    }
    this.#count += 1;
    if (this.#without.size < 2) this.#without.add(apiKey);
    if (word !== undefined && this.#others.size < 100) this.#others.set(word, (this.#others.get(word) ?? 0) + 1);
    if (this.mismatch !== undefined || this.#count < enough || this.#without.size < this.#asking.size) return false;
    this.mismatch = [...this.#others].toSorted(([, one], [, other]) => other - one)[0]?.[0];
    return this.mismatch !== undefined;
  }
}

/**
 * Detects that the upstream has other words than are configured, in which case slugs and URLs would be missing without an
 * error. Connections, and the accounts and members of full records, show the word for the network; the investors of
 * companies that for the funding database. Requires three pieces of evidence, of two keys if there are two, so that one
 * odd answer does not suffice.
 */
export class WordCheck {
  readonly #xnet: Evidence;
  readonly #fundingdb: Evidence;
  readonly #words: { readonly xnet: string; readonly fundingdb: string };
  readonly #onMismatch: (words: string, shownBy: string) => void;

  constructor(configured: Words | undefined, onMismatch: (words: string, shownBy: string) => void) {
    this.#words = { xnet: configured?.xnet ?? 'xnet', fundingdb: configured?.fundingdb ?? 'fundingdb' };
    this.#xnet = new Evidence(this.#words.xnet);
    this.#fundingdb = new Evidence(this.#words.fundingdb);
    this.#onMismatch = onMismatch;
  }

  /** The upstream's words that are known to differ from the configured ones, such as `xnet=acme`. */
  get mismatch(): string | undefined {
    return pairs(this.#xnet.mismatch, this.#fundingdb.mismatch);
  }

  /** The words because of which a call of this operation would buy what lacks its slugs. */
  mismatchFor(operation: Operation): string | undefined {
    if (!isPriced(operation)) return undefined;
    return pairs(this.#xnet.mismatch, operation.name === fetchCompanies.name ? this.#fundingdb.mismatch : undefined);
  }

  /** Whether the records of such an answer are evidence that is still needed. */
  needs(operation: Operation, body: Buffer): boolean {
    if (operation.name === fetchProfiles.name) return !this.#xnet.isRight;
    if (operation.name !== fetchCompanies.name) return false;
    return !this.#xnet.isRight || (!this.#fundingdb.isRight && body.includes('_slug"'));
  }

  /** Inspects an answer as sent. */
  see(operation: Operation, answer: unknown, apiKey: string): void {
    if (operation.name === findRelationships.name) {
      const word = this.#xnet.isRight ? undefined : networkWordIn(answer);
      if (word !== undefined) this.#learn('xnet', { word, by: `connector_${word}_url` }, apiKey);
      return;
    }
    if (operation.name !== fetchProfiles.name && operation.name !== fetchCompanies.name) return;
    for (const record of listIn(answer, 'results')) {
      const info = isObject(record) ? (record.profile_info ?? record.company_info) : undefined;
      if (!isObject(info)) continue;
      this.#learn('xnet', networkShownBy(info, this.#words.xnet), apiKey);
      const shown = fundingShownBy(info, this.#words);
      if (shown) this.#learn('fundingdb', shown, apiKey);
    }
  }

  #learn(name: 'xnet' | 'fundingdb', shown: Shown, apiKey: string): void {
    const evidence = name === 'xnet' ? this.#xnet : this.#fundingdb;
    if (!evidence.see(shown, apiKey) || evidence.mismatch === undefined) return;
    const by = shown.word === evidence.mismatch ? shown.by : evidence.mismatch;
    this.#onMismatch(`${name}=${evidence.mismatch}`, by ?? evidence.mismatch);
  }
}

const pairs = (xnet: string | undefined, fundingdb: string | undefined): string | undefined =>
  [...(xnet ? [`xnet=${xnet}`] : []), ...(fundingdb ? [`fundingdb=${fundingdb}`] : [])].join(',') || undefined;

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
};

/** The word for the network that the members and accounts of a record show; of other words, one that members have too. */
function networkShownBy(info: Readonly<Record<string, unknown>>, configured: string): Shown {
  const parts = new Set(Object.keys(info).flatMap((name) => name.split('_')));
  const networks = listIn(info, 'social_media').flatMap((account) =>
    isObject(account) && typeof account.network === 'string' && /^[a-z][a-z0-9]*$/.test(account.network)
      ? [account.network]
      : [],
  );
  if (parts.has(configured) || networks.includes(configured)) return { word: configured };
  const word = networks.find((network) => parts.has(network)) ?? networks[0];
  return word === undefined ? {} : { word, by: `the network ${word}` };
}

/** The word for the funding database in a company's investors: `<word>_slug`. */
function fundingShownBy(
  info: Readonly<Record<string, unknown>>,
  words: { readonly xnet: string; readonly fundingdb: string },
): Shown | undefined {
  const shown = investorsIn(info)
    .flatMap((investor) => Object.keys(investor))
    .flatMap((name) => /^([a-z][a-z0-9]*)_slug$/.exec(name)?.[1] ?? [])
    .filter((word) => word !== words.xnet);
  const word = shown.find((one) => one === words.fundingdb) ?? shown[0];
  return word === undefined ? undefined : { word, by: `${word}_slug` };
}

/** The objects in lists of investors, which are in a record's rounds. */
function investorsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(investorsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    /(^|_)investors$/.test(name) && Array.isArray(member) ? member.filter(isObject) : investorsIn(member),
  );
}
