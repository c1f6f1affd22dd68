// Made by codegen.ts from schema/; do not edit.
import type { Document } from '../../sdk/document.ts';
import type { CompanyBy, CompanyWhere, IntroTarget, ProfileBy, ProfileWhere } from '../../sdk/generated/schema-types.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };

export type CompanyMatchRow = {
  readonly id?: string | number | null | undefined;
  readonly name?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly xnetSlug?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
};

export type InterpretationKind =
  | 'COMPANIES'
  | 'COMPANY'
  | 'LIST'
  | 'NOTHING'
  | 'OTHER'
  | 'PEOPLE'
  | 'PERSON'
  | 'SEVERAL';

export type MatchCause =
  | 'CONFLICT'
  | 'FAILED'
  | 'FORMER_EMPLOYER'
  | 'NAME_ONLY'
  | 'NEEDS_EMPLOYER'
  | 'NEEDS_FULL_NAME'
  | 'NOT_COMPARED'
  | 'NOT_FOUND'
  | 'OTHER'
  | 'OTHER_HOST'
  | 'RECORDS_NOT_SEARCHED'
  | 'REFUSED'
  | 'SEVERAL'
  | 'SIMILAR'
  | 'TOO_MANY'
  | 'UNREADABLE';

export type MatchConfidence =
  | 'CERTAIN'
  | 'LIKELY'
  | 'OTHER';

export type MatchRow = {
  readonly companyName?: string | null | undefined;
  readonly companyWebsite?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly fullName?: string | null | undefined;
  readonly id?: string | number | null | undefined;
  readonly place?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly xnetSlug?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
};

export type MatchState =
  | 'AMBIGUOUS'
  | 'DUPLICATE'
  | 'KNOWN'
  | 'NOT_CHECKED'
  | 'ON_RECORD'
  | 'OTHER'
  | 'UNKNOWN';

export type MatchedBy =
  | 'EMAIL'
  | 'ID'
  | 'NAME'
  | 'NAME_AND_EMPLOYER'
  | 'NAME_AND_PLACE'
  | 'NAME_AND_TITLE'
  | 'NAME_AND_WEBSITE'
  | 'OTHER'
  | 'WEBSITE'
  | 'XNET_SLUG';

export type NetworkChangeKind =
  | 'CHANGED'
  | 'JOINED'
  | 'LEFT'
  | 'MOVED'
  | 'RESET'
  | 'RETITLED'
  | 'TIE_ADDED'
  | 'TIE_CHANGED'
  | 'TIE_REMOVED';

export type WatchState =
  | 'BEHIND'
  | 'CURRENT'
  | 'ENDED'
  | 'KEY_REFUSED'
  | 'PAUSED'
  | 'STARTING'
  | 'SUSPECT';

export type ConnectorsQueryVariables = Exact<{
  scan: number;
}>;

export type ConnectorsQuery = {
  readonly connectors: {
    readonly complete: boolean,
    readonly nodes: ReadonlyArray<{
      readonly id: string,
      readonly name: string | null
    }>
  } | null
};

export type FindCompaniesQueryVariables = Exact<{
  where?: CompanyWhere | null | undefined;
  first: number;
  after?: string | null | undefined;
  details: boolean;
}>;

export type FindCompaniesQuery = {
  readonly searchCompanies: {
    readonly totalCount: number,
    readonly emptiedBy: ReadonlyArray<{
      readonly field: string | null,
      readonly countWithout: number
    }> | null,
    readonly pageInfo: {
      readonly hasNextPage: boolean
    },
    readonly edges: ReadonlyArray<{
      readonly cursor: string,
      readonly node: {
        readonly id: string,
        readonly name?: string | null,
        readonly industries?: ReadonlyArray<string | null> | null,
        readonly locations?: ReadonlyArray<{
          readonly name: string | null
        } | null> | null,
        readonly workforce?: {
          readonly headcount: number | null
        } | null
      }
    }>
  } | null
};

export type FindKnownPeopleQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;

