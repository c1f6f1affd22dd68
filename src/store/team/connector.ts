import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ConnectorGroup } from '../../contract/operation/team.ts';
import { slugKey, slugOfUrl } from '../../reading/page.ts';
import type { Database } from '../database.ts';
import { findNames, type Name, slugNames } from '../record/names.ts';
import { columnList, rowsAs } from '../record/rows.ts';
import { inTransaction } from '../record/transaction.ts';

export interface NewConnectors {
  readonly teamId: string;
  /** Slugs or profile URLs, percent-encoded or not, in any case. */
  readonly slugs: readonly string[];
  readonly group?: ConnectorGroup | undefined;
  /** The company whose mapping creates these connectors; undefined for the team's own. */
  readonly mappedCompanyId?: string | undefined;
}

export interface AddedConnectors {
  /** Ids of new connectors, which are pending: the caller must queue their mapping. */
  readonly added: readonly string[];
  /** Ids of connectors that existed before, unchanged. */
  readonly existing: readonly string[];
  /** Slugs and URLs without a profile, as sent, without duplicates. */
  readonly notFound: readonly string[];
}

const columns = {
  id: 'uuid',
  team_id: 'uuid',
  profile_id: 'uuid',
  slug: 'text',
  slug_key: 'text',
  mapped_company_id: 'uuid',
  group_name: 'text',
  status: 'text',
  user_id: 'uuid',
  user_email: 'text',
};

/** A reference to one person: the text as sent, and the names that it may be. */
interface Meant {
  readonly sent: string;
  readonly names: readonly Name[];
}

/** Removes duplicates in different forms; the first form counts. */
function distinctSlugs(sent: readonly string[]): readonly Meant[] {
  const meant = new Map<string, Meant>();
  for (const text of sent) {
    const names = slugNames(text, 'profile');
    const key = names.at(-1)?.key ?? text;
    if (!meant.has(key)) meant.set(key, { sent: text, names });
  }
  return [...meant.values()];
}

/** The members of a profile that its connector copies. */
function readProfiles(db: Kysely<Database>, ids: readonly string[]) {
  return db
    .selectFrom('profile')
    .select(['id', sql<string | null>`document::json ->> 'xnet_url'`.as('url')])
    .select(sql<string | null>`document::json ->> 'work_email'`.as('email'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Adds the people with these slugs as connectors of a team, in a few statements. */
export function addConnectors(db: Kysely<Database>, asked: NewConnectors): Promise<AddedConnectors> {
  const slugs = distinctSlugs(asked.slugs);
  return inTransaction(db, async (trx) => {
    const profileWith = await findNames(
      trx,
      'profile',
      slugs.flatMap(({ names }) => names),
    );
    const keyByProfile = new Map<string, string>();
    const notFound: string[] = [];
    for (const { sent, names } of slugs) {
      const name = names.find((one) => profileWith(one) !== undefined);
      const profileId = name && profileWith(name);
      if (profileId === undefined) notFound.push(sent);
      else keyByProfile.set(profileId, name?.key ?? '');
    }
    if (keyByProfile.size === 0) return { added: [], existing: [], notFound };

    const profiles = await readProfiles(trx, [...keyByProfile.keys()]);
    const holderOf = await findNames(
      trx,
      'profile',
      profiles.flatMap(({ url }) => slugNames(url ?? '', 'profile')),
    );
    /** The slug of the profile's own URL, unless it now belongs to another record. */
    const ownSlug = (id: string, url: string | null): string | undefined =>
      holderOf(...slugNames(url ?? '', 'profile')) === id ? slugOfUrl(url ?? '', 'profile') : undefined;
    const rows = profiles.map(({ id, url, email }) => {
      const slug = ownSlug(id, url) ?? keyByProfile.get(id) ?? '';
      return {
        id: randomUUID(),
        team_id: asked.teamId,
        profile_id: id,
        slug,
        slug_key: slugKey(slug),
        mapped_company_id: asked.mappedCompanyId ?? null,
        group_name: asked.group ?? null,
        status: 'pending',
        user_id: randomUUID(),
        user_email: email,
      };
    });
    const list = columnList(columns);
    const { rows: inserted } = await sql<{ id: string }>`insert into connector (${list})
      select ${list} from ${rowsAs(columns, rows)} order by profile_id
      on conflict do nothing returning id`.execute(trx);
    const added = new Set(inserted.map(({ id }) => id));
    const all = await trx
      .selectFrom('connector')
      .select('id')
      .where('team_id', '=', asked.teamId)
      .where('mapped_company_id', 'is not distinct from', asked.mappedCompanyId ?? null)
      .where(
        sql<boolean>`(profile_id = any(${rows.map((row) => row.profile_id)}::uuid[]) or slug_key = any(${rows.map((row) => row.slug_key)}::text[]))`,
      )
      .execute();
    return { added: [...added], existing: all.map(({ id }) => id).filter((id) => !added.has(id)), notFound };
  });
}

/** Returns the id of the person's connector in the team, which is created if there is none. The person may have no slug. */
export async function putConnector(
  trx: Kysely<Database>,
  {
    teamId,
    profileId,
    slug = '',
  }: { readonly teamId: string; readonly profileId: string; readonly slug?: string | undefined },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into connector (id, team_id, profile_id, slug, slug_key, status, user_id)
    values (${randomUUID()}, ${teamId}, ${profileId}, ${slug}, ${slug === '' ? null : slugKey(slug)}, 'pending', ${randomUUID()})
    on conflict do nothing returning id`.execute(trx);
  const [added] = rows;
  if (added) return added.id;
  const { id } = await trx
    .selectFrom('connector')
    .select('id')
    .where('team_id', '=', teamId)
    .where('mapped_company_id', 'is', null)
    .where((row) => row.or([row('profile_id', '=', profileId), row('slug_key', '=', slugKey(slug))]))
    .orderBy(sql<boolean>`profile_id = ${profileId}`, 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

/** A team's connectors by slug: its own, then those created by the mapping of a company. */
export function listConnectors(db: Kysely<Database>, teamId: string) {
  return db
    .selectFrom('connector')
    .select([
      'id',
      'slug',
      'profile_id',
      'group_name as group',
      'status',
      'mapped_company_id',
      'created_at',
      'mapped_at',
    ])
    .where('team_id', '=', teamId)
    .orderBy((order) => order('mapped_company_id', 'is not', null))
    .orderBy('mapped_company_id')
    .orderBy('slug')
    .execute();
}
