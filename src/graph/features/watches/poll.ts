import type { Change, Move } from './change.ts';
import { asRenamed, changeOnLeaving, changesBetween, commonMoves } from './compare.ts';
import { judgeListing } from './listing.ts';
import { dayMs, type Network, newNetwork, prefixesOf, slices } from './network.ts';
import { People, type ReadPacked } from './people.ts';
import { isPurged, type Person } from './person.ts';
import {
  everyone,
  knownBy,
  knownByNoneOf,
  maxIds,
  type UpstreamNetwork,
  undated,
  updatedSince,
  withIds,
  withPrefixes,
} from './upstream-network.ts';

/**
 * Minimum overlap of polls, in milliseconds: the data service dates records by its own clock, which may be an hour
 * late, and indexes them later. People read twice are equal to the stored ones, and cause no change.
 */
const overlapMs = 2 * 3_600_000;

/** The longest lag of the data's dates that is followed, in milliseconds. */
const maxLagMs = 7 * dayMs;

/** Minimum time between two listings that confirm departures, so that a short fault does not confirm itself. */
const relistMs = dayMs / 2;

/** How long departures are held that nothing but listings shows, in milliseconds. */
const maxHeldMs = 7 * dayMs;

/** How many people who had a field decide whether its absence is a fault, and how many others are read if fewer did. */
const minJudged = 10;
const sampleSize = 100;

/** Maximum number of people in a watch. */
const maxPeople = 250_000;

/** Inputs of a poll. */
export interface Polling {
  readonly upstream: UpstreamNetwork;
  readonly of: 'NETWORK' | 'SEARCH';
  /** Whether the watch has a filter: people may then stop matching without leaving the network. */
  readonly filtered: boolean;
  readonly everyMs: number;
  readonly now: number;
  /** Short digests of the names of purged people, who never join. */
  readonly purged: ReadonlySet<string>;
  readonly read: ReadPacked;
  /** Ids that the last complete listing lacked, and that have not been reported as left. */
  readonly missing: readonly string[];
}

/** Result of a poll, committed atomically. */
export interface Polled {
  readonly network: Omit<Network, 'missing'>;
  readonly people: People;
  readonly changes: readonly Change[];
  readonly missing: readonly string[];
  /** What was wrong although the poll succeeded, as a sentence. */
  readonly trouble?: string;
}

/** Whether more people leave a watched network at once than usual: more than a tenth of them, and more than three. */
const isUnusual = (count: number, people: number): boolean => count > 3 && count > people / 10;

/** A person known only by id. */
const bare = (id: string): Person => ({ id, title: '', employer: '', marks: '', ties: [] });

/**
 * Reads the baseline of a network, without changes.
 *
 * @throws {TooManyPeople}
 */
export async function readBaseline({ upstream, of, now, purged, read }: Polling): Promise<Polled> {
  const capabilities = of === 'NETWORK' ? await upstream.capabilities() : { byDate: false, byId: false };
  const total = await upstream.count();
  if (total > maxPeople) throw new TooManyPeople(total);
  const network = newNetwork(now, total, capabilities);
  const people = new People(network, read);
  let listed = 0;
  if (of === 'SEARCH') {
    const { ids, totals } = await upstream.list();
    if (totals.some((one) => one > ids.length)) throw new Incomplete(ids.length, Math.max(...totals));
    for (const id of ids) if (!isPurged(bare(id), purged)) people.set(id, bare(id));
    listed = ids.length;
  } else
    for await (const page of upstream.people(everyone)) {
      for (const person of page.people) {
        if (!isPurged(person, purged)) people.set(person.id, person);
      }
      // Items without an id cannot be followed, but are read.
      listed += page.rows;
    }
  if (listed < total) throw new Incomplete(listed, total);
  return {
    network: { ...network, ...countsOf(people), hidden: listed - people.count },
    people,
    changes: [],
    missing: [],
  };
}

/** The baseline could not be read completely; it is retried. */
class Incomplete extends Error {
  constructor(found: number, total: number) {
    super(`${found} of ${total} people could be read.`);
  }
}

