import { type Kysely, sql } from 'kysely';
import { lookupKeys, type Website } from '../../reading/website.ts';
import type { Database } from '../../store/database.ts';
import { hostKey } from '../../store/record/website.ts';

/** How a company's people are found, to make connectors of them. */

/** A larger company is represented by so many of its people: those who are there longest. */
const peoplePerCompany = 1000;

/**
 * The company with a website: with the whole path, or else a shorter one down to the first segment. The host alone decides
 * only for the company whose own website it is, and only if no other has a page there: a page on a directory never stands
 * for its neighbours. Undefined if there is none, and if there are several: another firm's people must not be mapped.
 */
export async function companyWithWebsite(db: Kysely<Database>, site: Website): Promise<string | undefined> {
  for (const key of lookupKeys(site)) {
    const [found, other] = await companiesAt(db, [key]);
    if (found !== undefined) return other === undefined ? found : undefined;
  }
  if (site.path.length === 0) return undefined;
  const [found, other] = await companiesAt(db, [site.host, hostKey(site.host)]);
  const [owner] = found === undefined || other !== undefined ? [] : await companiesAt(db, [site.host]);
  return owner;
}

/** Up to two companies that have one of these keys. */
async function companiesAt(db: Kysely<Database>, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('company_website')
    .select('company_id as id')
    .distinct()
    .where('website', 'in', keys)
    .limit(2)
    .execute();
  return rows.map(({ id }) => id);
}

/** Slugs of the people who work at a company now. People without a slug can't be connectors. */
export const employeesOf = (db: Kysely<Database>, companyId: string): Promise<readonly string[]> =>
  slugsOf(db, sql`company_id = ${companyId}::uuid`);

/** Slugs of the people who lead, now, the other companies that a company's investors have put money into. */
export const investorsExecutives = (db: Kysely<Database>, companyId: string): Promise<readonly string[]> =>
  slugsOf(
    db,
    sql`title ~* ${leading} and company_id in (
      select other.company_id from investment own join investment other using (investor_id)
      where own.company_id = ${companyId}::uuid and other.company_id <> ${companyId}::uuid
    )`,
  );

/** Titles of those who lead a company, as a regular expression of PostgreSQL. */
const leading = String.raw`\m(chief|c[efimopt]o|(co-?)?founder|president|managing director)\M`;

async function slugsOf(db: Kysely<Database>, where: ReturnType<typeof sql>): Promise<readonly string[]> {
  const { rows } = await sql<{ slug: string }>`
    select min(name.key) as slug
    from employment
    join profile_name name on name.record_id = profile_id and name.kind = 'xnet_name'
    where is_current and ${where}
    group by profile_id
    order by min(start_on) nulls last, profile_id
    limit ${sql.lit(peoplePerCompany)}`.execute(db);
  return rows.map(({ slug }) => slug);
}
