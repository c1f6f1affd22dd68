// Made by codegen.ts from schema/; do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Names one company: exactly one of these. */
export type CompanyBy =
  {   /** The company’s id. */
  readonly id: string; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never;   /** Its numeric id on the external network. */
  readonly xnetId: number; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetId?: never;   /** One of its slugs on the external network. */
  readonly xnetSlug: string; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetId?: never; readonly xnetSlug?: never;   /** Its page on the external network. */
  readonly xnetUrl: string; };

/** What an object’s fields were answered from. */
export type Completeness =
  /** The upstream has no record of that name. */
  | 'MISSING'
  /** Answered from what another answer tells of it, free of credits; nothing was loaded. */
  | 'PAYLOAD'
  /** The whole record was loaded; fields are as the record has them. */
  | 'RECORD';

/** What connectors are to the team. */
export type ConnectorGroup =
  /** The team’s advisors. */
  | 'ADVISORS'
  /** The team’s customers. */
  | 'CUSTOMERS'
  /** The team’s employees. */
  | 'EMPLOYEES'
  /** The team’s investors. */
  | 'INVESTORS'
  /** The team’s others. */
  | 'OTHERS'
  /** The team’s portfolio. */
  | 'PORTFOLIO';

/** Whose limit was reached. */
export type CreditLimitScope =
  /** The team’s credit allowance, as the data service answered with 402. */
  | 'ALLOWANCE'
  /** The operation’s own budget; the header `x-credit-budget` sets another. */
  | 'BUDGET'
  /** Another limit, which `message` describes. */
  | 'OTHER'
  /** A purse, which bounds what a session, a key or a child team spends over time; or no payment can be reserved in it at the moment. */
  | 'PURSE';

/** A way to name a record. */
export type IdentifierKind =
  /** The record’s id. */
  | 'ID'
  /** The alphanumeric entity id on the external network. */
  | 'XNET_ENTITY_ID'
  /** The numeric id on the external network. */
  | 'XNET_ID'
  /** The slug on the external network, also where its URL was given. */
  | 'XNET_SLUG';

/** What kind of problem it is. A code stays as it is; further codes may be added. */
export type ProblemCode =
  /** The data service refused the request; `message` says why. Nothing was charged. */
  | 'BAD_UPSTREAM_REQUEST'
  /** The caller left before the answer came. */
  | 'CANCELLED'
  /** The operation’s own budget does not allow it; nothing was charged. */
  | 'CREDIT_BUDGET'
  /** The team’s credit allowance is used up; nothing was charged. */
  | 'CREDIT_LIMIT'
  /** A purse has not enough left, or is closed; nothing was charged. */
  | 'CREDIT_PURSE'
  /** The key may not do this. Nothing was charged. */
  | 'FORBIDDEN'
  /** The data service has no such record; nothing was charged. */
  | 'NOT_FOUND'
  /** Another problem, which `message` describes. */
  | 'OTHER'
  /** The store of purses does not answer, so that nothing can be paid for; ask again. */
  | 'PURSE_UNAVAILABLE'
  /** The data service’s rate limit is reached; nothing was charged. Ask again later. */
  | 'RATE_LIMITED'
  /** A mapping task has no result to show; nothing was charged. */
  | 'RESULT_UNAVAILABLE'
  /** The data service failed. */
  | 'UPSTREAM_FAILED'
  /** The data service’s answer cannot be read. */
  | 'UPSTREAM_MALFORMED'
  /** The data service did not answer in time. */
  | 'UPSTREAM_TIMEOUT'
  /** The data service cannot be reached, or the connection to it was lost. */
  | 'UPSTREAM_UNREACHABLE';

/** Names one profile: exactly one of these. */
export type ProfileBy =
  {   /** The profile’s id. */
  readonly id: string; readonly xnetEntityId?: never; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never;   /** Its alphanumeric entity id on the external network. */
  readonly xnetEntityId: string; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never;   /** Its numeric id on the external network. */
  readonly xnetId: number; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never; readonly xnetId?: never;   /** Its slug on the external network, such as `ada-lovelace`. */
  readonly xnetSlug: string; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never; readonly xnetId?: never; readonly xnetSlug?: never;   /** Its page on the external network. */
  readonly xnetUrl: string; };

export type AddConnectorsMutationVariables = Exact<{
  usernames: ReadonlyArray<string> | string;
  group?: ConnectorGroup | null | undefined;
  teamId?: string | null | undefined;
}>;


