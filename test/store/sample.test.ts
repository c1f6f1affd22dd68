import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TSchema } from 'typebox';
import { companyIdentifiers, profileIdentifiers } from '../../src/contract/identifier.ts';
import { CompanyInfo } from '../../src/contract/record/company.ts';
import { ProfileInfo } from '../../src/contract/record/profile.ts';
import { type JsonSchema, membersOf } from '../../src/contract/schema.ts';
import { slugKey, slugOfUrl } from '../../src/reading/page.ts';
import { demoCompany, demoPerson, demoTeams } from '../../src/store/sample/demo.ts';
import { day } from '../tools/sample/calendar.ts';
import {
  defaultSample,
  type PeopleSize,
  sampleCompanies,
  sampleConnections,
  sampleProfiles,
} from '../tools/sample/generate.ts';
import { investing, ladder, roles } from '../tools/sample/roles.ts';

const companies = [...sampleCompanies(defaultSample)];
const profiles = [...sampleProfiles(defaultSample)];
const connections = [...sampleConnections(defaultSample)];

function fingerprint(size: PeopleSize): string {
  const hash = createHash('sha256');
  for (const records of [sampleCompanies(size), sampleProfiles(size), sampleConnections(size)])
    for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('hex');
}

/** How often each member stands in the objects that could hold it, by its path. */
type Census = Map<string, { present: number; missing: number }>;

function count(schema: JsonSchema, value: unknown, path: string, census: Census): void {
  if (Array.isArray(value)) for (const element of value) count(schema.items ?? {}, element, path, census);
  else if (schema.properties && typeof value === 'object' && value !== null) {
    const members = new Map<string, unknown>(Object.entries(value));
    for (const [name, member] of membersOf(schema)) {
      const at = `${path}.${name}`;
      const counted = census.get(at) ?? { present: 0, missing: 0 };
      counted[members.has(name) ? 'present' : 'missing'] += 1;
      census.set(at, counted);
      count(member, members.get(name), at, census);
    }
    const unknown = [...members.keys()].filter((name) => !membersOf(schema).some(([known]) => known === name));
    assert.deepEqual(unknown, [], `${path} has members that the contract does not know`);
  }
}

function pathsOf(schema: JsonSchema, path: string): string[] {
  const inner = schema.items ?? schema;
  return membersOf(inner).flatMap(([name, member]) => [`${path}.${name}`, ...pathsOf(member, `${path}.${name}`)]);
}

/** What a record could not do without. */
const always = new Set([
  'profile_info.id',
  'profile_info.full_name',
  'profile_info.social_media.network',
  'profile_info.experience.company.social_media.network',
  'company_info.id',
  'company_info.name',
  'company_info.social_media.network',
]);