export type FindKnownPeopleQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly emptiedBy: ReadonlyArray<{
      readonly field: string | null,
      readonly countWithout: number
    }> | null,
    readonly pageInfo: {
      readonly hasNextPage: boolean
    },
    readonly edges: ReadonlyArray<{
      readonly cursor: string,
      readonly node: {
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null,
        readonly connections: ReadonlyArray<{
          readonly connectorName: string | null
        } | null> | null
      }
    }>
  } | null
};

export type FindPeopleQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
  first: number;
  after?: string | null | undefined;
  details: boolean;
}>;

export type FindPeopleQuery = {
  readonly searchProfiles: {
    readonly totalCount: number,
    readonly emptiedBy: ReadonlyArray<{
      readonly field: string | null,
      readonly countWithout: number
    }> | null,
    readonly pageInfo: {
      readonly hasNextPage: boolean
    },
    readonly edges: ReadonlyArray<{
      readonly cursor: string,
      readonly node: {
        readonly id: string,
        readonly fullName?: string | null,
        readonly currentTitle?: string | null,
        readonly currentCompanyName?: string | null,
        readonly currentLocation?: string | null
      }
    }>
  } | null,
  readonly relationships: {
    readonly totalCount: number
  } | null
};

export type GetCompanyQueryVariables = Exact<{
  by: CompanyBy;
  summary: boolean;
  funding: boolean;
  contact: boolean;
  about: boolean;
}>;

