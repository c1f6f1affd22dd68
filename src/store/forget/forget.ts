import { type Kysely, sql } from 'kysely';
import { profileIdentifiers } from '../../contract/identifier.ts';
import type { CompanyInfo } from '../../contract/record/company.ts';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import { addressFrom } from '../../reading/address.ts';
import { numberedIn } from '../../reading/numbered.ts';
import { unpadded } from '../../reading/padding.ts';
import { pageFrom } from '../../reading/page.ts';
import type { Database } from '../database.ts';
import { findNames, type Name, slugNames } from '../record/names.ts';
import { resolveRecords } from '../record/resolve.ts';
import { recordId } from '../record/uuid.ts';
import { writeCompanies } from '../record/write.ts';
import { emailsOf, employerSigns, idSign, noteForgotten, signsOf } from './forgotten.ts';
import { withoutInvestors } from './investors.ts';

export interface Forgotten {
  /** Number of people who were found and removed. */
  readonly people: number;
  /** Number of companies that had these people as investors. */
  readonly companies: number;
  /** All their identifiers, in the form that `kith purge --person` accepts, for purging other copies. */
  readonly names: readonly string[];
  /** Their full names, to search in notes of others. */
  readonly fullNames: readonly string[];
  /** References that matched nobody. */
  readonly unknown: readonly string[];
}

interface Person {
  readonly id: string;
  readonly info: ProfileInfo;
}

/**
 * Removes people from all tables, by id, slug, URL, e-mail address, `number:` or `entity:`. Imports skip them from then
 * on, by any of their names; a reference that matches nobody is remembered itself. Runs in one transaction.
 */
export const forget = ({ db }: { readonly db: Kysely<Database> }, references: readonly string[]): Promise<Forgotten> =>
  db.transaction().execute(async (trx) => {
    const found = await find(trx, references.map(unpadded));
    const people = [...new Map(found.flatMap(({ people }) => people.map((person) => [person.id, person]))).values()];
    const unknown = found.filter((one) => one.people.length === 0).map(({ reference }) => reference);
    await noteForgotten(trx, [
      ...people.flatMap(({ id, info }) => [...signsOf(id, info), ...employerSigns(info)]),
      ...unknown.flatMap((reference) => signsIn(reference)),
    ]);
    const ids = people.map(({ id }) => id);
    const companies = await forgetInvestors(trx, ids);
    for (const person of people) await forgetRows(trx, person);
    await trx
      .deleteFrom('profile')
      .where('id', 'in', ids.length > 0 ? ids : [nobody])
      .execute();
    return { people: people.length, companies, ...namesToPurge(people), unknown };
  });

const namesToPurge = (people: readonly Person[]): Pick<Forgotten, 'names' | 'fullNames'> => {
  const names = people.flatMap((person) => {
    const { xnet_ids: numbers, xnet_entity_ids: entities } = profileIdentifiers({ profile_info: person.info });
    const numbered = [...numbers.map((number) => `number:${number}`), ...entities.map((entity) => `entity:${entity}`)];
    return [...namesOfPerson(person), ...numbered];
  });
  const fullNames = people.flatMap(({ info: { full_name: name } }) => name ?? []);
  return { names: [...new Set(names)], fullNames: [...new Set(fullNames)] };
};

const nobody = '00000000-0000-0000-0000-000000000000';

/** A URL may contain an `@`, too. */
const addressIn = (reference: string): string | undefined =>
  pageFrom(reference) === undefined ? addressFrom(reference) : undefined;

/** The signs of an unknown person, from the reference alone. */
function signsIn(reference: string): readonly string[] {
  const numbered = numberedNames(reference);
  if (numbered.length > 0) return numbered.map(({ kind, key }) => `${kind}:${key}`);
  const id = recordId(reference);
  if (id !== undefined) return [idSign(id)];
  const address = addressIn(reference);
  if (address !== undefined) return [`email:${address}`];
  return slugNames(reference, 'profile').map(({ kind, key }) => `${kind}:${key}`);
}

const namesOfPerson = ({ id, info }: Person): readonly string[] => [
  id,
  ...profileIdentifiers({ profile_info: info }).xnet_names,
  ...[info.work_email, ...(info.personal_emails ?? [])].flatMap((email) => email ?? []),
];

/** The names in `number:…` and `entity:…`. */
function numberedNames(reference: string): readonly Name[] {
  const numbered = numberedIn(reference);
  if (!numbered) return [];
  return [{ kind: numbered.kind === 'number' ? 'xnet_id' : 'xnet_entity_id', key: numbered.value }];
}

