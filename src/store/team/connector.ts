import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { slugKey, slugOf, slugOfUrl } from '../../contract/identifier.ts';
import type { ConnectorGroup } from '../../contract/operation/team.ts';
import type { Database } from '../database.ts';
import { findNames, type Name } from '../record/names.ts';
import { columnList, rowsAs } from '../record/rows.ts';
import { inTransaction } from '../record/transaction.ts';

export interface NewConnectors {
  readonly teamId: string;
  /** Slugs or full profile URLs, percent-encoded or not, in any case. */
  readonly slugs: readonly string[];
  readonly group?: ConnectorGroup | undefined;
  /** The company whose network mapping makes these connectors; left out for the team's own. */
  readonly mappedCompanyId?: string | undefined;
}

export interface AddedConnectors {
  /** The ids of the connectors made, which are pending: their mapping has to be queued. */
  readonly added: readonly string[];
  /** The ids of the connectors that were there already, and are left as they were. */
  readonly existing: readonly string[];
  /** The slugs, decoded, that no profile has. */
  readonly notFound: readonly string[];
}

const columns = {
  id: 'uuid',
  team_id: 'uuid',
  profile_id: 'uuid',
  slug: 'text',
  mapped_company_id: 'uuid',
  group_name: 'text',
  status: 'text',
  user_id: 'uuid',
  user_email: 'text',
};

/** What one person is meant by: the slug, and the names to look it up by, as sent and then as decoded. */
interface Meant {
  readonly slug: string;
  readonly names: readonly Name[];
}

/** Each slug once, whatever the forms it was sent in; the first form counts. */
function distinctSlugs(sent: readonly string[]): readonly Meant[] {
  const meant = new Map<string, Meant>();
  for (const nameOrUrl of sent) {
    const slug = slugOf(nameOrUrl);
    const names = [nameOrUrl, slug].map((form): Name => ({ kind: 'xnet_name', key: slugKey(form) }));
    if (!meant.has(slugKey(slug))) meant.set(slugKey(slug), { slug, names });
  }
  return [...meant.values()];
}

/** What a connector takes over from its profile. */
function readProfiles(db: Kysely<Database>, ids: readonly string[]) {
  return db
    .selectFrom('profile')
    .select(['id', sql<string | null>`document::json ->> 'xnet_url'`.as('url')])
    .select(sql<string | null>`document::json ->> 'work_email'`.as('email'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Adds the people with these slugs to the team's connectors, in a handful of statements. */
export function addConnectors(db: Kysely<Database>, asked: NewConnectors): Promise<AddedConnectors> {
  const slugs = distinctSlugs(asked.slugs);
  return inTransaction(db, async (trx) => {
    const profileWith = await findNames(
      trx,
      'profile',
      slugs.flatMap(({ names }) => names),
    );
    const slugByProfile = new Map<string, string>();
    const notFound: string[] = [];
    for (const { slug, names } of slugs) {
      const profileId = names.map(profileWith).find((id) => id !== undefined);
      if (profileId === undefined) notFound.push(slug);
      else slugByProfile.set(profileId, slug);
    }
    if (slugByProfile.size === 0) return { added: [], existing: [], notFound };

    const profiles = await readProfiles(trx, [...slugByProfile.keys()]);
    const rows = profiles.map(({ id, url, email }) => ({
      id: randomUUID(),
      team_id: asked.teamId,
      profile_id: id,
      slug: (url === null ? undefined : slugOfUrl(url)) ?? slugByProfile.get(id) ?? '',
      mapped_company_id: asked.mappedCompanyId ?? null,
      group_name: asked.group ?? null,
      status: 'pending',
      user_id: randomUUID(),
      user_email: email,
    }));
    const list = columnList(columns);
    const { rows: inserted } = await sql<{ id: string }>`insert into connector (${list})
      select ${list} from ${rowsAs(columns, rows)} order by profile_id
      on conflict (team_id, profile_id, mapped_company_id) do nothing returning id`.execute(trx);
    const added = new Set(inserted.map(({ id }) => id));
    const all = await trx
      .selectFrom('connector')
      .select('id')
      .where('team_id', '=', asked.teamId)
      .where('mapped_company_id', 'is not distinct from', asked.mappedCompanyId ?? null)
      .where(sql<boolean>`profile_id = any(${[...slugByProfile.keys()]}::uuid[])`)
      .execute();
    return { added: [...added], existing: all.map(({ id }) => id).filter((id) => !added.has(id)), notFound };
  });
}

/** A team's connectors, its own before those that the mapping of a company made, each by slug. */
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