/** More people match than `maxPeople`. */
export class TooManyPeople extends Error {
  constructor(total: number) {
    super(`A watch may have ${maxPeople} people, but ${total} match: narrow its filter.`);
  }
}

const countsOf = ({ count, connectors, ties }: People) => ({ count, connectors, ties });

/**
 * Polls a network after its baseline: reads only what may have changed and is due.
 *
 * @throws {TooManyPeople}
 */
export async function pollNetwork(before: Network, polling: Polling): Promise<Polled> {
  const { upstream, now, everyMs } = polling;
  const seen = new Seen(new People(before, polling.read), polling, before.byId);
  const { suspect: doubt, heldAt, ...known } = before;
  const network: Omit<Network, 'missing'> = { ...known, pollAt: now, ...(heldAt !== undefined && { heldAt }) };
  let suspect = doubt;
  let { missing } = polling;
  const total = await upstream.count();
  if (total > maxPeople) throw new TooManyPeople(total);
  if (polling.of === 'NETWORK') {
    if (before.byDate) await seen.all(updatedSince(before.pollAt - overlapMs - (before.lagMs ?? 0)));
    await seenByNewConnectors(seen, upstream, before);
  }
  const isDaily = now - before.dailyAt >= dayMs - everyMs / 2;
  const differs = total !== seen.people.count + before.hidden || doubt !== undefined;
  const mayConfirm = now - before.listedAt >= relistMs;
  if (isDaily || (differs && mayConfirm)) {
    const listing = await upstream.list();
    await seen.people.loadAll();
    const judged = judgeListing(
      { ...listing, totals: [...listing.totals, total] },
      seen.people,
      new Set(mayConfirm ? missing : []),
    );
    if (mayConfirm) network.listedAt = now;
    // The daily listing soon after an extra one decides nothing: the earlier reason stands.
    suspect = judged.suspect && (mayConfirm ? judged.suspect : (doubt ?? judged.suspect));
    if (suspect === undefined) network.wholeAt = now;
    await seen.joined(judged.joined);
    // A data service that finds no people at all, in or out of the network, has a fault, even if it repeats the answer.
    const isHealthy =
      !mayConfirm ||
      !judged.missing ||
      judged.missing.length + judged.left.length === 0 ||
      (await upstream.isHealthy());
    if (!isHealthy) {
      suspect = `The data service finds nobody at all, so ${judged.left.length + (judged.missing?.length ?? 0)} missing people are not believed to have left.`;
      missing = [];
      network.listedAt = before.listedAt;
    } else if (mayConfirm && judged.missing) {
      const isOld = heldAt !== undefined && now - heldAt >= maxHeldMs;
      const { held, reason } = await seen.left(judged.left, isOld);
      delete network.heldAt;
      if (reason !== undefined) {
        suspect = reason;
        network.heldAt = heldAt ?? now;
      }
      missing = [...held, ...judged.missing];
    } else if (!mayConfirm) {
      // The daily listing soon after an extra one only takes back what that one lacked.
      const listed = new Set(listing.ids);
      missing = missing.filter((id) => !listed.has(id));
    }
    if (isDaily) {
      network.dailyAt = now;
      if (before.byDate) network.lagMs = await lagOf(upstream, now);
      // If the listing is faulty, counts probably are too: comparing them would reread every connector.
      if (polling.of === 'NETWORK')
        await readDaily(seen, network, suspect === undefined ? judged.missing : undefined, polling);
    }
    // Last: if the data service cannot search by id, only the daily reading adds new people.
    network.hidden = judged.joined.filter((id) => !seen.people.has(id)).length;
  }
  return {
    network: { ...network, ...countsOf(seen.people), ...(suspect !== undefined && { suspect }) },
    people: seen.people,
    changes: await seen.withoutRenames(),
    missing,
    ...(seen.faults.size > 0 && {
      trouble: `Most people lack ${[...seen.faults].join(' and ')} that they had, which is taken for a fault of the data service: what was known is kept.`,
    }),
  };
}

