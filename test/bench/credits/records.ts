import DataLoader from 'dataloader';
import type { Credential } from '../../../src/client/call.ts';
import type { Client } from '../../../src/client/client.ts';
import { companyFields, fetchCompanies } from '../../../src/contract/operation/companies.ts';
import { fetchProfiles } from '../../../src/contract/operation/profiles.ts';
import type { Company } from '../../../src/contract/record/company.ts';
import type { Profile } from '../../../src/contract/record/profile.ts';

/** How a layer over the interface comes by records. */
export interface Records {
  profileById(id: string): Promise<Profile | undefined>;
  profileBySlug(slug: string): Promise<Profile | undefined>;
  companyById(id: string): Promise<Company | undefined>;
}

type NewRecords = (client: Client, credential: Credential) => Records;

/** A resolver for each link, which fetches what it links to: what a REST-to-GraphQL generator makes. */
export const naive: NewRecords = (client, credential) => ({
  profileById: async (id) => (await client.call(fetchProfiles, { ids: [id] }, credential)).body.results[0],
  profileBySlug: async (slug) => (await client.call(fetchProfiles, { xnet_names: [slug] }, credential)).body.results[0],
  companyById: async (id) =>
    (await client.call(fetchCompanies, { ids: [id], fields: [...companyFields] }, credential)).body.results[0],
});

/** A loader for each way to name a record, for each request, in calls of up to 1,000: what the tutorials teach. */
export const batched: NewRecords = (client, credential) => {
  const byId = new DataLoader<string, Profile | undefined>(
    async (ids) => {
      const { body } = await client.call(fetchProfiles, { ids: [...ids] }, credential);
      const found = new Map(body.results.map((record) => [record.id, record]));
      return ids.map((id) => found.get(id));
    },
    { maxBatchSize: 1000 },
  );
  const bySlug = new DataLoader<string, Profile | undefined>(
    async (slugs) => {
      const { body } = await client.call(fetchProfiles, { xnet_names: [...slugs] }, credential);
      const found = new Map(
        body.results.flatMap((record) => (record.found_by?.xnet_names ?? []).map((slug) => [slug, record] as const)),
      );
      return slugs.map((slug) => found.get(slug));
    },
    { maxBatchSize: 1000 },
  );
  const companies = new DataLoader<string, Company | undefined>(
    async (ids) => {
      const { body } = await client.call(fetchCompanies, { ids: [...ids], fields: [...companyFields] }, credential);
      const found = new Map(body.results.map((record) => [record.id, record]));
      return ids.map((id) => found.get(id));
    },
    { maxBatchSize: 1000 },
  );
  return {
    profileById: (id) => byId.load(id),
    profileBySlug: (slug) => bySlug.load(slug),
    companyById: (id) => companies.load(id),
  };
};
