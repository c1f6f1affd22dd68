import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLResolveInfo, graphql, Kind } from 'graphql';
import type { Credential } from '../../../src/client/call.ts';
import type { Client } from '../../../src/client/client.ts';
import { searchProfiles } from '../../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import type { Company } from '../../../src/contract/record/company.ts';
import type { Profile } from '../../../src/contract/record/profile.ts';
import { slugOfUrl } from '../../../src/reading/page.ts';
import type { Records } from './records.ts';

interface Layer {
  readonly client: Client;
  readonly credential: Credential;
  readonly newRecords: (client: Client, credential: Credential) => Records;
}

interface Page {
  readonly dsl?: Readonly<Record<string, unknown>>;
  readonly first?: number;
}

const schema = buildSchema(readFileSync(join(import.meta.dirname, 'baseline.graphql'), 'utf8'));

/** A GraphQL layer that hydrates every link, over whatever brings it records; its answers are Kith's. */
export async function askBaseline(layer: Layer, query: string, variables: Readonly<Record<string, unknown>>) {
  const { data, errors } = await graphql({
    schema,
    source: query,
    variableValues: variables,
    rootValue: new Root(layer),
  });
  if (errors) throw new AggregateError(errors, errors[0]?.message);
  return data;
}

class Team {
  readonly layer: Layer;
  readonly records: Records;

  constructor(layer: Layer) {
    this.layer = layer;
    this.records = layer.newRecords(layer.client, layer.credential);
  }

  async relationships({ dsl, first = 20 }: Page) {
    const { client, credential } = this.layer;
    const request = { query: dsl ?? { match_all: {} }, limit: first };
    const { body } = await client.call(findRelationships, request, credential);
    return {
      nodes: body.items.map((item) => ({
        profile: () => this.person(this.records.profileById(item.profile?.id ?? '')),
        connections: (item.connections ?? []).map((connection) => ({
          connectorName: connection?.connector_name,
          connector: {
            profile: () =>
              this.person(this.records.profileBySlug(slugOfUrl(connection?.connector_xnet_url ?? '', 'profile') ?? '')),
          },
        })),
      })),
    };
  }

  async people({ dsl, first = 20 }: Page) {
    const { client, credential } = this.layer;
    const { body } = await client.call(searchProfiles, { query: dsl ?? { match_all: {} }, limit: first }, credential);
    return { nodes: body.ids.map((id) => this.person(this.records.profileById(id))) };
  }

  async person(loading: Promise<Profile | undefined>) {
    const info = (await loading)?.profile_info;
    return (
      info && {
        __typename: 'Profile',
        id: info.id,
        fullName: info.full_name,
        headline: info.headline,
        currentTitle: info.current_title,
        currentCompany: (_args: unknown, _context: unknown, { fieldNodes }: GraphQLResolveInfo) =>
          this.employer(info.current_company_id, info.current_company_name, fieldNodes.some(selectsId)),
      }
    );
  }

  /** An employer without a record still has a name, but no id: as in the graph, it is null where that is selected. */
  employer(id: string | null | undefined, name: string | null | undefined, isIdSelected: boolean) {
    if (id) return this.company(id);
    return name && !isIdSelected ? { __typename: 'Company', name } : null;
  }

  async company(id: string) {
    const record: Company | undefined = await this.records.companyById(id);
    const info = record?.company_info;
    return (
      info && {
        __typename: 'Company',
        id: info.id,
        name: info.name,
        description: info.description,
        people: ({ first }: Page) =>
          this.people({
            dsl: { term: { 'profile_info.current_company_id': id } },
            ...(first !== undefined && { first }),
          }),
      }
    );
  }
}

class Root extends Team {
  profiles({ by }: { readonly by: readonly { readonly id?: string; readonly xnetSlug?: string }[] }) {
    return by.map(({ id, xnetSlug }) =>
      this.person(id === undefined ? this.records.profileBySlug(xnetSlug ?? '') : this.records.profileById(id)),
    );
  }

  searchProfiles(page: Page) {
    return this.people(page);
  }

  childTeam({ id }: { readonly id: string }) {
    const { credential } = this.layer;
    return new Team({ ...this.layer, credential: { ...credential, childTeamId: id } });
  }

  _entities({
    representations,
  }: {
    readonly representations: readonly { readonly __typename: string; readonly id: string }[];
  }) {
    return representations.map(({ __typename, id }) =>
      __typename === 'Profile' ? this.person(this.records.profileById(id)) : this.company(id),
    );
  }
}

const selectsId = ({ selectionSet }: GraphQLResolveInfo['fieldNodes'][number]): boolean =>
  selectionSet?.selections.some((one) => one.kind === Kind.FIELD && one.name.value === 'id') ?? false;