export type GetCompanyQuery = {
  readonly company:
    | {
      readonly __typename: 'Company',
      readonly id: string,
      readonly name: string | null,
      readonly founded?: string | null,
      readonly websites?: ReadonlyArray<string | null> | null,
      readonly industries?: ReadonlyArray<string | null> | null,
      readonly summary?: string | null,
      readonly description?: string | null,
      readonly businessData?: {
        readonly ownershipStatus: string | null,
        readonly isGovernment: boolean | null,
        readonly isNonProfit: boolean | null,
        readonly isStartup: boolean | null
      } | null,
      readonly workforce?: {
        readonly headcount: number | null
      } | null,
      readonly locations?: ReadonlyArray<{
        readonly name: string | null
      } | null> | null,
      readonly funding?: {
        readonly totalFundingAmountUsd: number | null,
        readonly rounds: ReadonlyArray<{
          readonly type: string | null,
          readonly date: string | null,
          readonly amountUsd: number | null
        } | null> | null
      } | null,
      readonly contactInfo?: {
        readonly email: string | null,
        readonly phone: string | null
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
   | null
};

export type GetPersonQueryVariables = Exact<{
  by: ProfileBy;
  summary: boolean;
  career: boolean;
  education: boolean;
  contact: boolean;
  about: boolean;
}>;

export type GetPersonQuery = {
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
      readonly id: string,
      readonly fullName: string | null,
      readonly currentTitle: string | null,
      readonly currentCompanyName: string | null,
      readonly currentLocation?: string | null,
      readonly skills?: ReadonlyArray<string | null> | null,
      readonly workEmail?: string | null,
      readonly personalEmails?: ReadonlyArray<string | null> | null,
      readonly xnetUrl?: string | null,
      readonly headline?: string | null,
      readonly about?: string | null,
      readonly experience?: ReadonlyArray<{
        readonly title: string | null,
        readonly startDate: string | null,
        readonly endDate: string | null,
        readonly employer: {
          readonly id: string | null,
          readonly name: string | null
        } | null
      } | null> | null,
      readonly education?: ReadonlyArray<{
        readonly degrees: ReadonlyArray<string | null> | null,
        readonly majors: ReadonlyArray<string | null> | null,
        readonly endDate: string | null,
        readonly school: {
          readonly name: string | null
        } | null
      } | null> | null
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly message: string
    }
   | null
};

export type InterpretQueryVariables = Exact<{
  text: string;
}>;

export type InterpretQuery = {
  readonly interpret: {
    readonly unread: string | null,
    readonly kind: InterpretationKind,
    readonly id: string | null,
    readonly choices: ReadonlyArray<{
      readonly kind: InterpretationKind,
      readonly id: string | null,
      readonly filters: ReadonlyArray<{
        readonly name: string,
        readonly value: string
      }>
    }>,
    readonly filters: ReadonlyArray<{
      readonly name: string,
      readonly value: string
    }>
  } | null
};

export type MeantFragment = {
  readonly kind: InterpretationKind,
  readonly id: string | null,
  readonly filters: ReadonlyArray<{
    readonly name: string,
    readonly value: string
  }>
};

export type WatchesQueryVariables = Exact<{ [key: string]: never; }>;

export type WatchesQuery = {
  readonly watches: ReadonlyArray<{
    readonly id: string,
    readonly name: string,
    readonly state: WatchState,
    readonly people: number | null,
    readonly verifiedSince: string | null
  }> | null
};

export type NetworkChangesQueryVariables = Exact<{
  watch: string | number;
  since?: string | number | null | undefined;
  kinds?: ReadonlyArray<NetworkChangeKind> | NetworkChangeKind | null | undefined;
  first: number;
}>;

export type NetworkChangesQuery = {
  readonly networkChanges: {
    readonly pageInfo: {
      readonly hasNextPage: boolean
    },
    readonly nodes: ReadonlyArray<
      | {
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      }
      | {
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      }
      | {
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly before: {
          readonly title: string | null,
          readonly employer: string | null
        },
        readonly after: {
          readonly title: string | null,
          readonly employer: string | null
        },
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      }
      | {
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly connector: {
          readonly id: string,
          readonly name: string | null
        },
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      }
    >
  } | null
};

export type PlanIntroductionsQueryVariables = Exact<{
  to: ReadonlyArray<IntroTarget> | IntroTarget;
  hops: number;
  perConnector: number;
}>;

export type PlanIntroductionsQuery = {
  readonly introPlan: {
    readonly confidence: number,
    readonly asks: ReadonlyArray<{
      readonly connector: {
        readonly id: string,
        readonly name: string | null
      } | null,
      readonly introductions: ReadonlyArray<{
        readonly at: number,
        readonly path: {
          readonly confidence: number,
          readonly why: string,
          readonly target: {
            readonly id: string,
            readonly fullName: string | null
          } | null
        }
      }>
    }>,
    readonly unreached: ReadonlyArray<{
      readonly at: number,
      readonly message: string
    }>
  } | null
};

export type MatchPeopleQueryVariables = Exact<{
  rows: ReadonlyArray<MatchRow> | MatchRow;
}>;

export type MatchPeopleQuery = {
  readonly matchPeople: {
    readonly rows: ReadonlyArray<{
      readonly at: number,
      readonly state: MatchState,
      readonly id: string | null,
      readonly by: MatchedBy | null,
      readonly confidence: MatchConfidence | null,
      readonly sameAs: number | null,
      readonly cause: MatchCause | null,
      readonly reason: string | null,
      readonly relationship: {
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null,
        readonly connections: ReadonlyArray<{
          readonly connectorName: string | null
        } | null> | null
      } | null,
      readonly candidates: ReadonlyArray<{
        readonly profile: {
          readonly id: string
        } | null
      }>
    }>
  } | null
};

export type MatchCompaniesQueryVariables = Exact<{
  rows: ReadonlyArray<CompanyMatchRow> | CompanyMatchRow;
}>;

export type MatchCompaniesQuery = {
  readonly matchCompanies: {
    readonly rows: ReadonlyArray<{
      readonly at: number,
      readonly state: MatchState,
      readonly id: string | null,
      readonly by: MatchedBy | null,
      readonly confidence: MatchConfidence | null,
      readonly sameAs: number | null,
      readonly cause: MatchCause | null,
      readonly reason: string | null,
      readonly people: number | null
    }>
  } | null
};

export type PeopleAreQueryVariables = Exact<{
  where: ProfileWhere;
  first?: number | null | undefined;
}>;

export type PeopleAreQuery = {
  readonly searchProfiles: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly id: string
    }>
  } | null
};

export type CompaniesAreQueryVariables = Exact<{
  where: CompanyWhere;
  first?: number | null | undefined;
}>;

export type CompaniesAreQuery = {
  readonly searchCompanies: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly id: string
    }>
  } | null
};

