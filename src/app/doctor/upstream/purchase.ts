import { randomUUID } from 'node:crypto';
import { idempotencyKeyHeader } from '../../../contract/headers.ts';
import { isObject } from '../../../contract/json.ts';
import { creditUsage } from '../../../contract/operation/credits.ts';
import { fetchProfiles, searchProfiles } from '../../../contract/operation/profiles.ts';
import { membersOf } from '../../../contract/schema.ts';
import { usageIn } from './check-address.ts';
import type { Examination } from './checks.ts';

/** Buys one record, and fetches it again with the same key: at most two credits. */
export async function checkPurchase({ caller, found, row }: Examination): Promise<void> {
  const { body } = await caller.call(searchProfiles, { query: { match_all: {} }, limit: 1 });
  const [id] = Array.isArray(body.ids) ? body.ids : [];
  const usage = async () => usageIn(await caller.call(creditUsage, undefined));
  const before = await usage();
  if (typeof id !== 'string' || before === undefined) {
    row('one record', 'none to buy', 'A search found nobody, or the usage is not reported.', 'warning');
    return;
  }
  const headers = { [idempotencyKeyHeader]: randomUUID() };
  const first = await caller.call(fetchProfiles, { ids: [id] }, headers);
  const once = await usage();
  const second = await caller.call(fetchProfiles, { ids: [id] }, headers);
  const twice = await usage();
  const [record] = Array.isArray(first.body.results) ? first.body.results : [];
  const info = isObject(record) && isObject(record.profile_info) ? record.profile_info : {};
  const known = new Map(
    infoMembers().map(([name, member]) => [found.names.xnet ? name.replace('xnet', found.names.xnet) : name, member]),
  );
  const fresh = Object.keys(info).filter((name) => !known.has(name));
  const odd = Object.entries(info).filter(([name, value]) => {
    const member = known.get(name);
    return value !== null && member?.type !== undefined && member.type !== typeOf(value);
  });
  row(
    'one record',
    `${first.status}, ${Object.keys(info).length} of ${known.size} members, ${first.bytes} bytes` +
      (fresh.length > 0 ? `; new: ${fresh.slice(0, 10).join(', ')}` : '') +
      (odd.length > 0 ? `; of another type: ${odd.map(([name]) => name).join(', ')}` : ''),
    odd.length > 0
      ? 'Members of another type are answered as null or with an error.'
      : 'Members come in the interface’s types.',
    odd.length > 0 || Object.keys(info).length === 0 ? 'warning' : 'ok',
  );
  found.recordBytes = first.bytes;
  const [paid, again] = [(once ?? 0) - before, (twice ?? 0) - (once ?? 0)];
  const isTold = once !== undefined && twice !== undefined && paid > 0 && second.status < 300;
  found.chargesOncePerKey = isTold ? again === 0 : null;
  row(
    'two fetches with one idempotency key',
    isTold ? `${paid} and ${again} credits` : `not known: ${second.status}, ${paid} and ${again} credits`,
    isTold && again === 0
      ? 'With the profile the graph repeats a fetch whose answer is lost, once, with the same idempotency key.'
      : 'A fetch whose answer is lost may be charged twice, so the graph does not repeat it.',
  );
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The names of the members of `profile_info`. */
const infoMembers = () => {
  const [, results] = membersOf(fetchProfiles.answers[200]?.schema ?? {}).find(([name]) => name === 'results') ?? [];
  const [, info] = membersOf(results?.items ?? {}).find(([name]) => name === 'profile_info') ?? [];
  return membersOf(info ?? {});
};