export type AddConnectorsMutation = {
  readonly addConnectors: {
    readonly queued: boolean | null,
    readonly notFound: ReadonlyArray<string | null> | null
  } | null
};

export type CareerQueryVariables = Exact<{
  by: ProfileBy;
}>;


export type CareerQuery = {
  readonly profile:
    | {
      readonly __typename: 'CreditLimit',
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly message: string
    }
    | {
      readonly __typename: 'Profile',
      readonly completeness: Completeness | null,
      readonly fullName: string | null,
      readonly experience: ReadonlyArray<{
        readonly title: string | null,
        readonly startDate: string | null,
        readonly endDate: string | null,
        readonly employer: {
          readonly name: string | null,
          readonly industries: ReadonlyArray<string | null> | null
        } | null,
        readonly company: {
          readonly id: string,
          readonly name: string | null,
          readonly completeness: Completeness | null
        } | null
      } | null> | null,
      readonly education: ReadonlyArray<{
        readonly majors: ReadonlyArray<string | null> | null,
        readonly school: {
          readonly name: string | null
        } | null
      } | null> | null,
      readonly lists: ReadonlyArray<{
        readonly name: string | null,
        readonly status: string | null
      } | null> | null,
      readonly tags: ReadonlyArray<{
        readonly name: string | null
      } | null> | null
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly message: string
    }
   | null
};

export type CompaniesQueryVariables = Exact<{
  by: ReadonlyArray<CompanyBy> | CompanyBy;
  people?: number | null | undefined;
}>;


export type CompaniesQuery = {
  readonly companies: ReadonlyArray<
    | {
      readonly __typename: 'Company',
      readonly id: string,
      readonly name: string | null,
      readonly industries: ReadonlyArray<string | null> | null,
      readonly people: {
        readonly totalCount: number | null,
        readonly nodes: ReadonlyArray<{
          readonly id: string
        } | null> | null
      } | null
    }
    | {
      readonly __typename: 'CreditLimit',
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly message: string
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly message: string
    }
   | null> | null
};

export type CreateTeamMutationVariables = Exact<{
  name: string;
  companyWebsite?: string | null | undefined;
}>;


export type CreateTeamMutation = {
  readonly createTeam: {
    readonly id: string
  } | null
};

export type CreditsQueryVariables = Exact<{ [key: string]: never; }>;


export type CreditsQuery = {
  readonly credits: {
    readonly usage: number | null
  } | null
};

export type EngineersWhoWorkedAtQueryVariables = Exact<{
  company: string;
  first?: number | null | undefined;
}>;


export type EngineersWhoWorkedAtQuery = {
  readonly searchProfiles: {
    readonly totalCount: number | null,
    readonly nodes: ReadonlyArray<{
      readonly id: string
    } | null> | null
  } | null
};

export type FirstLookQueryVariables = Exact<{ [key: string]: never; }>;


export type FirstLookQuery = {
  readonly profile:
    | {
      readonly message: string
    }
    | {
      readonly fullName: string | null,
      readonly currentTitle: string | null,
      readonly currentCompany: {
        readonly name: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connectionStrengthNormalized: number | null,
        readonly sources: ReadonlyArray<
          | {
            readonly origin: string | null
          }
          | {
            readonly origin: string | null
          }
          | {
            readonly origin: string | null
          }
          | {
            readonly origin: string | null
          }
          | {
            readonly sharedCompany: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly origin: string | null
          }
          | {
            readonly origin: string | null
          }
         | null> | null
      } | null> | null
    }
    | Record<PropertyKey, never>
   | null
};

export type MapNetworkMutationVariables = Exact<{
  dsl?: unknown;
  companyWebsite?: string | null | undefined;
}>;


export type MapNetworkMutation = {
  readonly mapNetwork:
    | {
      readonly __typename: 'CreditLimit',
      readonly message: string
    }
    | {
      readonly __typename: 'MappingTask',
      readonly id: string | null
    }
    | {
      readonly __typename: 'NetworkMap',
      readonly count: number | null,
      readonly totalCount: number | null,
      readonly items: ReadonlyArray<{
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null
        } | null
      } | null> | null
    }
   | null
};

export type FollowMappingTaskSubscriptionVariables = Exact<{
  id: string | number;
  after?: string | number | null | undefined;
}>;


