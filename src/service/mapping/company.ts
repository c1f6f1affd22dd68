import { type Kysely, sql } from 'kysely';
import { lookupKeys, type Website } from '../../reading/website.ts';
import type { Database } from '../../store/database.ts';
import { hostKey } from '../../store/record/website.ts';

/** Finds a company, and the people who become its connectors. */

/** Limit of connectors per company: those who have been there longest. */
const peoplePerCompany = 1000;

/**
 * The company with a website: looked up by the whole path, then by shorter ones, down to the first segment. The host
 * alone identifies a company only if it is the company's own website and no other company has a page there, so that a
 * page in a directory does not match its neighbours. Undefined if there is none or more than one: another firm's people
 * must not be mapped.
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

/** Slugs of a company's current employees. People without a slug cannot be connectors. */
export const employeesOf = (db: Kysely<Database>, companyId: string): Promise<readonly string[]> =>
  slugsOf(db, sql`company_id = ${companyId}::uuid`);

/** Slugs of the current executives of the other companies in the portfolios of a company's investors. */
export const investorsExecutives = (db: Kysely<Database>, companyId: string): Promise<readonly string[]> =>
  slugsOf(
    db,
    sql`title ~* ${leading} and company_id in (
      select other.company_id from investment own join investment other using (investor_id)
      where own.company_id = ${companyId}::uuid and other.company_id <> ${companyId}::uuid
    )`,
  );

/** Titles of executives, as a PostgreSQL regular expression. */
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