export type KnownPeopleQueryVariables = Exact<{
  where: ProfileWhere;
  first: number;
}>;

export type KnownPeopleQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null
      } | null> | null
    }>
  } | null
};

export type SpendingQueryVariables = Exact<{ [key: string]: never; }>;

export type SpendingQuery = {
  readonly purse: {
    readonly label: string,
    readonly total: number,
    readonly spent: number,
    readonly reserved: number,
    readonly uncertain: number,
    readonly left: number,
    readonly createdAt: string,
    readonly expiresAt: string | null
  } | null,
  readonly credits: {
    readonly usage: number,
    readonly allowanceUsedUp: boolean
  } | null
};

export type WhoCanIntroduceQueryVariables = Exact<{
  to: IntroTarget;
  where?: ProfileWhere | null | undefined;
  hops: number;
  first: number;
  after?: string | null | undefined;
}>;

export type WhoCanIntroduceQuery = {
  readonly introPaths: {
    readonly totalCount: number,
    readonly notes: ReadonlyArray<string>,
    readonly pageInfo: {
      readonly hasNextPage: boolean
    },
    readonly problems: ReadonlyArray<
      | {
        readonly message: string
      }
      | {
        readonly message: string
      }
      | {
        readonly message: string
      }
      | {
        readonly message: string
      }
      | {
        readonly message: string
      }
      | {
        readonly message: string
      }
      | {
        readonly message: string
      }
    >,
    readonly edges: ReadonlyArray<{
      readonly cursor: string,
      readonly node: {
        readonly confidence: number,
        readonly why: string,
        readonly connector: {
          readonly id: string,
          readonly name: string | null
        } | null,
        readonly target: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null
        } | null
      }
    }>
  } | null
};

export const Connectors: Document<ConnectorsQuery, ConnectorsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Connectors($scan:Int!){connectors(orderBy:NAME scan:$scan){complete nodes{id name}}}",
};

export const FindCompanies: Document<FindCompaniesQuery, FindCompaniesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query FindCompanies($where:CompanyWhere$first:Int!$after:String$details:Boolean!){searchCompanies(where:$where first:$first after:$after){totalCount emptiedBy{field countWithout}pageInfo{hasNextPage}edges{cursor node{id name@include(if:$details)industries@include(if:$details)locations@include(if:$details){name}workforce@include(if:$details){headcount}}}}}",
};

export const FindKnownPeople: Document<FindKnownPeopleQuery, FindKnownPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query FindKnownPeople($where:ProfileWhere$first:Int!$after:String){relationships(where:$where first:$first after:$after){totalCount emptiedBy{field countWithout}pageInfo{hasNextPage}edges{cursor node{profile{id fullName currentTitle currentCompanyName}connections{connectorName}}}}}",
};

export const FindPeople: Document<FindPeopleQuery, FindPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query FindPeople($where:ProfileWhere$first:Int!$after:String$details:Boolean!){searchProfiles(where:$where first:$first after:$after){totalCount emptiedBy{field countWithout}pageInfo{hasNextPage}edges{cursor node{id fullName@include(if:$details)currentTitle@include(if:$details)currentCompanyName@include(if:$details)currentLocation@include(if:$details)}}}relationships(where:$where first:0){totalCount}}",
};

export const GetCompany: Document<GetCompanyQuery, GetCompanyQueryVariables, 'query'> = {
  operation: 'query',
  text: "query GetCompany($by:CompanyBy!$summary:Boolean!$funding:Boolean!$contact:Boolean!$about:Boolean!){company(by:$by){__typename ...on Company{id name founded@include(if:$summary)businessData@include(if:$summary){ownershipStatus isGovernment isNonProfit isStartup}websites@include(if:$summary)industries@include(if:$summary)workforce@include(if:$summary){headcount}locations@include(if:$summary){name}funding@include(if:$funding){totalFundingAmountUsd rounds(orderBy:LATEST_FIRST){type date amountUsd}}contactInfo@include(if:$contact){email phone}summary@include(if:$about)description@include(if:$about)}...on NotFound{message}...on CreditLimit{message}...on UpstreamFailed{message}}}",
};

