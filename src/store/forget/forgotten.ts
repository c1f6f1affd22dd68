import { createHmac, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { profileIdentifiers } from '../../contract/identifier.ts';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import { addressFrom } from '../../reading/address.ts';
import { employmentKey } from '../../reading/names.ts';
import { unpadded } from '../../reading/padding.ts';
import type { Database } from '../database.ts';
import { namesOf } from '../record/names.ts';

/** The setting with the digests' key. Without a key, anyone with a list of addresses could test who was forgotten. */
const keySetting = 'forgotten-key';

/** A profile's e-mail addresses, folded. */
export const emailsOf = ({ work_email: work, personal_emails: personal }: ProfileInfo): readonly string[] =>
  [work, ...(personal ?? [])].flatMap((email) =>
    typeof email === 'string' ? (addressFrom(email) ?? (unpadded(email).toLowerCase() || [])) : [],
  );

/** All signs by which an import recognizes a person: the id, names on the external network, and e-mail addresses. */
export const signsOf = (id: string, info: ProfileInfo): readonly string[] => [
  idSign(id),
  ...namesOf(profileIdentifiers({ profile_info: info })).map(({ kind, key }) => `${kind}:${key}`),
  ...emailsOf(info).map((email) => `email:${email}`),
];

/** The sign of a row of an export that has neither the person's page nor address; may be a namesake's. */
export const employerSign = (
  name: string | null | undefined,
  company: string | null | undefined,
): readonly string[] => {
  const key = employmentKey(name, company);
  return key === undefined ? [] : [`employer:${key}`];
};

/** The name with each employer of a career: an export may be older than the record. */
export const employerSigns = ({ full_name: name, current_company_name: company, experience }: ProfileInfo) => [
  ...new Set(
    [company, ...(experience ?? []).flatMap((entry) => [entry?.company?.name, entry?.company?.canonical_name])].flatMap(
      (employer) => employerSign(name, employer),
    ),
  ),
];

export const idSign = (id: string): string => `id:${id.toLowerCase()}`;

const digest = (sign: string, key: string): string => createHmac('sha256', key).update(sign).digest('base64url');

/** Whether any of these signs belongs to a forgotten person. */
export type IsForgotten = (signs: readonly string[]) => boolean;

/** Looks up all signs in one statement; computes none if nobody was ever forgotten. */
export async function findForgotten(db: Kysely<Database>, signs: () => readonly string[]): Promise<IsForgotten> {
  const key = await keyIn(db);
  if (key === undefined) return () => false;
  const digests = new Map(signs().map((sign) => [sign, digest(sign, key)]));
  const { rows } = await sql<{ digest: string }>`
    select digest from forgotten where digest = any(${[...digests.values()]}::text[])`.execute(db);
  const found = new Set(rows.map((row) => row.digest));
  return (own) => own.some((sign) => found.has(digests.get(sign) ?? ''));
}

/** Adds signs to the list. */
export async function noteForgotten(trx: Kysely<Database>, signs: readonly string[]): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ name: keySetting, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const key = (await keyIn(trx)) ?? '';
  await sql`insert into forgotten (digest)
    select * from unnest(${signs.map((sign) => digest(sign, key))}::text[]) on conflict do nothing`.execute(trx);
}

const keyIn = async (db: Kysely<Database>): Promise<string | undefined> =>
  (await db.selectFrom('setting').select('value').where('name', '=', keySetting).executeTakeFirst())?.value;