interface Found {
  readonly reference: string;
  readonly people: readonly Person[];
}

async function find(trx: Kysely<Database>, references: readonly string[]): Promise<readonly Found[]> {
  const resolve = await resolveRecords(trx, 'profile', references);
  const resolveNumbered = await findNames(trx, 'profile', references.flatMap(numberedNames));
  const found: Found[] = [];
  for (const reference of references) {
    const id = resolveNumbered(...numberedNames(reference)) ?? resolve(reference);
    const address = id === undefined ? addressIn(reference) : undefined;
    const ids = address !== undefined ? await withEmail(trx, address) : id === undefined ? [] : [id];
    const rows = ids.length === 0 ? [] : await documents(trx, 'profile', ids);
    found.push({ reference, people: rows.map(({ id, document }) => ({ id, info: JSON.parse(document) })) });
  }
  return found;
}

const documents = (trx: Kysely<Database>, kind: 'profile' | 'company', ids: readonly string[]) =>
  trx
    .selectFrom(kind)
    .select(['id', 'document', 'legacy'])
    .where('id', 'in', [...ids])
    .execute();

/**
 * The profiles with an address. E-mail addresses are not indexed, so this pre-filters all documents by the local part;
 * `emailsOf` then compares normalized addresses.
 */
async function withEmail(trx: Kysely<Database>, address: string): Promise<readonly string[]> {
  const name = JSON.stringify(`${address.slice(0, address.lastIndexOf('@'))}`).slice(1, -1);
  const { rows } = await sql<{ id: string; emails: ProfileInfo }>`
    select id, jsonb_build_object('work_email', info -> 'work_email', 'personal_emails', info -> 'personal_emails') as emails
    from profile, lateral (select document::jsonb as info) read
    where strpos(lower(document), ${name}) > 0
      and (info ->> 'work_email' is not null or info -> 'personal_emails' is not null)`.execute(trx);
  return rows.flatMap(({ id, emails }) => (emailsOf(emails).includes(address) ? id : []));
}

/** Removes people from the funding rounds of companies, and the connections computed from these. */
async function forgetInvestors(trx: Kysely<Database>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const invested = await trx
    .selectFrom('investment')
    .selectAll()
    .where('investor_id', 'in', [...ids])
    .execute();
  if (invested.length === 0) return 0;
  const rows = await documents(trx, 'company', [...new Set(invested.map(({ company_id }) => company_id))]);
  await writeCompanies(
    trx,
    rows.map(({ id, document, legacy }) => {
      const info: CompanyInfo = JSON.parse(document);
      return {
        id,
        company_info: withoutInvestors(info, (one) => ids.includes(one)),
        legacy: legacy === null ? undefined : JSON.parse(legacy),
      };
    }),
  );
  for (const { investor_name: name } of invested)
    await sql`delete from connection
      where 'shared_investor' = any(origins) and strpos(sources, ${JSON.stringify(name)}) > 0`.execute(trx);
  return rows.length;
}

/** Deletes rows that refer to a person without a foreign key; the others are deleted with the record. */
async function forgetRows(trx: Kysely<Database>, { id, info }: Person): Promise<void> {
  const connectors = await trx.selectFrom('connector').select('id').where('profile_id', '=', id).execute();
  const texts = [...namesOfPerson({ id, info }), ...connectors.map((connector) => connector.id)];
  // Matches names as whole JSON strings or ends of addresses, and as whole words of sentences: a slug such as "ada" is
  // part of many other names.
  const strings = texts.flatMap((text) => {
    const quoted = JSON.stringify(text);
    return [quoted, `/${quoted.slice(1)}`, `/${quoted.slice(1, -1)}/"`];
  });
  const words = texts.map((text) => `(^|[^[:alnum:]])${text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')}($|[^[:alnum:]])`);
  await sql`delete from job where exists (select from unnest(${strings}::text[]) as string where strpos(payload, string) > 0)
    or exists (select from unnest(${words}::text[]) as word where last_error ~ word)`.execute(trx);
  await sql`delete from idempotent_answer
    where exists (select from unnest(${strings}::text[]) as string where strpos(answer, string) > 0)`.execute(trx);
  await sql`delete from synced_tag where kind = 'profile' and record_id = ${id}::uuid`.execute(trx);
  await sql`update keyed_charge set ids = array_remove(ids, ${id}::uuid) where ${id}::uuid = any(ids)`.execute(trx);
  // Replaced rather than removed, so that later pages keep their offsets.
  await sql`update search_snapshot set ids = array_replace(ids, ${id}::uuid, ${nobody}::uuid)
    where ${id}::uuid = any(ids)`.execute(trx);
}
