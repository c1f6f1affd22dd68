import type { Kysely } from 'kysely';
import { companyIdentifiers, identifyingNetwork, profileIdentifiers } from '../../contract/identifier.ts';
import type { CompanyInfo } from '../../contract/record/company.ts';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import { slugKey, slugOfUrl } from '../../reading/page.ts';
import type { Database } from '../database.ts';
import { type Prepared, type Written, writeBatches } from './batch.ts';
import type { Dependent } from './dependent.ts';
import { employment } from './employment.ts';
import { investment } from './investment.ts';
import { normal } from './normal.ts';
import { schooling } from './schooling.ts';
import { companyWebsite } from './website.ts';

/** Members that only v2 shows, except notes: a JSON object such as `{other_locations, investor_data}`. */
type Legacy = Readonly<Record<string, unknown>>;

export interface ProfileInput {
  /** A uuid. */
  readonly id: string;
  readonly profile_info: ProfileInfo;
  readonly legacy?: Legacy | undefined;
}

export interface CompanyInput {
  /** A uuid. */
  readonly id: string;
  readonly company_info: CompanyInfo;
  readonly legacy?: Legacy | undefined;
}

type OnWritten = (count: number) => void;

const preparedProfile = ({ id, profile_info, legacy }: ProfileInput): Prepared<ProfileInfo> => {
  const info = withSlugs(normal({ ...profile_info, id: id.toLowerCase() }));
  return { id: info.id, info, legacy, identifiers: profileIdentifiers({ profile_info: info }) };
};

/**
 * Adds missing slugs to accounts of the identifying network, where searches expect them: the slug of `xnet_url`, and
 * those in URLs of accounts.
 */
function withSlugs<Info extends ProfileInfo>(info: Info): Info {
  const accounts = (info.social_media ?? []).map((account) => {
    if (account?.network !== identifyingNetwork || account.slug) return account;
    const slug = slugOfUrl(account.url ?? '', 'profile');
    return slug === undefined ? account : { ...account, slug };
  });
  const slug = slugOfUrl(info.xnet_url ?? '', 'profile');
  const has = accounts.some(
    (account) =>
      account?.network === identifyingNetwork && account.slug && slugKey(account.slug) === slugKey(slug ?? ''),
  );
  if (slug !== undefined && !has) {
    const at = accounts.findIndex((account) => account?.network === identifyingNetwork && !account.slug);
    const account = { ...(accounts[at] ?? { network: identifyingNetwork, url: info.xnet_url ?? null }), slug };
    accounts.splice(at < 0 ? accounts.length : at, at < 0 ? 0 : 1, account);
  }
  return accounts.length === 0 ? info : { ...info, social_media: accounts };
}

const preparedCompany = ({ id, company_info, legacy }: CompanyInput): Prepared<CompanyInfo> => {
  const info = normal({ ...company_info, id: id.toLowerCase() });
  return { id: info.id, info, legacy, identifiers: companyIdentifiers({ company_info: info }) };
};

/** The last record of each id. */
const distinct = <Info>(records: readonly Prepared<Info>[]) =>
  new Map(records.map((record) => [record.id, record])).values();

/**
 * Adds profiles, or replaces those with the same id, with their dependent rows: search tokens, names, careers.
 * Unchanged profiles are not written again; of several with one id, the last counts. Each batch is a transaction,
 * unless `db` is one.
 *
 * @throws the engine's error if a value cannot be stored; its batch is then not written
 */
export const writeProfiles = (db: Kysely<Database>, records: readonly ProfileInput[]): Promise<Written> =>
  writeBatches(db, 'profile', distinct(records.map(preparedProfile)), profileDependents);

/** As `writeProfiles`, for companies: search tokens, names, websites, investments. */
export const writeCompanies = (db: Kysely<Database>, records: readonly CompanyInput[]): Promise<Written> =>
  writeBatches(db, 'company', distinct(records.map(preparedCompany)), companyDependents);

/** As `writeProfiles`, for any number of profiles with distinct ids, consumed batch by batch. */
export const streamProfiles = (db: Kysely<Database>, records: Iterable<ProfileInput>, onWritten: OnWritten) =>
  writeBatches(db, 'profile', Iterator.from(records).map(preparedProfile), profileDependents, onWritten);

/** As `streamProfiles`, for companies. */
export const streamCompanies = (db: Kysely<Database>, records: Iterable<CompanyInput>, onWritten: OnWritten) =>
  writeBatches(db, 'company', Iterator.from(records).map(preparedCompany), companyDependents, onWritten);

const profileDependents: readonly Dependent<ProfileInfo>[] = [employment, schooling];

const companyDependents: readonly Dependent<CompanyInfo>[] = [companyWebsite, investment];