suite('the sample', () => {
  test('it is the same for the same seed, whatever the clock', () => {
    const small = { seed: 7, profiles: 120, companies: 40 };
    assert.equal(fingerprint(small), fingerprint(small));
    assert.notEqual(fingerprint(small), fingerprint({ ...small, seed: 8 }));
    assert.notEqual(fingerprint(small), fingerprint({ ...small, today: day(2020) }));
  });

  test('it draws each person alike, however many come after', () => {
    const few = [...sampleProfiles({ ...defaultSample, profiles: 60 })];
    assert.deepEqual(few, profiles.slice(0, 60));
  });

  const kinds: readonly (readonly [path: string, schema: TSchema, infos: readonly object[]])[] = [
    ['profile_info', ProfileInfo, profiles.map(({ profile_info }) => profile_info)],
    ['company_info', CompanyInfo, companies.map(({ company_info }) => company_info)],
  ];
  for (const [path, schema, infos] of kinds)
    test(`it has every member of ${path} in some records and lacks it in others`, () => {
      const census: Census = new Map();
      for (const info of infos) count(schema, info, path, census);
      const paths = pathsOf(schema, path);
      const absent = paths.filter((at) => !census.get(at)?.present);
      const everywhere = paths.filter((at) => !always.has(at) && !census.get(at)?.missing);
      assert.deepEqual({ absent, everywhere }, { absent: [], everywhere: [] });
      assert.ok(paths.length > 50, `expected more than 50 members, but got ${paths.length}`);
    });

  test('it holds what only v2 shows, each member in some profiles and missing in others [sample.holds-v2-shows]', () => {
    const legacies = profiles.map(({ legacy }) => legacy ?? {});
    const investors = legacies.flatMap(({ investor_data }) => investor_data ?? []);
    const members = [
      'description',
      'type',
      'industry_focus',
      'stage_focus',
      'geo_focus',
      'check_size',
      'portfolio_companies',
    ] as const;
    for (const member of members) {
      const holders = investors.filter((investor) => investor[member] !== undefined).length;
      assert.ok(holders > 0 && holders < investors.length, `${member}: ${holders} of ${investors.length}`);
    }
    const moved = legacies.filter(({ other_locations }) => other_locations !== undefined).length;
    assert.ok(moved > 0 && moved < profiles.length);
  });

  test('it gives no identifier to two records', () => {
    const cases = [
      { ids: profiles.map(({ id }) => id), identifiers: profiles.map(profileIdentifiers) },
      { ids: companies.map(({ id }) => id), identifiers: companies.map(companyIdentifiers) },
    ];
    for (const { ids, identifiers } of cases) {
      const names = identifiers.flatMap(({ xnet_names }) => xnet_names.map(slugKey));
      const numbers = identifiers.flatMap(({ xnet_ids }) => xnet_ids);
      const entities = identifiers.flatMap(({ xnet_entity_ids }) => xnet_entity_ids);
      for (const values of [ids, names, numbers.map(String), entities])
        assert.equal(new Set(values).size, values.length);
      for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    for (const { profile_info: info } of profiles)
      for (const account of info.social_media ?? [])
        if (account?.entity_id) assert.match(account.entity_id, /^ACoAA[\w-]{34}$/);
  });

  test('it stores URLs percent-encoded and slugs decoded [sample.stores-urls-percent]', () => {
    let beyondAscii = 0;
    for (const { profile_info: info } of profiles) {
      const account = info.social_media?.find((one) => one?.network === 'xnet');
      if (!account?.slug || !account.url || !info.xnet_url) continue;
      assert.match(account.url, /^https:\/\/www\.xnet\.example\/in\/[\x21-\x7e]+$/);
      assert.equal(slugOfUrl(account.url, 'profile'), account.slug);
      assert.equal(info.xnet_url, account.url);
      if (/[^\x20-\x7e]/.test(account.slug)) beyondAscii += 1;
    }
    assert.ok(beyondAscii > 100, `expected more than 100 slugs beyond ASCII, but got ${beyondAscii}`);
  });

  test('it names no domain that somebody could own', () => {
    const text = JSON.stringify([companies, profiles]);
    const hosts = [...text.matchAll(/(?:https?:\/\/|@)([\p{L}\p{N}.-]+)/gu)].map(([, host]) => host ?? '');
    assert.ok(hosts.length > 10_000);
    for (const host of hosts) assert.match(host, /\.example$|^example\.(com|org|net)$/);
    for (const { company_info: info } of companies)
      for (const website of info.websites ?? []) assert.match(website, /^[a-z0-9-]+(\.[a-z0-9-]+)*\.example$/);
  });

  test('it derives the current job from the experience', () => {
    let current = 0;
    for (const { profile_info: info } of profiles) {
      if (!info.current_company_id) continue;
      current += 1;
      const job = info.experience?.find((one) => one?.is_current && one.company_id === info.current_company_id);
      assert.ok(job, `${info.full_name} has no current entry at ${info.current_company_name}`);
      const entries = info.experience?.filter((one) => one?.company_id === info.current_company_id) ?? [];
      assert.ok(entries.some((one) => one?.title === info.current_title && one?.is_current));
    }
    assert.ok(current > 1500);
  });

  test('it gives every job a title, and each function a title for each rung', () => {
    for (const role of [...roles, investing]) assert.equal(role.titles.length, ladder.length, role.function);
    for (const { profile_info: info } of profiles)
      for (const job of info.experience ?? []) assert.notEqual(job?.title, '', info.full_name ?? '');
  });

  test('it tells of careers whose dates can be', () => {
    const reference = '2026-06-30';
    for (const { profile_info: info } of profiles)
      for (const job of info.experience ?? []) {
        if (job?.start_date && job.end_date) assert.ok(job.start_date <= job.end_date, JSON.stringify(job));
        if (job?.is_current) assert.equal(job.end_date, undefined);
        assert.ok((job?.start_date ?? '') <= reference && (job?.end_date ?? '') <= reference, JSON.stringify(job));
      }
  });

  test('it has companies of very different sizes, and people at most of them', () => {
    const counts = companies.flatMap(({ company_info: info }) => info.workforce?.headcount ?? []).sort((a, b) => b - a);
    assert.ok((counts[0] ?? 0) > 1000 * (counts[Math.floor(counts.length / 2)] ?? 0));
    const employers = new Set(
      profiles.flatMap(({ profile_info: { experience } }) => experience?.map((job) => job?.company_id)),
    );
    const empty = companies.filter(({ id }) => !employers.has(id)).length;
    assert.ok(empty < companies.length / 10, `${empty} companies have employed nobody`);
  });

  test('it names investors that have records of their own', () => {
    const ids = new Set([...companies, ...profiles].map(({ id }) => id));
    const investors = companies.flatMap(({ company_info: { funding } }) =>
      (funding?.rounds ?? []).flatMap((round) => round?.investors ?? []),
    );
    const named = investors.flatMap((investor) => investor?.id ?? []);
    assert.ok(named.length > 100 && named.every((id) => ids.has(id)));
    assert.deepEqual(new Set(investors.map((investor) => investor?.kind)), new Set(['company', 'person', undefined]));
  });

  test('it connects people who exist, each pair once, and mostly people who have met', () => {
    const places = new Map(
      profiles.map(({ id, profile_info: { experience, education } }) => [
        id,
        new Set([
          ...(experience ?? []).map((job) => job?.company_id),
          ...(education ?? []).map((study) => study?.school?.xnet_id),
        ]),
      ]),
    );
    const pairs = new Set(connections.map(({ from, to }) => [from, to].sort().join(' ')));
    assert.equal(pairs.size, connections.length);
    assert.ok(connections.length > 2 * profiles.length);
    let met = 0;
    for (const { from, to } of connections) {
      const [one, other] = [places.get(from), places.get(to)];
      assert.ok(one && other && from !== to);
      if ([...one].some((place) => place !== undefined && other.has(place))) met += 1;
    }
    assert.ok(met > connections.length / 2, `${met} of ${connections.length} have met`);
  });

  test('it lets careers overlap, so that the demo team’s connectors know hundreds of people', () => {
    const slugs = new Set(Object.values(demoTeams.team.connectors).flat());
    const stays = profiles.flatMap(({ id, profile_info: info }) => {
      const connects = info.social_media?.some((account) => slugs.has(account?.slug ?? '')) ?? false;
      return (info.experience ?? []).flatMap((job) =>
        job?.company_id && job.start_date
          ? [{ id, connects, at: job.company_id, from: job.start_date, to: job.end_date ?? '9999' }]
          : [],
      );
    });
    const theirs = Map.groupBy(
      stays.filter(({ connects }) => connects),
      ({ at }) => at,
    );
    assert.equal(new Set([...theirs.values()].flat().map(({ id }) => id)).size, 12);
    const met = stays.filter(({ at, from, to }) => theirs.get(at)?.some((stay) => stay.from < to && from < stay.to));
    const known = new Set(met.filter(({ connects }) => !connects).map(({ id }) => id)).size;
    assert.ok(known > 300 && known < profiles.length / 2, `expected several hundred people, but got ${known}`);
  });

  test('it puts the demo person at the demo company, with connectors beside them', () => {
    const company = companies.find(({ company_info: info }) => info.xnet_slugs?.includes(demoCompany.slug));
    const person = profiles.find(
      ({ profile_info: info }) => slugOfUrl(info.xnet_url ?? '', 'profile') === demoPerson.slug,
    );
    assert.ok(company && person);
    assert.deepEqual(company.company_info.websites?.[0], demoCompany.website);
    assert.equal(person.profile_info.current_company_id, company.id);
    const beside = profiles.filter(({ profile_info: info }) =>
      info.experience?.some((job) => job?.company_id === company.id),
    );
    assert.ok(beside.length > 20, `expected more than 20 people, but got ${beside.length}`);
  });
});