export type FollowMappingTaskSubscription = {
  readonly mappingTask: {
    readonly id: string,
    readonly status: string | null,
    readonly final: boolean | null
  } | null
};

export type ReadMappingTaskQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadMappingTaskQuery = {
  readonly mappingTask: {
    readonly id: string | null,
    readonly status: string | null,
    readonly final: boolean | null
  } | null
};

export type PeopleAndTheirConnectorsQueryVariables = Exact<{
  dsl?: unknown;
  first?: number | null | undefined;
}>;


export type PeopleAndTheirConnectorsQuery = {
  readonly searchProfiles: {
    readonly totalCount: number | null,
    readonly nodes: ReadonlyArray<{
      readonly id: string,
      readonly fullName: string | null,
      readonly headline: string | null,
      readonly currentCompany: {
        readonly id: string,
        readonly name: string | null,
        readonly description: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connectionStrength: number | null,
        readonly connector: {
          readonly id: string,
          readonly profile: {
            readonly id: string,
            readonly fullName: string | null,
            readonly headline: string | null
          } | null
        } | null
      } | null> | null
    } | null> | null
  } | null
};

export type ProfilesQueryVariables = Exact<{
  by: ReadonlyArray<ProfileBy> | ProfileBy;
}>;


export type ProfilesQuery = {
  readonly profiles: ReadonlyArray<
    | {
      readonly __typename: 'CreditLimit',
      readonly scope: CreditLimitScope,
      readonly message: string,
      readonly enableOveragesUrl: string | null,
      readonly upgradePlanUrl: string | null
    }
    | {
      readonly __typename: 'NotFound',
      readonly by: IdentifierKind,
      readonly identifier: string,
      readonly message: string
    }
    | {
      readonly __typename: 'Profile',
      readonly id: string,
      readonly fullName: string | null
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly message: string,
      readonly code: ProblemCode,
      readonly maybeCharged: boolean
    }
   | null> | null
};

export type TeamsQueryVariables = Exact<{
  child: string;
}>;


export type TeamsQuery = {
  readonly viewer: {
    readonly relationships: {
      readonly totalCount: number | null
    } | null,
    readonly connectors: {
      readonly complete: boolean | null,
      readonly nodes: ReadonlyArray<{
        readonly id: string,
        readonly name: string | null
      } | null> | null
    } | null
  },
  readonly childTeam: {
    readonly id: string,
    readonly relationships: {
      readonly totalCount: number | null,
      readonly nodes: ReadonlyArray<{
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null
        } | null
      } | null> | null
    } | null
  } | null
};

export type WhoCanIntroduceMeQueryVariables = Exact<{
  dsl?: unknown;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WhoCanIntroduceMeQuery = {
  readonly relationships: {
    readonly totalCount: number | null,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompany: {
          readonly name: string | null
        } | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connectionStrength: number | null,
        readonly connectionStrengthNormalized: number | null,
        readonly connector: {
          readonly id: string,
          readonly profile: {
            readonly fullName: string | null,
            readonly currentTitle: string | null
          } | null
        } | null,
        readonly sources: ReadonlyArray<
          | {
            readonly sharedSchool: string | null,
            readonly sharedMajor: string | null,
            readonly graduationYear: string | null,
            readonly origin: string | null
          }
          | {
            readonly origin: string | null
          }
          | {
            readonly origin: string | null
          }
          | {
            readonly investor: string | null,
            readonly portfolioCompany: string | null,
            readonly origin: string | null
          }
          | {
            readonly sharedCompany: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly overlapDurationMonths: number | null,
            readonly origin: string | null,
            readonly company: {
              readonly id: string,
              readonly name: string | null
            } | null
          }
          | {
            readonly origin: string | null
          }
         | null> | null
      } | null> | null
    } | null> | null
  } | null
};