/**
 * How long ago the latest dated record was updated, to the hour: at least as long as the data service needs to date and
 * index a change. Zero if nothing was updated for a week.
 */
async function lagOf(upstream: UpstreamNetwork, now: number): Promise<number> {
  const isAny = async (lagMs: number) => (await upstream.count(updatedSince(now - lagMs))) > 0;
  if (await isAny(overlapMs)) return 0;
  if (!(await isAny(maxLagMs))) return 0;
  let [none, some] = [overlapMs, maxLagMs];
  while (some - none > 3_600_000) {
    const middle = (none + some) / 2;
    if (await isAny(middle)) some = middle;
    else none = middle;
  }
  return some;
}

/** Finds new connectors by the people whom no known connector knows, and reads all people of each. */
async function seenByNewConnectors(seen: Seen, upstream: UpstreamNetwork, { connectors }: Network): Promise<void> {
  const query = connectors.length === 0 ? everyone : knownByNoneOf(connectors);
  await seen.all(query);
  for (const connector of seen.people.connectors.slice(connectors.length)) {
    // All its people may have been read already.
    const known = seen.people.ties[seen.people.connectors.indexOf(connector)];
    if ((await upstream.count(knownBy(connector))) !== known) await seen.all(knownBy(connector));
  }
}

/**
 * Reads what update dates do not reveal: ties of each connector, people without a date, and one slice of the network.
 *
 * @param missing ids that the listing lacked; undefined if it is suspect: connectors are not counted then
 */
async function readDaily(
  seen: Seen,
  network: Network,
  missing: readonly string[] | undefined,
  { upstream, now }: Polling,
): Promise<void> {
  if (network.byDate) await seen.all(undated);
  if (missing) {
    await seen.people.loadAll();
    const hiddenTies = [...(network.hiddenTies ?? [])];
    const absent = new Map<string, number>();
    for (const id of missing)
      for (const { connector } of seen.people.get(id)?.ties ?? [])
        absent.set(connector, (absent.get(connector) ?? 0) + 1);
    for (const [number, connector] of [...seen.people.connectors.entries()]) {
      const known = () => (seen.people.ties[number] ?? 0) - (absent.get(connector) ?? 0);
      const count = await upstream.count(knownBy(connector));
      if (count === known() + (hiddenTies[number] ?? 0)) continue;
      await seen.tiesOf(connector);
      // All of them were read, so any further people in the count are hidden.
      hiddenTies[number] = count - known();
    }
    network.hiddenTies = Array.from(seen.people.connectors, (_, number) => hiddenTies[number] ?? 0);
  }
  const slice = network.slicesAt.indexOf(Math.min(...network.slicesAt));
  await seen.all(network.slicesAt.length === slices ? withPrefixes(prefixesOf(slice)) : everyone);
  network.slicesAt = network.slicesAt.map((at, index) => (index === slice ? now : at));
}

/** The fields of a person whose absence may be a fault; the last three are parts of `marks`, in their order. */
const judgedFields = ['title', 'employer', 'ties', 'slug', 'e-mail address', 'website'] as const;
type JudgedField = (typeof judgedFields)[number];
const markAt = (field: JudgedField): number => judgedFields.indexOf(field) - 3;

const fieldOf = (person: Person, field: JudgedField): { readonly length: number } =>
  field === 'title' || field === 'employer' || field === 'ties'
    ? person[field]
    : (person.marks.split(',')[markAt(field)] ?? '');

function withFieldOf(person: Person, before: Person, field: JudgedField): Person {
  if (field === 'title' || field === 'employer' || field === 'ties') return { ...person, [field]: before[field] };
  const earlier = before.marks.split(',');
  const marks = person.marks.split(',').map((mark, at) => (at === markAt(field) ? (earlier[at] ?? '') : mark));
  return { ...person, marks: marks.join(',') };
}

