import { type Kysely, sql } from 'kysely';
import { identifyingNetwork, profileIdentifiers } from '../../contract/identifier.ts';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import { firmWords } from '../../reading/names.ts';
import { pageFrom, slugKey } from '../../reading/page.ts';
import type { Database } from '../database.ts';
import { findNames } from '../record/names.ts';
import { rowsAs } from '../record/rows.ts';
import { isSameSite, type TieRow } from './export-rows.ts';

/** A stored record. */
export interface OnRecord {
  readonly info: ProfileInfo;
  /** The record was made by an export, and has not been written by anything else since. */
  readonly isThin: boolean;
}

/** Reads the records with these ids. */
export async function recordsWith(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OnRecord>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; document: string; is_thin: boolean }>`
    select id, document, coalesce(digest = md5(document), false) as is_thin
    from profile left join thin_profile on profile_id = id
    where id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, document, is_thin: isThin }) => [id, { info: JSON.parse(document), isThin }]));
}

/** Marks records as thin, with the digests of their current documents. */
export async function markThin(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await sql`insert into thin_profile (profile_id, digest)
    select id, md5(document) from profile where id = any(${[...ids]}::uuid[]) order by id
    on conflict (profile_id) do update set digest = excluded.digest`.execute(db);
}

type Named = Pick<TieRow, 'name' | 'first' | 'last' | 'page' | 'addresses' | 'company' | 'title'>;

/**
 * The record that a row makes, or the earlier thin record updated with the row. An empty cell keeps the earlier value,
 * but title and employer are replaced together: a new title with the earlier employer would be wrong.
 */
export function thinInfo(
  { name, first, last, page, addresses, company, title }: Named,
  before: ProfileInfo = {},
): ProfileInfo {
  const { current_title: _title, current_company_name: _company, ...rest } = before;
  const work = addresses.find((address) => isAddressAt(address, company));
  const others = addresses.filter((address) => address !== work);
  return {
    ...(title === undefined && company === undefined ? before : rest),
    ...(name === undefined && before.full_name ? {} : { full_name: name ?? page?.slug ?? addresses[0] ?? null }),
    ...(name !== undefined && { first_name: first ?? null, last_name: last ?? null }),
    ...(page && accountOf(page)),
    ...(title !== undefined && { current_title: title }),
    ...(company !== undefined && { current_company_name: company }),
    ...(work !== undefined && { work_email: work }),
    ...(others.length > 0 && { personal_emails: [...others] }),
  };
}

function accountOf({ slug, host }: NonNullable<Named['page']>): ProfileInfo {
  const url = host === undefined ? undefined : `https://${host}/in/${encodeURIComponent(slug)}`;
  return { ...(url && { xnet_url: url }), social_media: [{ network: identifyingNetwork, slug, ...(url && { url }) }] };
}

/**
 * Whether an e-mail address is the employer's: its domain contains a word of the firm's name of three letters or more.
 */
function isAddressAt(address: string, company: string | undefined): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return firmWords(company ?? '').some((word) => word.length >= 3 && domain.includes(word));
}

/** The hosts of a record's pages. */
export const pageHosts = ({ xnet_url: url, social_media: accounts }: ProfileInfo): readonly string[] =>
  [url, ...(accounts ?? []).map((account) => account?.url)].flatMap((one) => pageFrom(one ?? '')?.host ?? []);

/** A thin record, and the later record that has the same page. */
export interface Merge {
  readonly thin: string;
  readonly id: string;
  /** The slug that both have, in comparable form. */
  readonly slug: string;
}

/** Finds the thin records that have the same pages as records about to be written under other ids. */
export async function thinReplacedBy(
  trx: Kysely<Database>,
  records: readonly { readonly id: string; readonly info: ProfileInfo }[],
): Promise<readonly Merge[]> {
  const slugs = records.flatMap(({ id, info }) =>
    profileIdentifiers({ profile_info: info }).xnet_names.map((slug) => ({ id, info, slug: slugKey(slug) })),
  );
  const holder = await findNames(
    trx,
    'profile',
    slugs.map(({ slug }) => ({ kind: 'xnet_name', key: slug })),
  );
  const pairs = slugs.flatMap(({ id, info, slug }) => {
    const thin = holder({ kind: 'xnet_name', key: slug });
    return thin === undefined || thin === id ? [] : [{ thin, id, slug, info }];
  });
  const held = await recordsWith(
    trx,
    pairs.map(({ thin }) => thin),
  );
  const merges = pairs.filter(({ thin, info }) => {
    const record = held.get(thin);
    return record?.isThin && isSamePlace(pageHosts(record.info), pageHosts(info));
  });
  return [...new Map(merges.map(({ thin, id, slug }) => [thin, { thin, id, slug }])).values()];
}

const isSamePlace = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === 0 || others.length === 0 || some.some((one) => others.some((other) => isSameSite(one, other)));

/**
 * Replaces thin records by full ones: moves ties, connections, connectors, and the teams' strengths, lists, tags and
 * notes, and deletes the thin records. Connections are stale afterwards.
 */
export async function mergeThin(trx: Kysely<Database>, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return;
  const merged = sql`merged as (select thin, id from ${rowsAs({ thin: 'uuid', id: 'uuid' }, merges)})`;
  await sql`with ${merged}
    insert into manual_tie (team_id, owner_id, profile_id, connected_on)
    select team_id, coalesce(owner.id, owner_id), coalesce(known.id, profile_id), connected_on
    from manual_tie
    left join merged owner on owner.thin = owner_id
    left join merged known on known.thin = profile_id
    where owner.id is not null or known.id is not null
    order by 1, 2, 3
    on conflict do nothing`.execute(trx);
  await sql`with ${merged}
    update connector set profile_id = merged.id from merged
    where connector.profile_id = merged.thin and not exists (
      select from connector other where other.team_id = connector.team_id and other.profile_id = merged.id
        and other.mapped_company_id is not distinct from connector.mapped_company_id)`.execute(trx);
  for (const [table, columns] of [
    ['manual_strength', ['team_id', 'connector_id', 'strength']],
    ['profile_list_entry', ['list_id', 'status']],
    ['profile_tag', ['tag_id']],
  ] as const) {
    const list = sql.join(columns.map((column) => sql.ref(column)));
    await sql`with ${merged}
      insert into ${sql.table(table)} (${list}, profile_id)
      select ${list}, merged.id from ${sql.table(table)} join merged on thin = profile_id
      on conflict do nothing`.execute(trx);
  }
  await sql`with ${merged}
    insert into direct_connection (from_id, to_id)
    select coalesce(one.id, from_id), coalesce(other.id, to_id)
    from direct_connection
    left join merged one on one.thin = from_id
    left join merged other on other.thin = to_id
    where one.id is not null or other.id is not null
    order by 1, 2
    on conflict do nothing`.execute(trx);
  await sql`with ${merged}
    update note set profile_id = merged.id from merged where profile_id = thin`.execute(trx);
  await sql`delete from profile where id = any(${merges.map(({ thin }) => thin)}::uuid[])`.execute(trx);
}