export const GetPerson: Document<GetPersonQuery, GetPersonQueryVariables, 'query'> = {
  operation: 'query',
  text: "query GetPerson($by:ProfileBy!$summary:Boolean!$career:Boolean!$education:Boolean!$contact:Boolean!$about:Boolean!){profile(by:$by){__typename ...on Profile{id fullName currentTitle currentCompanyName currentLocation@include(if:$summary)skills@include(if:$summary)experience(orderBy:LATEST_FIRST)@include(if:$career){title startDate endDate employer{id name}}education(orderBy:LATEST_FIRST)@include(if:$education){degrees majors endDate school{name}}workEmail@include(if:$contact)personalEmails@include(if:$contact)xnetUrl@include(if:$contact)headline@include(if:$about)about@include(if:$about)}...on NotFound{message}...on CreditLimit{message}...on UpstreamFailed{message}}}",
};

export const Interpret: Document<InterpretQuery, InterpretQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Interpret($text:String!){interpret(text:$text){...Meant unread choices{...Meant}}}fragment Meant on Interpretation{kind id filters{name value}}",
};

export const Watches: Document<WatchesQuery, WatchesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Watches{watches(first:20){id name state people verifiedSince}}",
};

export const NetworkChanges: Document<NetworkChangesQuery, NetworkChangesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query NetworkChanges($watch:ID!$since:ID$kinds:[NetworkChangeKind!]$first:Int!){networkChanges(watch:$watch since:$since kinds:$kinds first:$first){pageInfo{hasNextPage}nodes{id kind seenAt profile{id fullName currentTitle currentCompanyName}...on PersonMoved{before{title employer}after{title employer}}...on TieChanged{connector{id name}}}}}",
};

export const PlanIntroductions: Document<PlanIntroductionsQuery, PlanIntroductionsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PlanIntroductions($to:[IntroTarget!]!$hops:Int!$perConnector:Int!){introPlan(to:$to hops:$hops perConnector:$perConnector){confidence asks{connector{id name}introductions{at path{confidence why target{id fullName}}}}unreached{at message}}}",
};

export const MatchPeople: Document<MatchPeopleQuery, MatchPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query MatchPeople($rows:[MatchRow!]!){matchPeople(rows:$rows checkRecords:true){rows{at state id by confidence sameAs cause reason relationship{profile{id fullName currentTitle currentCompanyName}connections{connectorName}}candidates{profile{id}}}}}",
};

export const MatchCompanies: Document<MatchCompaniesQuery, MatchCompaniesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query MatchCompanies($rows:[CompanyMatchRow!]!){matchCompanies(rows:$rows checkRecords:true){rows{at state id by confidence sameAs cause reason people}}}",
};

export const PeopleAre: Document<PeopleAreQuery, PeopleAreQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PeopleAre($where:ProfileWhere!$first:Int=6){searchProfiles(where:$where first:$first){totalCount nodes{id}}}",
};

export const CompaniesAre: Document<CompaniesAreQuery, CompaniesAreQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompaniesAre($where:CompanyWhere!$first:Int=6){searchCompanies(where:$where first:$first){totalCount nodes{id}}}",
};

export const KnownPeople: Document<KnownPeopleQuery, KnownPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query KnownPeople($where:ProfileWhere!$first:Int!){relationships(where:$where first:$first){totalCount nodes{profile{id fullName currentTitle currentCompanyName}connections{connectorName}}}}",
};

export const Spending: Document<SpendingQuery, SpendingQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Spending{purse{label total spent reserved uncertain left createdAt expiresAt}credits{usage allowanceUsedUp}}",
};

export const WhoCanIntroduce: Document<WhoCanIntroduceQuery, WhoCanIntroduceQueryVariables, 'query'> = {
  operation: 'query',
  text: "query WhoCanIntroduce($to:IntroTarget!$where:ProfileWhere$hops:Int!$first:Int!$after:String){introPaths(to:$to where:$where hops:$hops first:$first after:$after){totalCount pageInfo{hasNextPage}notes problems{message}edges{cursor node{confidence why connector{id name}target{id fullName currentTitle}}}}}",
};