/** State and changes that a poll has seen so far. A row contains all of a person's state, so the last row wins. */
class Seen {
  readonly people: People;
  readonly changes: Change[] = [];
  /** Fields that most people lack who had them. */
  readonly faults = new Set<string>();
  #sample: readonly Person[] | undefined;
  readonly #polling: Polling;
  readonly #byId: boolean;

  constructor(people: People, polling: Polling, byId: boolean) {
    this.people = people;
    this.#polling = polling;
    this.#byId = byId;
  }

  /** Reads all people whom a query finds; resolves with their ids. */
  async all(query: Parameters<UpstreamNetwork['people']>[0]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for await (const { people } of this.#polling.upstream.people(query)) {
      await this.people.load(people.map(({ id }) => id));
      const rows = await this.#withoutFaults(people.filter(({ id }) => !found.has(id)));
      for (const [id, [first, ...others]] of Map.groupBy(rows, (row) => row.id)) {
        found.add(id);
        const rest = others.some((other) => this.#isAsBefore(other));
        // If a person has several rows that differ, and one equals the last poll, nothing changed; else each poll would report it.
        if (first && !rest) this.#see(first);
      }
    }
    return found;
  }

  #isAsBefore(person: Person): boolean {
    const before = this.people.get(person.id);
    return before !== undefined && changesBetween(before, person).length === 0;
  }