export const AddConnectorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddConnectors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"usernames"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"group"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectorGroup"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"teamId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addConnectors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"usernames"},"value":{"kind":"Variable","name":{"kind":"Name","value":"usernames"}}},{"kind":"Argument","name":{"kind":"Name","value":"group"},"value":{"kind":"Variable","name":{"kind":"Name","value":"group"}}},{"kind":"Argument","name":{"kind":"Name","value":"teamId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"teamId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"notFound"}}]}}]}}]} as unknown as DocumentNode<AddConnectorsMutation, AddConnectorsMutationVariables>;
export const CareerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Career"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileBy"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Profile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completeness"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"experience"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"employer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"industries"}}]}},{"kind":"Field","name":{"kind":"Name","value":"company"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"completeness"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"education"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"school"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"majors"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CareerQuery, CareerQueryVariables>;
export const CompaniesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Companies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompanyBy"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"people"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"companies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Company"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"industries"}},{"kind":"Field","name":{"kind":"Name","value":"people"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"people"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CompaniesQuery, CompaniesQueryVariables>;
export const CreateTeamDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTeam"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"companyWebsite"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTeam"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"companyWebsite"},"value":{"kind":"Variable","name":{"kind":"Name","value":"companyWebsite"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateTeamMutation, CreateTeamMutationVariables>;
export const CreditsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Credits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"}}]}}]}}]} as unknown as DocumentNode<CreditsQuery, CreditsQueryVariables>;
export const EngineersWhoWorkedAtDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EngineersWhoWorkedAt"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"company"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchProfiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"currentTitle"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"matches"},"value":{"kind":"StringValue","value":"engineer","block":false}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"experience"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"some"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"company"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"phrase"},"value":{"kind":"Variable","name":{"kind":"Name","value":"company"}}}]}}]}}]}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<EngineersWhoWorkedAtQuery, EngineersWhoWorkedAtQueryVariables>;
export const FirstLookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirstLook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"xnetSlug"},"value":{"kind":"StringValue","value":"mei-ling-torres","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Profile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}},{"kind":"Field","name":{"kind":"Name","value":"currentCompany"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrengthNormalized"}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkOverlap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedCompany"}},{"kind":"Field","name":{"kind":"Name","value":"overlapStartDate"}},{"kind":"Field","name":{"kind":"Name","value":"overlapEndDate"}}]}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<FirstLookQuery, FirstLookQueryVariables>;
export const MapNetworkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MapNetwork"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"companyWebsite"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mapNetwork"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"dsl"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}}},{"kind":"Argument","name":{"kind":"Name","value":"companyWebsite"},"value":{"kind":"Variable","name":{"kind":"Name","value":"companyWebsite"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MappingTask"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NetworkMap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<MapNetworkMutation, MapNetworkMutationVariables>;
export const FollowMappingTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FollowMappingTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mappingTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"final"}}]}}]}}]} as unknown as DocumentNode<FollowMappingTaskSubscription, FollowMappingTaskSubscriptionVariables>;
export const ReadMappingTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadMappingTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mappingTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"final"}}]}}]}}]} as unknown as DocumentNode<ReadMappingTaskQuery, ReadMappingTaskQueryVariables>;
export const PeopleAndTheirConnectorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PeopleAndTheirConnectors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchProfiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"dsl"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"headline"}},{"kind":"Field","name":{"kind":"Name","value":"currentCompany"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"full"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrength"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"headline"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<PeopleAndTheirConnectorsQuery, PeopleAndTheirConnectorsQueryVariables>;
export const ProfilesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Profiles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileBy"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Profile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"by"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"enableOveragesUrl"}},{"kind":"Field","name":{"kind":"Name","value":"upgradePlanUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"maybeCharged"}}]}}]}}]}}]} as unknown as DocumentNode<ProfilesQuery, ProfilesQueryVariables>;
export const TeamsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Teams"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"child"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"relationships"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"childTeam"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"child"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"relationships"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<TeamsQuery, TeamsQueryVariables>;
export const WhoCanIntroduceMeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhoCanIntroduceMe"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"relationships"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"dsl"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}},{"kind":"Field","name":{"kind":"Name","value":"currentCompany"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrength"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrengthNormalized"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkOverlap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedCompany"}},{"kind":"Field","name":{"kind":"Name","value":"overlapStartDate"}},{"kind":"Field","name":{"kind":"Name","value":"overlapEndDate"}},{"kind":"Field","name":{"kind":"Name","value":"overlapDurationMonths"}},{"kind":"Field","name":{"kind":"Name","value":"company"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EducationOverlap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedSchool"}},{"kind":"Field","name":{"kind":"Name","value":"sharedMajor"}},{"kind":"Field","name":{"kind":"Name","value":"graduationYear"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedInvestor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"investor"}},{"kind":"Field","name":{"kind":"Name","value":"portfolioCompany"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<WhoCanIntroduceMeQuery, WhoCanIntroduceMeQueryVariables>;
