// Made by codegen.ts from schema/; do not edit.
import type { TypedDocument } from '../document.ts';
import type { CompanyBy, CreditLimitScope, IntroTarget, MapNetworkInput, MappingTaskStatus, ProblemCode, ProfileBy, ProfileWhere } from './schema-types.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };

export type CompaniesQueryVariables = Exact<{
  by: ReadonlyArray<CompanyBy> | CompanyBy;
}>;

export type CompaniesQuery = {
  readonly companies: ReadonlyArray<
    | {
      readonly __typename: 'Company',
      readonly id: string,
      readonly name: string | null,
      readonly summary: string | null,
      readonly websites: ReadonlyArray<string | null> | null,
      readonly industries: ReadonlyArray<string | null> | null
    }
    | {
      readonly __typename: 'CreditLimit',
      readonly scope: CreditLimitScope,
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly message: string
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly message: string,
      readonly maybeCharged: boolean
    }
   | null> | null
};

export type FollowTaskSubscriptionVariables = Exact<{
  id: string | number;
}>;

export type FollowTaskSubscription = {
  readonly mappingTask: {
    readonly id: string,
    readonly status: MappingTaskStatus | null,
    readonly final: boolean
  } | null
};

export type IntroPathsQueryVariables = Exact<{
  to: IntroTarget;
  where?: ProfileWhere | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type IntroPathsQuery = {
  readonly introPaths: {
    readonly totalCount: number,
    readonly complete: boolean,
    readonly notes: ReadonlyArray<string>,
    readonly problems: ReadonlyArray<
      | {
        readonly __typename: 'ApprovalProblem',
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly __typename: 'CreditLimit',
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly __typename: 'MappingResultUnavailable',
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly __typename: 'NotFound',
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly __typename: 'PurseProblem',
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly __typename: 'UpstreamFailed',
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly __typename: 'WatchProblem',
        readonly code: ProblemCode,
        readonly message: string
      }
    >,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly why: string,
      readonly confidence: number,
      readonly target: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly xnetSlug: string | null
      } | null,
      readonly connector: {
        readonly id: string,
        readonly name: string | null
      } | null
    }>
  } | null
};

export type MapCompanyMutationVariables = Exact<{
  input: MapNetworkInput;
}>;

export type MapCompanyMutation = {
  readonly mapNetwork: {
    readonly task: {
      readonly id: string
    } | null,
    readonly network: {
      readonly totalCount: number
    } | null,
    readonly problems: ReadonlyArray<
      | {
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly code: ProblemCode,
        readonly message: string
      }
      | {
        readonly code: ProblemCode,
        readonly message: string
      }
    >
  } | null
};

export type PeopleQueryVariables = Exact<{
  by: ReadonlyArray<ProfileBy> | ProfileBy;
}>;

export type PeopleQuery = {
  readonly profiles: ReadonlyArray<
    | {
      readonly __typename: 'CreditLimit',
      readonly scope: CreditLimitScope,
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly message: string
    }
    | {
      readonly __typename: 'Profile',
      readonly id: string,
      readonly fullName: string | null,
      readonly headline: string | null,
      readonly currentTitle: string | null,
      readonly currentLocation: string | null,
      readonly currentCompanyName: string | null
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly message: string,
      readonly maybeCharged: boolean
    }
   | null> | null
};

export type SearchPeopleQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
  inNetworkOnly?: boolean | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type SearchPeopleQuery = {
  readonly searchProfiles: {
    readonly totalCount: number,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly id: string
    }>
  } | null
};

export const Companies: TypedDocument<CompaniesQuery, CompaniesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Companies($by:[CompanyBy!]!){companies(by:$by){__typename ...on Company{id name summary websites industries}...on NotFound{message}...on CreditLimit{scope message}...on UpstreamFailed{message maybeCharged}}}",
  kind: 'Document',
  definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Companies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompanyBy"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"companies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Company"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"websites"}},{"kind":"Field","name":{"kind":"Name","value":"industries"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"maybeCharged"}}]}}]}}]}}] as never[],
};

export const FollowTask: TypedDocument<FollowTaskSubscription, FollowTaskSubscriptionVariables, 'subscription'> = {
  operation: 'subscription',
  text: "subscription FollowTask($id:ID!){mappingTask(id:$id){id status final}}",
  kind: 'Document',
  definitions: [{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FollowTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mappingTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"final"}}]}}]}}] as never[],
};

export const IntroPaths: TypedDocument<IntroPathsQuery, IntroPathsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query IntroPaths($to:IntroTarget!$where:ProfileWhere$first:Int$after:String){introPaths(to:$to where:$where first:$first after:$after){totalCount complete notes problems{__typename code message}pageInfo{hasNextPage endCursor}nodes{target{id fullName currentTitle xnetSlug}connector{id name}why confidence}}}",
  kind: 'Document',
  definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"IntroPaths"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IntroTarget"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileWhere"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"introPaths"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}},{"kind":"Field","name":{"kind":"Name","value":"xnetSlug"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"why"}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}}]}}]}}] as never[],
};

export const MapCompany: TypedDocument<MapCompanyMutation, MapCompanyMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation MapCompany($input:MapNetworkInput!){mapNetwork(input:$input){task{id}network{totalCount}problems{code message}}}",
  kind: 'Document',
  definitions: [{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MapCompany"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MapNetworkInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mapNetwork"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"network"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}] as never[],
};

export const People: TypedDocument<PeopleQuery, PeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query People($by:[ProfileBy!]!){profiles(by:$by){__typename ...on Profile{id fullName headline currentTitle currentLocation currentCompanyName}...on NotFound{message}...on CreditLimit{scope message}...on UpstreamFailed{message maybeCharged}}}",
  kind: 'Document',
  definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"People"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileBy"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Profile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"headline"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}},{"kind":"Field","name":{"kind":"Name","value":"currentLocation"}},{"kind":"Field","name":{"kind":"Name","value":"currentCompanyName"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"maybeCharged"}}]}}]}}]}}] as never[],
};

export const SearchPeople: TypedDocument<SearchPeopleQuery, SearchPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query SearchPeople($where:ProfileWhere$inNetworkOnly:Boolean$first:Int$after:String){searchProfiles(where:$where inNetworkOnly:$inNetworkOnly first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{id}}}",
  kind: 'Document',
  definitions: [{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchPeople"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileWhere"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inNetworkOnly"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchProfiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"inNetworkOnly"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inNetworkOnly"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}] as never[],
};