  /**
   * A field that is suddenly empty for most people is a fault of the data service, like an empty listing: their stored
   * values are kept. If only a few people were read, a sample of others decides.
   */
  async #withoutFaults(rows: readonly Person[]): Promise<readonly Person[]> {
    let people = rows;
    for (const field of judgedFields) {
      const { had, lost } = this.#losses(people, field);
      if (lost === 0) continue;
      const judged = had >= minJudged ? { had, lost } : this.#losses(await this.#sampled(), field);
      if (judged.lost <= judged.had / 2) continue;
      this.faults.add(field);
      people = people.map((person) => {
        const before = this.people.get(person.id);
        return before && fieldOf(person, field).length === 0 ? withFieldOf(person, before, field) : person;
      });
    }
    return people;
  }

  /** How many people had a field, and how many of them lack it now. */
  #losses(rows: readonly Person[], field: JudgedField) {
    const had = rows.filter(({ id }) => {
      const before = this.people.get(id);
      return before && fieldOf(before, field).length > 0;
    });
    return { had: had.length, lost: had.filter((person) => fieldOf(person, field).length === 0).length };
  }

  async #sampled(): Promise<readonly Person[]> {
    if (this.#sample) return this.#sample;
    let sample: readonly Person[] = [];
    for await (const page of this.#polling.upstream.people(everyone, { limit: sampleSize })) {
      sample = page.people;
      break;
    }
    await this.people.load(sample.map(({ id }) => id));
    this.#sample = sample;
    return sample;
  }

  /** The changes; an employer whom most of its people left at once for the same other one was renamed. */
  async withoutRenames(): Promise<readonly Change[]> {
    const common = commonMoves(this.changes);
    if (common.size === 0) return this.changes;
    await this.people.loadAll();
    const staying = new Map<string, number>();
    for (const { employer } of this.people.values())
      if (common.has(employer)) staying.set(employer, (staying.get(employer) ?? 0) + 1);
    const renamed = new Set<Move>();
    for (const [employer, moves] of common)
      if (moves.length >= (staying.get(employer) ?? 0)) for (const move of moves) renamed.add(move);
    return this.changes.map((change) => (change.kind === 'MOVED' && renamed.has(change) ? asRenamed(change) : change));
  }

  /** Reads all people whom a connector knows, or knew before. */
  async tiesOf(connector: string): Promise<void> {
    const found = await this.all(knownBy(connector));
    const before = [...this.people.values()].filter(
      ({ id, ties }) => !found.has(id) && ties.some((tie) => tie.connector === connector),
    );
    await this.#rows(before.map(({ id }) => id));
  }

  /** Adds people who were listed for the first time. */
  async joined(ids: readonly string[]): Promise<void> {
    if (this.#polling.of === 'SEARCH') for (const id of ids) this.#see(bare(id));
    else await this.#rows(ids);
  }

  /**
   * Removes people whom two listings lack, unless the data service finds them by id. Unusually many are held as long as
   * nothing else shows that they left.
   *
   * @param isBelieved whether listings alone are believed: they have agreed for long
   */
  async left(
    ids: readonly string[],
    isBelieved: boolean,
  ): Promise<{ readonly held: readonly string[]; readonly reason?: string }> {
    if (ids.length === 0) return { held: [] };
    const faults = this.faults.size;
    const [listed, reached] = await this.#found(ids);
    const gone = ids.filter((id) => !listed.has(id) && !reached.has(id));
    // A filter finds nobody by a field that is lost.
    const lost = this.faults.size > faults ? [...reached.keys()] : [];
    const unshown = isUnusual(gone.length, this.people.count) && !isBelieved ? await this.#unshown(gone) : [];
    const held = new Set([...listed, ...lost, ...(isUnusual(unshown.length, this.people.count) ? unshown : [])]);
    const reason = isUnusual(held.size, this.people.count)
      ? `${held.size} of ${this.people.count} people are gone, which is unusual, and nothing but listings shows it: they are not believed to have left.`
      : undefined;
    for (const id of ids) {
      const before = this.people.get(id);
      if (!before || held.has(id)) continue;
      this.changes.push(changeOnLeaving(before, reached.get(id)));
      this.people.set(id, undefined);
    }
    return { held: [...held], ...(reason !== undefined && { reason }) };
  }

  /** Who of them is found by id, though not listed: with the filter; and without it only, as they are now. */
  async #found(ids: readonly string[]): Promise<readonly [ReadonlySet<string>, ReadonlyMap<string, Person>]> {
    const listed = new Set<string>();
    const reached = new Map<string, Person>();
    if (!this.#byId) return [listed, reached];
    const { upstream, filtered } = this.#polling;
    for (let at = 0; at < ids.length; at += maxIds) {
      const query = withIds(ids.slice(at, at + maxIds));
      for await (const { people } of upstream.people(query)) for (const { id } of people) listed.add(id);
      if (filtered)
        for await (const { people } of upstream.people(query, { filtered: false }))
          for (const person of await this.#withoutFaults(people))
            if (!listed.has(person.id)) reached.set(person.id, person);
    }
    return [listed, reached];
  }

  /**
   * Of people who are gone, those of whom nothing else shows it. It is shown if their record is found by id, out of the
   * network, and all connectors who knew them know nobody, while others do: a connector left. In a search over all
   * people, it is shown by the record.
   */
  async #unshown(gone: readonly string[]): Promise<readonly string[]> {
    const { upstream, of } = this.#polling;
    const existing = await upstream.existing(gone);
    if (of === 'SEARCH') return gone.filter((id) => !existing.has(id));
    const empty = new Set<string>();
    for (const connector of this.people.connectors)
      if ((await upstream.count(knownBy(connector), { filtered: false })) === 0) empty.add(connector);
    if (empty.size === this.people.connectors.length) return gone;
    const hasLostAll = (id: string) => this.people.get(id)?.ties.every(({ connector }) => empty.has(connector));
    return gone.filter((id) => !existing.has(id) || !hasLostAll(id));
  }

  /** Reads these people. If the data service cannot search by id, does nothing: all are read once a day then. */
  async #rows(ids: readonly string[]): Promise<void> {
    if (!this.#byId) return;
    for (let at = 0; at < ids.length; at += maxIds) await this.all(withIds(ids.slice(at, at + maxIds)));
  }

  #see(person: Person): void {
    const before = this.people.get(person.id);
    const isHidden = isPurged(person, this.#polling.purged);
    if (isHidden && !before) return;
    const changes = isHidden ? [] : changesBetween(before, person);
    if (!isHidden && changes.length === 0) return;
    this.changes.push(...changes);
    this.people.set(person.id, isHidden ? undefined : person);
  }
}
