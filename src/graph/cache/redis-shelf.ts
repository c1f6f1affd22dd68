import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import Value from 'typebox/value';
import { hash, type RedisKeys, teamPart } from './redis-keys.ts';
import { patienceFor, type RedisLine } from './redis-line.ts';
import type { Found, Look, Place, SharedKind, SharedShelf, Told } from './shared.ts';

export interface RedisTerms {
  readonly keys: RedisKeys;
  readonly keepMs: number;
  readonly keepMissingMs: number;
  /** Wall time, which graphs have in common. */
  readonly now: () => number;
}

/** An edition outlives the records that belong to it, and the fetches that will. */
const editionMs = ({ keepMs }: RedisTerms): number => 2 * keepMs + 3_600_000;

/**
 * What a record says of itself never takes a name from another record of its edition.
 * KEYS: names. ARGV: the edition, milliseconds, and what each name should lead to.
 */
const nameScript = `
local edition = ARGV[1] .. ' '
for at, name in ipairs(KEYS) do
  local led = redis.call('GET', name)
  local mine = ARGV[at + 2]
  if not led or led == mine or string.sub(led, 1, #edition) ~= edition or string.sub(led, #edition + 1, #edition + 2) == '- ' then
    redis.call('SET', name, mine, 'PX', ARGV[2])
  end
end
return 0`;

/**
 * Records of one kind in one place. A name leads to a record (`edition record`) or to none (`edition - at`); a record
 * stands once (`edition at json`). What is of another edition than the place's is not there: to forget a place is to
 * delete its edition, and the next look makes a new one.
 */
export class RedisShelf<Fetched> implements SharedShelf<Fetched> {
  readonly #line: RedisLine;
  readonly #terms: RedisTerms;
  readonly #place: Place;
  readonly #kind: SharedKind;
  readonly #team: string;
  readonly #shape = Type.Unsafe<Fetched>(Type.Object({}));

  constructor(line: RedisLine, terms: RedisTerms, place: Place, kind: SharedKind) {
    this.#line = line;
    this.#terms = terms;
    this.#place = place;
    this.#kind = kind;
    this.#team = teamPart(place);
  }

  /** One round trip for the names, another for the records that they lead to. */
  async look(names: readonly string[]): Promise<Look<Fetched>> {
    const found = new Map<string, Found<Fetched>>();
    const { key, team } = this.#place;
    const { keys } = this.#terms;
    const ms = editionMs(this.#terms);
    const editions = [
      keys.everything,
      keys.keyEdition(key),
      ...(team === undefined ? [] : [keys.teamEdition(key, team)]),
    ];
    const answers = await this.#line.ask((pipeline) => {
      for (const one of editions)
        pipeline.set(one, randomBytes(9).toString('base64url'), 'PX', ms, 'NX').getex(one, 'PX', ms);
      if (names.length > 0) pipeline.mget(names.map((name) => this.#nameKey(name)));
      if (team !== undefined) pipeline.sadd(keys.teams(key), this.#team).pexpire(keys.teams(key), ms);
    }, patienceFor(names.length));
    if (!answers) return { edition: undefined, found };
    const edition = editions.map((_, at) => answers[2 * at + 1]).join('.');
    if (names.length === 0) return { edition, found };

    const leads = textsOf(answers[2 * editions.length]);
    const records = new Map<string, string[]>();
    for (const [at, name] of names.entries()) {
      const [of, record, since] = leads[at]?.split(' ') ?? [];
      if (of !== edition || record === undefined) continue;
      if (record === '-') found.set(name, { record: undefined, ageMs: this.#ageOf(since), bytes: name.length });
      else records.set(record, [...(records.get(record) ?? []), name]);
    }
    for (const [record, one] of await this.#read([...records.keys()], edition))
      for (const name of records.get(record) ?? []) found.set(name, one);
    for (const [name, { ageMs }] of found) if (!(ageMs <= this.#terms.keepMs)) found.delete(name);
    return { edition, found };
  }

  async #read(records: readonly string[], edition: string): Promise<Map<string, Found<Fetched>>> {
    const read = new Map<string, Found<Fetched>>();
    if (records.length === 0) return read;
    const keys = records.map((record) => this.#recordKey(record));
    const [texts] = (await this.#line.ask((pipeline) => pipeline.mget(keys), patienceFor(records.length))) ?? [];
    for (const [at, text] of textsOf(texts).entries()) {
      const record = records[at];
      const [, of, since, json] = /^(\S+) (\S+) (.*)$/s.exec(text ?? '') ?? [];
      const value = of === edition && json !== undefined ? parse(json) : undefined;
      if (record === undefined || json === undefined || !Value.Check(this.#shape, value)) continue;
      read.set(record, { record: value, ageMs: this.#ageOf(since), bytes: json.length });
    }
    return read;
  }

  /** One round trip for all of an answer. */
  async put(edition: string, { records, missing }: Told<Fetched>): Promise<void> {
    const { keepMs, keepMissingMs, now } = this.#terms;
    const at = now();
    await this.#line.ask((pipeline) => {
      for (const name of missing)
        pipeline.set(this.#nameKey(name), `${edition} - ${at}`, 'PX', Math.min(keepMs, keepMissingMs));
      const claimed = new Map<string, string>();
      for (const { record, names } of records) {
        const [first, ...others] = names.own;
        const id = first ?? names.attributed[0];
        if (id === undefined) continue;
        const led = hash(id);
        pipeline.set(this.#recordKey(led), `${edition} ${at} ${JSON.stringify(record)}`, 'PX', keepMs);
        for (const name of [id, ...names.attributed])
          pipeline.set(this.#nameKey(name), `${edition} ${led}`, 'PX', keepMs);
        for (const name of others) claimed.set(this.#nameKey(name), `${edition} ${led}`);
      }
      if (claimed.size > 0)
        pipeline.eval(nameScript, claimed.size, ...claimed.keys(), edition, keepMs, ...claimed.values());
    }, patienceFor(records.length));
  }

  /** Clocks of two machines differ: what seems to come from the future is new. */
  #ageOf(at: string | undefined): number {
    return Math.max(0, this.#terms.now() - Number(at));
  }

  #nameKey(name: string): string {
    return this.#terms.keys.name(this.#place.key, this.#kind, name, this.#team);
  }

  #recordKey(record: string): string {
    return this.#terms.keys.record(this.#place.key, this.#kind, record, this.#team);
  }
}

const textsOf = (answer: unknown): readonly (string | undefined)[] =>
  Array.isArray(answer) ? answer.map((one) => (typeof one === 'string' ? one : undefined)) : [];

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
