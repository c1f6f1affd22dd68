// Made by codegen.ts from schema/; do not edit.
import type { Document } from '../../sdk/document.ts';
import type { CompanyWhere, IntroTarget, MappingTaskStatus, ProblemCode, ProfileBy, ProfileWhere } from '../../sdk/generated/schema-types.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ApprovalState =
  | 'DECLINED'
  | 'ENDED'
  | 'GIVEN'
  | 'OTHER'
  | 'PENDING'
  | 'USED';

export type ChangeTargetListInput = {
  readonly add?: ReadonlyArray<NewTarget> | null | undefined;
  readonly edit?: ReadonlyArray<TargetEdit> | null | undefined;
  readonly id: string | number;
  readonly name?: string | null | undefined;
  readonly remove?: ReadonlyArray<string | number> | null | undefined;
  readonly teamId?: string | number | null | undefined;
};

export type CompanyMatchRow = {
  readonly id?: string | number | null | undefined;
  readonly name?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly xnetSlug?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
};

export type CreateTargetListInput = {
  readonly name: string;
  readonly targets?: ReadonlyArray<NewTarget> | null | undefined;
  readonly teamId?: string | number | null | undefined;
};

export type CreateWatchInput = {
  readonly dsl?: unknown;
  readonly endsAt?: string | null | undefined;
  readonly everyMinutes?: number | null | undefined;
  readonly name: string;
  readonly of: WatchOf;
  readonly teamId?: string | number | null | undefined;
  readonly webhook?: WebhookInput | null | undefined;
  readonly where?: ProfileWhere | null | undefined;
};

export type DeleteTargetListInput = {
  readonly id: string | number;
  readonly teamId?: string | number | null | undefined;
};

export type DeleteWatchInput = {
  readonly id: string | number;
  readonly teamId?: string | number | null | undefined;
};

export type ExcludeFromIntrosInput = {
  readonly connectors?: ReadonlyArray<string | number> | null | undefined;
  readonly profiles?: ReadonlyArray<ProfileBy> | null | undefined;
  readonly reason?: string | null | undefined;
  readonly teamId?: string | number | null | undefined;
};

export type IncludeInIntrosInput = {
  readonly connectors?: ReadonlyArray<string | number> | null | undefined;
  readonly profiles?: ReadonlyArray<ProfileBy> | null | undefined;
  readonly teamId?: string | number | null | undefined;
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

export type IntroStepKind =
  | 'KNOWN'
  | 'OTHER'
  | 'POTENTIAL';

export type IntroUnreachedReason =
  | 'CONNECTOR'
  | 'CONNECTORS_TAKEN'
  | 'DUPLICATE'
  | 'EXCLUDED'
  | 'NOT_SEARCHED'
  | 'NO_PATH'
  | 'OTHER'
  | 'UNKNOWN';

export type KeptIntroExclusionKind =
  | 'CONNECTOR_ID'
  | 'OTHER'
  | 'PROFILE_ID'
  | 'PROFILE_XNET_ENTITY_ID'
  | 'PROFILE_XNET_ID'
  | 'PROFILE_XNET_SLUG';

export type MappingTaskEnd =
  | 'MAPPED'
  | 'MAPPING_FAILED'
  | 'TIMED_OUT'
  | 'UNKNOWN_TASK';

export type MappingTaskEventKind =
  | 'END'
  | 'HEARTBEAT'
  | 'RECOVERY'
  | 'STATUS'
  | 'TROUBLE';

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

export type NewTarget = {
  readonly label?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly ref: IntroTarget;
  readonly status?: TargetStatus | null | undefined;
  readonly title?: string | null | undefined;
};

export type PurchasedRecordKind =
  | 'COMPANY'
  | 'OTHER'
  | 'PROFILE';

export type TargetEdit = {
  readonly id: string | number;
  readonly note?: string | null | undefined;
  readonly status?: TargetStatus | null | undefined;
  readonly title?: string | null | undefined;
};

export type TargetStatus =
  | 'ASKED'
  | 'INTRODUCED'
  | 'NO'
  | 'OTHER'
  | 'TO_ASK';

export type UpdateWatchInput = {
  readonly endsAt?: string | null | undefined;
  readonly everyMinutes?: number | null | undefined;
  readonly id: string | number;
  readonly name?: string | null | undefined;
  readonly paused?: boolean | null | undefined;
  readonly resume?: boolean | null | undefined;
  readonly rotateSecret?: boolean | null | undefined;
  readonly teamId?: string | number | null | undefined;
  readonly webhook?: WebhookInput | null | undefined;
};

export type WatchOf =
  | 'NETWORK'
  | 'SEARCH';

export type WatchState =
  | 'BEHIND'
  | 'CURRENT'
  | 'ENDED'
  | 'KEY_REFUSED'
  | 'PAUSED'
  | 'STARTING'
  | 'SUSPECT';

export type WebhookInput = {
  readonly facts?: boolean | null | undefined;
  readonly url: string;
};

export type TasksQueryVariables = Exact<{
  first: number;
}>;

export type TasksQuery = {
  readonly viewer: {
    readonly can: {
      readonly mapNetwork: boolean | null
    }
  },
  readonly recentTasks: ReadonlyArray<{
    readonly id: string,
    readonly status: MappingTaskStatus | null,
    readonly final: boolean | null,
    readonly startedAt: string | null,
    readonly companyWebsite: string | null
  }> | null
};

export type FollowTaskSubscriptionVariables = Exact<{
  id: string | number;
  after?: string | number | null | undefined;
}>;

export type FollowTaskSubscription = {
  readonly mappingTask: {
    readonly id: string,
    readonly kind: MappingTaskEventKind,
    readonly status: MappingTaskStatus | null,
    readonly final: boolean,
    readonly end: MappingTaskEnd | null,
    readonly observedAt: string,
    readonly staleSince: string | null
  } | null
};

export type StartMappingMutationVariables = Exact<{
  companyWebsite: string;
}>;

export type StartMappingMutation = {
  readonly mapNetwork: {
    readonly task: {
      readonly id: string
    } | null,
    readonly network: {
      readonly totalCount: number
    } | null,
    readonly problems: ReadonlyArray<
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
    >
  } | null
};

export type TaskResultQueryVariables = Exact<{
  id: string | number;
  first: number;
}>;

export type TaskResultQuery = {
  readonly mappingTask: {
    readonly result:
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
      | {
        readonly totalCount: number,
        readonly nodes: ReadonlyArray<{
          readonly profile: {
            readonly xnetUrl: string | null,
            readonly workEmail: string | null,
            readonly id: string,
            readonly fullName: string | null,
            readonly currentTitle: string | null,
            readonly currentCompanyName: string | null
          } | null,
          readonly connections: ReadonlyArray<{
            readonly connectorName: string | null,
            readonly connector: {
              readonly id: string
            } | null
          } | null> | null
        }>
      }
      | {
        readonly message: string,
        readonly code: ProblemCode
      }
     | null
  } | null
};

export type ApprovalsQueryVariables = Exact<{ [key: string]: never; }>;

export type ApprovalsQuery = {
  readonly approvals: ReadonlyArray<{
    readonly id: string,
    readonly label: string,
    readonly summary: string,
    readonly max: number,
    readonly left: number | null,
    readonly state: ApprovalState,
    readonly endsAt: string
  }> | null
};

export type FollowApprovalsSubscriptionVariables = Exact<{ [key: string]: never; }>;

export type FollowApprovalsSubscription = {
  readonly approvals: {
    readonly id: string,
    readonly label: string,
    readonly summary: string,
    readonly max: number,
    readonly left: number | null,
    readonly state: ApprovalState
  } | null
};

export type DecideApprovalMutationVariables = Exact<{
  id: string | number;
  give: boolean;
}>;

export type DecideApprovalMutation = {
  readonly decideApproval: {
    readonly approval: {
      readonly id: string,
      readonly state: ApprovalState
    } | null,
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
    >
  } | null
};

export type CompanyWaysQueryVariables = Exact<{
  id: string | number;
  where?: ProfileWhere | null | undefined;
  first: number;
}>;

export type CompanyWaysQuery = {
  readonly introPaths: {
    readonly totalCount: number,
    readonly people: number,
    readonly notes: ReadonlyArray<string>,
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
    >,
    readonly nodes: ReadonlyArray<{
      readonly confidence: number,
      readonly why: string,
      readonly connector: {
        readonly id: string,
        readonly name: string | null,
        readonly profile: {
          readonly xnetUrl: string | null,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      } | null,
      readonly target: {
        readonly xnetUrl: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly steps: ReadonlyArray<{
        readonly kind: IntroStepKind,
        readonly why: string,
        readonly confidence: number,
        readonly from: string | null,
        readonly until: string | null,
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null,
        readonly sources: ReadonlyArray<
          | {
            readonly __typename: 'CalendarEvents',
            readonly origin: string | null
          }
          | {
            readonly __typename: 'EducationOverlap',
            readonly sharedSchool: string | null,
            readonly sharedMajor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly graduationYear: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'EmailContact',
            readonly origin: string | null
          }
          | {
            readonly __typename: 'ManualImport',
            readonly origin: string | null,
            readonly since: string | null
          }
          | {
            readonly __typename: 'OtherSource',
            readonly sharedCompany: string | null,
            readonly sharedCompanyId: string | null,
            readonly sharedSchool: string | null,
            readonly investor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'SharedInvestor',
            readonly investor: string | null,
            readonly portfolioCompany: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'WorkOverlap',
            readonly sharedCompany: string | null,
            readonly sharedCompanyId: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly overlapDurationMonths: number | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'XnetConnection',
            readonly origin: string | null
          }
        >
      }>
    }>
  } | null
};

export type PeopleAtQueryVariables = Exact<{
  id: string;
}>;

export type PeopleAtQuery = {
  readonly relationships: {
    readonly totalCount: number
  } | null
};

export type PeopleOnceAtQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
}>;

export type PeopleOnceAtQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly xnetUrl: string | null,
        readonly workEmail: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null
};

export type CountAtQueryVariables = Exact<{
  id: string;
}>;

export type CountAtQuery = {
  readonly searchProfiles: {
    readonly totalCount: number
  } | null
};

export type CompanyRecordQueryVariables = Exact<{
  id: string | number;
}>;

export type CompanyRecordQuery = {
  readonly company:
    | {
      readonly __typename: 'Company',
      readonly id: string,
      readonly name: string | null,
      readonly summary: string | null,
      readonly description: string | null,
      readonly founded: string | null,
      readonly industries: ReadonlyArray<string | null> | null,
      readonly websites: ReadonlyArray<string | null> | null,
      readonly locations: ReadonlyArray<{
        readonly name: string | null,
        readonly isPrimary: boolean | null
      } | null> | null,
      readonly workforce: {
        readonly headcount: number | null,
        readonly sizeClass: string | null
      } | null,
      readonly funding: {
        readonly totalFundingAmountUsd: number | null,
        readonly rounds: ReadonlyArray<{
          readonly type: string | null,
          readonly amountUsd: number | null,
          readonly date: string | null,
          readonly investors: ReadonlyArray<{
            readonly id: string | null,
            readonly name: string | null
          } | null> | null
        } | null> | null
      } | null,
      readonly tags: ReadonlyArray<{
        readonly id: string | null,
        readonly name: string | null
      } | null> | null
    }
    | {
      readonly __typename: 'CreditLimit',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly code: ProblemCode,
      readonly message: string
    }
   | null
};

export type CompaniesOnRecordQueryVariables = Exact<{
  where: CompanyWhere;
  first: number;
  after?: string | null | undefined;
}>;

export type CompaniesOnRecordQuery = {
  readonly searchCompanies: {
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

export type KnownCompanyQueryVariables = Exact<{
  id: string;
}>;

export type KnownCompanyQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type SimilarEmployersQueryVariables = Exact<{
  name: string;
}>;

export type SimilarEmployersQuery = {
  readonly relationships: {
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type EmployersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type EmployersQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type CompaniesEmptiedByQueryVariables = Exact<{
  where: CompanyWhere;
}>;

export type CompaniesEmptiedByQuery = {
  readonly searchCompanies: {
    readonly emptiedBy: ReadonlyArray<{
      readonly field: string | null,
      readonly countWithout: number
    }> | null
  } | null
};

export type ResolveQueryVariables = Exact<{
  people: ReadonlyArray<MatchRow> | MatchRow;
  companies: ReadonlyArray<CompanyMatchRow> | CompanyMatchRow;
}>;

export type ResolveQuery = {
  readonly matchPeople: {
    readonly rows: ReadonlyArray<{
      readonly state: MatchState,
      readonly confidence: MatchConfidence | null,
      readonly by: MatchedBy | null,
      readonly cause: MatchCause | null,
      readonly reason: string | null,
      readonly id: string | null,
      readonly sameAs: number | null,
      readonly relationship: {
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      } | null,
      readonly candidates: ReadonlyArray<{
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      }>
    }>
  } | null,
  readonly matchCompanies: {
    readonly rows: ReadonlyArray<{
      readonly state: MatchState,
      readonly confidence: MatchConfidence | null,
      readonly cause: MatchCause | null,
      readonly reason: string | null,
      readonly id: string | null,
      readonly sameAs: number | null,
      readonly people: number | null,
      readonly candidates: ReadonlyArray<{
        readonly name: string | null,
        readonly website: string | null,
        readonly people: number
      }>
    }>
  } | null
};

export type NamedFragment = {
  readonly id: string,
  readonly fullName: string | null,
  readonly currentTitle: string | null,
  readonly currentCompanyName: string | null
};

export type PersonIdentityQueryVariables = Exact<{
  by: ProfileBy;
}>;

export type PersonIdentityQuery = {
  readonly profile:
    | {
      readonly __typename: 'CreditLimit',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'Profile',
      readonly id: string
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly code: ProblemCode,
      readonly message: string
    }
   | null
};

export type CompanyIdentityQueryVariables = Exact<{
  slug: string;
}>;

export type CompanyIdentityQuery = {
  readonly company:
    | {
      readonly __typename: 'Company',
      readonly id: string
    }
    | {
      readonly __typename: 'CreditLimit',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly code: ProblemCode,
      readonly message: string
    }
   | null
};

export type InterpretQueryVariables = Exact<{
  text: string;
}>;

export type InterpretQuery = {
  readonly interpret: {
    readonly names: string | null,
    readonly reason: string | null,
    readonly kind: InterpretationKind,
    readonly id: string | null,
    readonly unread: string | null,
    readonly choices: ReadonlyArray<{
      readonly label: string | null,
      readonly detail: string | null,
      readonly kind: InterpretationKind,
      readonly id: string | null,
      readonly unread: string | null,
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

export type FilterValueQueryVariables = Exact<{
  text: string;
  filter: string;
  of: InterpretationKind;
}>;

export type FilterValueQuery = {
  readonly interpret: {
    readonly filters: ReadonlyArray<{
      readonly value: string
    }>
  } | null
};

export type MeantFragment = {
  readonly kind: InterpretationKind,
  readonly id: string | null,
  readonly unread: string | null,
  readonly filters: ReadonlyArray<{
    readonly name: string,
    readonly value: string
  }>
};

export type HomeQueryVariables = Exact<{
  first: number;
  since: string;
  moved: number;
}>;

export type HomeQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly xnetUrl: string | null,
        readonly workEmail: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null,
  readonly movedLately: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly xnetUrl: string | null,
        readonly workEmail: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null,
  readonly recentTasks: ReadonlyArray<{
    readonly id: string,
    readonly status: MappingTaskStatus | null,
    readonly final: boolean | null,
    readonly startedAt: string | null,
    readonly companyWebsite: string | null
  }> | null,
  readonly targetLists: ReadonlyArray<{
    readonly id: string,
    readonly name: string,
    readonly totalCount: number,
    readonly progress: number | null,
    readonly createdAt: string
  }> | null
};

export type NextOnListQueryVariables = Exact<{
  id: string | number;
}>;

export type NextOnListQuery = {
  readonly targetList: {
    readonly id: string,
    readonly name: string,
    readonly targets: ReadonlyArray<{
      readonly status: TargetStatus,
      readonly label: string | null,
      readonly profile: {
        readonly id: string
      } | null
    }> | null,
    readonly introPlan: {
      readonly asks: ReadonlyArray<{
        readonly connector: {
          readonly id: string,
          readonly name: string | null
        } | null,
        readonly introductions: ReadonlyArray<{
          readonly at: number,
          readonly path: {
            readonly why: string,
            readonly target: {
              readonly id: string,
              readonly fullName: string | null
            } | null
          }
        }>
      }>
    } | null
  } | null
};

export type SuggestQueryVariables = Exact<{
  text: string;
  first: number;
}>;

export type SuggestQuery = {
  readonly relationships: {
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type PlanQueryVariables = Exact<{
  to: ReadonlyArray<IntroTarget> | IntroTarget;
  perConnector: number;
  hops: number;
}>;

export type PlanQuery = {
  readonly introPlan: {
    readonly confidence: number,
    readonly notes: ReadonlyArray<string>,
    readonly asks: ReadonlyArray<{
      readonly connector: {
        readonly id: string,
        readonly name: string | null,
        readonly profile: {
          readonly xnetUrl: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      } | null,
      readonly introductions: ReadonlyArray<{
        readonly at: number,
        readonly path: {
          readonly confidence: number,
          readonly why: string,
          readonly connector: {
            readonly id: string,
            readonly name: string | null,
            readonly profile: {
              readonly xnetUrl: string | null,
              readonly fullName: string | null,
              readonly currentTitle: string | null,
              readonly currentCompanyName: string | null
            } | null
          } | null,
          readonly target: {
            readonly xnetUrl: string | null,
            readonly id: string,
            readonly fullName: string | null,
            readonly currentTitle: string | null,
            readonly currentCompanyName: string | null
          } | null,
          readonly steps: ReadonlyArray<{
            readonly kind: IntroStepKind,
            readonly why: string,
            readonly confidence: number,
            readonly from: string | null,
            readonly until: string | null,
            readonly profile: {
              readonly id: string,
              readonly fullName: string | null,
              readonly currentTitle: string | null,
              readonly currentCompanyName: string | null
            } | null,
            readonly sources: ReadonlyArray<
              | {
                readonly __typename: 'CalendarEvents',
                readonly origin: string | null
              }
              | {
                readonly __typename: 'EducationOverlap',
                readonly sharedSchool: string | null,
                readonly sharedMajor: string | null,
                readonly overlapStartDate: string | null,
                readonly overlapEndDate: string | null,
                readonly graduationYear: string | null,
                readonly origin: string | null
              }
              | {
                readonly __typename: 'EmailContact',
                readonly origin: string | null
              }
              | {
                readonly __typename: 'ManualImport',
                readonly origin: string | null,
                readonly since: string | null
              }
              | {
                readonly __typename: 'OtherSource',
                readonly sharedCompany: string | null,
                readonly sharedCompanyId: string | null,
                readonly sharedSchool: string | null,
                readonly investor: string | null,
                readonly overlapStartDate: string | null,
                readonly overlapEndDate: string | null,
                readonly origin: string | null
              }
              | {
                readonly __typename: 'SharedInvestor',
                readonly investor: string | null,
                readonly portfolioCompany: string | null,
                readonly origin: string | null
              }
              | {
                readonly __typename: 'WorkOverlap',
                readonly sharedCompany: string | null,
                readonly sharedCompanyId: string | null,
                readonly overlapStartDate: string | null,
                readonly overlapEndDate: string | null,
                readonly overlapDurationMonths: number | null,
                readonly origin: string | null
              }
              | {
                readonly __typename: 'XnetConnection',
                readonly origin: string | null
              }
            >
          }>
        }
      }>
    }>,
    readonly unreached: ReadonlyArray<{
      readonly at: number,
      readonly reason: IntroUnreachedReason,
      readonly message: string,
      readonly target: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type WaysIntoQueryVariables = Exact<{
  to: IntroTarget;
  where?: ProfileWhere | null | undefined;
  first: number;
}>;

export type WaysIntoQuery = {
  readonly introPaths: {
    readonly people: number,
    readonly nodes: ReadonlyArray<{
      readonly confidence: number,
      readonly why: string,
      readonly connector: {
        readonly id: string,
        readonly name: string | null,
        readonly profile: {
          readonly xnetUrl: string | null,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      } | null,
      readonly target: {
        readonly xnetUrl: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly steps: ReadonlyArray<{
        readonly kind: IntroStepKind,
        readonly why: string,
        readonly confidence: number,
        readonly from: string | null,
        readonly until: string | null,
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null,
        readonly sources: ReadonlyArray<
          | {
            readonly __typename: 'CalendarEvents',
            readonly origin: string | null
          }
          | {
            readonly __typename: 'EducationOverlap',
            readonly sharedSchool: string | null,
            readonly sharedMajor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly graduationYear: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'EmailContact',
            readonly origin: string | null
          }
          | {
            readonly __typename: 'ManualImport',
            readonly origin: string | null,
            readonly since: string | null
          }
          | {
            readonly __typename: 'OtherSource',
            readonly sharedCompany: string | null,
            readonly sharedCompanyId: string | null,
            readonly sharedSchool: string | null,
            readonly investor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'SharedInvestor',
            readonly investor: string | null,
            readonly portfolioCompany: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'WorkOverlap',
            readonly sharedCompany: string | null,
            readonly sharedCompanyId: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly overlapDurationMonths: number | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'XnetConnection',
            readonly origin: string | null
          }
        >
      }>
    }>
  } | null
};

export type KeptListsQueryVariables = Exact<{ [key: string]: never; }>;

export type KeptListsQuery = {
  readonly targetLists: ReadonlyArray<{
    readonly id: string,
    readonly name: string,
    readonly totalCount: number,
    readonly progress: number | null,
    readonly createdAt: string
  }> | null
};

export type KeptTargetsQueryVariables = Exact<{
  id: string | number;
}>;

export type KeptTargetsQuery = {
  readonly targetList: {
    readonly id: string,
    readonly name: string,
    readonly targets: ReadonlyArray<{
      readonly id: string,
      readonly status: TargetStatus,
      readonly note: string | null,
      readonly label: string | null,
      readonly title: string | null,
      readonly companyWebsite: string | null,
      readonly profile: {
        readonly id: string
      } | null,
      readonly company: {
        readonly id: string
      } | null
    }> | null
  } | null
};

export type KeepListMutationVariables = Exact<{
  input: CreateTargetListInput;
}>;

export type KeepListMutation = {
  readonly createTargetList: {
    readonly targetList: {
      readonly id: string
    } | null,
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
    >
  } | null
};

export type EditTargetsMutationVariables = Exact<{
  input: ChangeTargetListInput;
}>;

export type EditTargetsMutation = {
  readonly changeTargetList: {
    readonly targetList: {
      readonly id: string
    } | null,
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
    >
  } | null
};

export type DropListMutationVariables = Exact<{
  input: DeleteTargetListInput;
}>;

export type DropListMutation = {
  readonly deleteTargetList: {
    readonly deleted: boolean,
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
    >
  } | null
};

export type MovesByWeekQueryVariables = Exact<{
  d0: string;
  d1: string;
  d2: string;
  d3: string;
  d4: string;
  d5: string;
  d6: string;
  d7: string;
  d8: string;
}>;

export type MovesByWeekQuery = {
  readonly w0: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null,
  readonly w1: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null,
  readonly w2: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null,
  readonly w3: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null,
  readonly w4: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null,
  readonly w5: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null,
  readonly w6: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null,
  readonly w7: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string
      } | null
    }>
  } | null
};

export type WeekFragment = {
  readonly totalCount: number,
  readonly nodes: ReadonlyArray<{
    readonly profile: {
      readonly id: string
    } | null
  }>
};

export type BestAsksQueryVariables = Exact<{
  to: ReadonlyArray<IntroTarget> | IntroTarget;
}>;

export type BestAsksQuery = {
  readonly introPlan: {
    readonly asks: ReadonlyArray<{
      readonly connector: {
        readonly id: string,
        readonly name: string | null
      } | null,
      readonly introductions: ReadonlyArray<{
        readonly at: number,
        readonly path: {
          readonly confidence: number,
          readonly why: string
        }
      }>
    }>
  } | null
};

export type NetworkQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;

export type NetworkQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly xnetUrl: string | null,
        readonly workEmail: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null
};

export type NetworkRowFragment = {
  readonly profile: {
    readonly xnetUrl: string | null,
    readonly workEmail: string | null,
    readonly id: string,
    readonly fullName: string | null,
    readonly currentTitle: string | null,
    readonly currentCompanyName: string | null
  } | null,
  readonly connections: ReadonlyArray<{
    readonly connectorName: string | null,
    readonly connector: {
      readonly id: string
    } | null
  } | null> | null
};

export type CountPeopleQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
}>;

export type CountPeopleQuery = {
  readonly relationships: {
    readonly totalCount: number
  } | null,
  readonly searchProfiles: {
    readonly totalCount: number
  } | null
};

export type EmptiedByQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
}>;

export type EmptiedByQuery = {
  readonly relationships: {
    readonly emptiedBy: ReadonlyArray<{
      readonly field: string | null,
      readonly countWithout: number
    }> | null
  } | null
};

export type EveryoneQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;

export type EveryoneQuery = {
  readonly searchProfiles: {
    readonly totalCount: number,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly currentCompanyId: string | null,
      readonly currentLocation: string | null,
      readonly id: string,
      readonly fullName: string | null,
      readonly currentTitle: string | null,
      readonly currentCompanyName: string | null
    }>
  } | null
};

export type TeamConnectorsQueryVariables = Exact<{ [key: string]: never; }>;

export type TeamConnectorsQuery = {
  readonly connectors: {
    readonly complete: boolean,
    readonly nodes: ReadonlyArray<{
      readonly id: string,
      readonly name: string | null,
      readonly profile: {
        readonly xnetUrl: string | null,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type ExclusionsQueryVariables = Exact<{ [key: string]: never; }>;

export type ExclusionsQuery = {
  readonly introExclusions: ReadonlyArray<{
    readonly kind: KeptIntroExclusionKind,
    readonly value: string,
    readonly name: string | null,
    readonly reason: string | null,
    readonly excludedAt: string
  }> | null
};

export type ExcludeMutationVariables = Exact<{
  input: ExcludeFromIntrosInput;
}>;

export type ExcludeMutation = {
  readonly excludeFromIntros: {
    readonly changed: number,
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
    >
  } | null
};

export type IncludeMutationVariables = Exact<{
  input: IncludeInIntrosInput;
}>;

export type IncludeMutation = {
  readonly includeInIntros: {
    readonly changed: number,
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
    >
  } | null
};

type Evidence_CalendarEvents_Fragment = {
  readonly __typename: 'CalendarEvents',
  readonly origin: string | null
};

type Evidence_EducationOverlap_Fragment = {
  readonly __typename: 'EducationOverlap',
  readonly sharedSchool: string | null,
  readonly sharedMajor: string | null,
  readonly overlapStartDate: string | null,
  readonly overlapEndDate: string | null,
  readonly graduationYear: string | null,
  readonly origin: string | null
};

type Evidence_EmailContact_Fragment = {
  readonly __typename: 'EmailContact',
  readonly origin: string | null
};

type Evidence_ManualImport_Fragment = {
  readonly __typename: 'ManualImport',
  readonly origin: string | null,
  readonly since: string | null
};

type Evidence_OtherSource_Fragment = {
  readonly __typename: 'OtherSource',
  readonly sharedCompany: string | null,
  readonly sharedCompanyId: string | null,
  readonly sharedSchool: string | null,
  readonly investor: string | null,
  readonly overlapStartDate: string | null,
  readonly overlapEndDate: string | null,
  readonly origin: string | null
};

type Evidence_SharedInvestor_Fragment = {
  readonly __typename: 'SharedInvestor',
  readonly investor: string | null,
  readonly portfolioCompany: string | null,
  readonly origin: string | null
};

type Evidence_WorkOverlap_Fragment = {
  readonly __typename: 'WorkOverlap',
  readonly sharedCompany: string | null,
  readonly sharedCompanyId: string | null,
  readonly overlapStartDate: string | null,
  readonly overlapEndDate: string | null,
  readonly overlapDurationMonths: number | null,
  readonly origin: string | null
};

type Evidence_XnetConnection_Fragment = {
  readonly __typename: 'XnetConnection',
  readonly origin: string | null
};

export type EvidenceFragment =
  | Evidence_CalendarEvents_Fragment
  | Evidence_EducationOverlap_Fragment
  | Evidence_EmailContact_Fragment
  | Evidence_ManualImport_Fragment
  | Evidence_OtherSource_Fragment
  | Evidence_SharedInvestor_Fragment
  | Evidence_WorkOverlap_Fragment
  | Evidence_XnetConnection_Fragment
;

export type WayFragment = {
  readonly confidence: number,
  readonly why: string,
  readonly connector: {
    readonly id: string,
    readonly name: string | null,
    readonly profile: {
      readonly xnetUrl: string | null,
      readonly fullName: string | null,
      readonly currentTitle: string | null,
      readonly currentCompanyName: string | null
    } | null
  } | null,
  readonly target: {
    readonly xnetUrl: string | null,
    readonly id: string,
    readonly fullName: string | null,
    readonly currentTitle: string | null,
    readonly currentCompanyName: string | null
  } | null,
  readonly steps: ReadonlyArray<{
    readonly kind: IntroStepKind,
    readonly why: string,
    readonly confidence: number,
    readonly from: string | null,
    readonly until: string | null,
    readonly profile: {
      readonly id: string,
      readonly fullName: string | null,
      readonly currentTitle: string | null,
      readonly currentCompanyName: string | null
    } | null,
    readonly sources: ReadonlyArray<
      | {
        readonly __typename: 'CalendarEvents',
        readonly origin: string | null
      }
      | {
        readonly __typename: 'EducationOverlap',
        readonly sharedSchool: string | null,
        readonly sharedMajor: string | null,
        readonly overlapStartDate: string | null,
        readonly overlapEndDate: string | null,
        readonly graduationYear: string | null,
        readonly origin: string | null
      }
      | {
        readonly __typename: 'EmailContact',
        readonly origin: string | null
      }
      | {
        readonly __typename: 'ManualImport',
        readonly origin: string | null,
        readonly since: string | null
      }
      | {
        readonly __typename: 'OtherSource',
        readonly sharedCompany: string | null,
        readonly sharedCompanyId: string | null,
        readonly sharedSchool: string | null,
        readonly investor: string | null,
        readonly overlapStartDate: string | null,
        readonly overlapEndDate: string | null,
        readonly origin: string | null
      }
      | {
        readonly __typename: 'SharedInvestor',
        readonly investor: string | null,
        readonly portfolioCompany: string | null,
        readonly origin: string | null
      }
      | {
        readonly __typename: 'WorkOverlap',
        readonly sharedCompany: string | null,
        readonly sharedCompanyId: string | null,
        readonly overlapStartDate: string | null,
        readonly overlapEndDate: string | null,
        readonly overlapDurationMonths: number | null,
        readonly origin: string | null
      }
      | {
        readonly __typename: 'XnetConnection',
        readonly origin: string | null
      }
    >
  }>
};

export type PersonWaysQueryVariables = Exact<{
  by: ProfileBy;
  hops: number;
  first: number;
}>;

export type PersonWaysQuery = {
  readonly introPaths: {
    readonly totalCount: number,
    readonly complete: boolean,
    readonly notes: ReadonlyArray<string>,
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
    >,
    readonly nodes: ReadonlyArray<{
      readonly confidence: number,
      readonly why: string,
      readonly connector: {
        readonly id: string,
        readonly name: string | null,
        readonly profile: {
          readonly xnetUrl: string | null,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      } | null,
      readonly target: {
        readonly xnetUrl: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly steps: ReadonlyArray<{
        readonly kind: IntroStepKind,
        readonly why: string,
        readonly confidence: number,
        readonly from: string | null,
        readonly until: string | null,
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null,
        readonly sources: ReadonlyArray<
          | {
            readonly __typename: 'CalendarEvents',
            readonly origin: string | null
          }
          | {
            readonly __typename: 'EducationOverlap',
            readonly sharedSchool: string | null,
            readonly sharedMajor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly graduationYear: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'EmailContact',
            readonly origin: string | null
          }
          | {
            readonly __typename: 'ManualImport',
            readonly origin: string | null,
            readonly since: string | null
          }
          | {
            readonly __typename: 'OtherSource',
            readonly sharedCompany: string | null,
            readonly sharedCompanyId: string | null,
            readonly sharedSchool: string | null,
            readonly investor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'SharedInvestor',
            readonly investor: string | null,
            readonly portfolioCompany: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'WorkOverlap',
            readonly sharedCompany: string | null,
            readonly sharedCompanyId: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly overlapDurationMonths: number | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'XnetConnection',
            readonly origin: string | null
          }
        >
      }>
    }>
  } | null
};

export type PersonInNetworkQueryVariables = Exact<{
  id: string;
}>;

export type PersonInNetworkQuery = {
  readonly relationships: {
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly xnetUrl: string | null,
        readonly workEmail: string | null,
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type PersonIsThinQueryVariables = Exact<{
  id: string;
}>;

export type PersonIsThinQuery = {
  readonly relationships: {
    readonly totalCount: number
  } | null
};

export type PersonRecordQueryVariables = Exact<{
  by: ProfileBy;
}>;

export type PersonRecordQuery = {
  readonly profile:
    | {
      readonly __typename: 'CreditLimit',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'NotFound',
      readonly code: ProblemCode,
      readonly message: string
    }
    | {
      readonly __typename: 'Profile',
      readonly id: string,
      readonly fullName: string | null,
      readonly headline: string | null,
      readonly about: string | null,
      readonly currentTitle: string | null,
      readonly currentCompanyName: string | null,
      readonly currentCompanyId: string | null,
      readonly currentLocation: string | null,
      readonly openToWork: boolean | null,
      readonly hiring: boolean | null,
      readonly skills: ReadonlyArray<string | null> | null,
      readonly workEmail: string | null,
      readonly xnetUrl: string | null,
      readonly updatedAt: string | null,
      readonly experience: ReadonlyArray<{
        readonly title: string | null,
        readonly startDate: string | null,
        readonly endDate: string | null,
        readonly isCurrent: boolean | null,
        readonly location: ReadonlyArray<string | null> | null,
        readonly companyId: string | null,
        readonly employer: {
          readonly id: string | null,
          readonly name: string | null
        } | null
      } | null> | null,
      readonly education: ReadonlyArray<{
        readonly startDate: string | null,
        readonly endDate: string | null,
        readonly degrees: ReadonlyArray<string | null> | null,
        readonly majors: ReadonlyArray<string | null> | null,
        readonly school: {
          readonly name: string | null
        } | null
      } | null> | null,
      readonly tags: ReadonlyArray<{
        readonly id: string | null,
        readonly name: string | null
      } | null> | null,
      readonly lists: ReadonlyArray<{
        readonly id: string | null,
        readonly name: string | null,
        readonly status: string | null
      } | null> | null
    }
    | {
      readonly __typename: 'UpstreamFailed',
      readonly code: ProblemCode,
      readonly message: string
    }
   | null
};

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;

export type ViewerQuery = {
  readonly viewer: {
    readonly id: string,
    readonly name: string | null,
    readonly can: {
      readonly keep: boolean,
      readonly act: boolean,
      readonly mapNetwork: boolean | null,
      readonly manageTeams: boolean | null
    }
  },
  readonly credits: {
    readonly usage: number,
    readonly allowanceUsedUp: boolean
  } | null,
  readonly purse: {
    readonly id: string,
    readonly label: string,
    readonly total: number,
    readonly left: number,
    readonly reserved: number,
    readonly uncertain: number,
    readonly expiresAt: string | null
  } | null
};

export type FollowPurseSubscriptionVariables = Exact<{ [key: string]: never; }>;

export type FollowPurseSubscription = {
  readonly purse: {
    readonly id: string,
    readonly left: number
  } | null
};

type Failed_ApprovalProblem_Fragment = {
  readonly code: ProblemCode,
  readonly message: string
};

type Failed_CreditLimit_Fragment = {
  readonly code: ProblemCode,
  readonly message: string
};

type Failed_MappingResultUnavailable_Fragment = {
  readonly code: ProblemCode,
  readonly message: string
};

type Failed_NotFound_Fragment = {
  readonly code: ProblemCode,
  readonly message: string
};

type Failed_PurseProblem_Fragment = {
  readonly code: ProblemCode,
  readonly message: string
};

type Failed_UpstreamFailed_Fragment = {
  readonly code: ProblemCode,
  readonly message: string
};

type Failed_WatchProblem_Fragment = {
  readonly code: ProblemCode,
  readonly message: string
};

export type FailedFragment =
  | Failed_ApprovalProblem_Fragment
  | Failed_CreditLimit_Fragment
  | Failed_MappingResultUnavailable_Fragment
  | Failed_NotFound_Fragment
  | Failed_PurseProblem_Fragment
  | Failed_UpstreamFailed_Fragment
  | Failed_WatchProblem_Fragment
;

export type AddConnectorsMutationVariables = Exact<{
  xnetSlugs: ReadonlyArray<string> | string;
}>;

export type AddConnectorsMutation = {
  readonly addConnectors: {
    readonly queued: boolean,
    readonly notFound: ReadonlyArray<string>,
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
    >
  } | null
};

export type FollowConnectorsSubscriptionVariables = Exact<{
  xnetSlugs: ReadonlyArray<string> | string;
}>;

export type FollowConnectorsSubscription = {
  readonly addedConnectors: {
    readonly waiting: ReadonlyArray<string>,
    readonly final: boolean,
    readonly appeared: ReadonlyArray<{
      readonly id: string,
      readonly name: string | null
    }>
  } | null
};

export type ChildTeamsQueryVariables = Exact<{ [key: string]: never; }>;

export type ChildTeamsQuery = {
  readonly viewer: {
    readonly id: string,
    readonly can: {
      readonly manageTeams: boolean | null
    },
    readonly childTeams: ReadonlyArray<{
      readonly id: string,
      readonly name: string | null
    }> | null
  }
};

export type ChildTeamQueryVariables = Exact<{
  id: string | number;
}>;

export type ChildTeamQuery = {
  readonly childTeam: {
    readonly id: string,
    readonly spentThisMonth: number | null,
    readonly connectors: {
      readonly complete: boolean,
      readonly nodes: ReadonlyArray<{
        readonly id: string
      }>
    } | null,
    readonly relationships: {
      readonly totalCount: number
    } | null
  } | null
};

export type CreateTeamMutationVariables = Exact<{
  name: string;
}>;

export type CreateTeamMutation = {
  readonly createTeam: {
    readonly team: {
      readonly id: string
    } | null,
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
    >
  } | null
};

export type PurchasesQueryVariables = Exact<{
  first: number;
}>;

export type PurchasesQuery = {
  readonly purchases: ReadonlyArray<{
    readonly id: string,
    readonly at: string,
    readonly session: string | null,
    readonly teamId: string | null,
    readonly operation: string | null,
    readonly credits: number,
    readonly records: ReadonlyArray<{
      readonly kind: PurchasedRecordKind,
      readonly recordId: string,
      readonly name: string | null
    }>
  }> | null,
  readonly viewer: {
    readonly id: string,
    readonly spentThisMonth: number | null
  }
};

export type ReachRowsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;

export type ReachRowsQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null
};

export type WatchesQueryVariables = Exact<{ [key: string]: never; }>;

export type WatchesQuery = {
  readonly watches: ReadonlyArray<{
    readonly id: string,
    readonly name: string,
    readonly of: WatchOf,
    readonly state: WatchState,
    readonly reason: string | null,
    readonly endsAt: string,
    readonly people: number | null,
    readonly lastPollAt: string | null
  }> | null
};

export type ChangesQueryVariables = Exact<{
  watch: string | number;
  since?: string | number | null | undefined;
  first: number;
}>;

export type ChangesQuery = {
  readonly networkChanges: {
    readonly pageInfo: {
      readonly hasNextPage: boolean
    },
    readonly nodes: ReadonlyArray<
      | {
        readonly __typename: 'NetworkReset',
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly profileId: string | null,
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null
        } | null
      }
      | {
        readonly __typename: 'PersonChanged',
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly profileId: string | null,
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null
        } | null
      }
      | {
        readonly __typename: 'PersonMoved',
        readonly stillMatches: boolean,
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly profileId: string | null,
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
          readonly fullName: string | null
        } | null
      }
      | {
        readonly __typename: 'TieChanged',
        readonly id: string,
        readonly kind: NetworkChangeKind,
        readonly seenAt: string,
        readonly profileId: string | null,
        readonly connector: {
          readonly id: string,
          readonly name: string | null
        },
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null
        } | null
      }
    >
  } | null
};

export type FollowChangesSubscriptionVariables = Exact<{
  watch: string | number;
  after?: string | number | null | undefined;
}>;

export type FollowChangesSubscription = {
  readonly networkChanges:
    | {
      readonly id: string
    }
    | {
      readonly id: string
    }
    | {
      readonly id: string
    }
    | {
      readonly id: string
    }
   | null
};

export type MakeWatchMutationVariables = Exact<{
  input: CreateWatchInput;
}>;

export type MakeWatchMutation = {
  readonly createWatch: {
    readonly watch: {
      readonly id: string,
      readonly endsAt: string
    } | null,
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
    >
  } | null
};

export type ChangeWatchMutationVariables = Exact<{
  input: UpdateWatchInput;
}>;

export type ChangeWatchMutation = {
  readonly updateWatch: {
    readonly watch: {
      readonly id: string
    } | null,
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
    >
  } | null
};

export type DropWatchMutationVariables = Exact<{
  input: DeleteWatchInput;
}>;

export type DropWatchMutation = {
  readonly deleteWatch: {
    readonly deleted: boolean,
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
    >
  } | null
};

export const Tasks: Document<TasksQuery, TasksQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Tasks($first:Int!){viewer{can{mapNetwork}}recentTasks(first:$first){id status final startedAt companyWebsite}}",
};

export const FollowTask: Document<FollowTaskSubscription, FollowTaskSubscriptionVariables, 'subscription'> = {
  operation: 'subscription',
  text: "subscription FollowTask($id:ID!$after:ID){mappingTask(id:$id after:$after){id kind status final end observedAt staleSince}}",
};

export const StartMapping: Document<StartMappingMutation, StartMappingMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation StartMapping($companyWebsite:String!){mapNetwork(input:{companyWebsite:$companyWebsite}){task{id}network{totalCount}problems{message code}}}",
};

export const TaskResult: Document<TaskResultQuery, TaskResultQueryVariables, 'query'> = {
  operation: 'query',
  text: "query TaskResult($id:ID!$first:Int!){mappingTask(id:$id){result(first:$first){...on RelationshipConnection{totalCount nodes{...NetworkRow}}...on MappingResultUnavailable{message code}...on CreditLimit{message code}...on UpstreamFailed{message code}}}}fragment NetworkRow on Relationship{profile{...Named xnetUrl workEmail}connections{connectorName connector{id}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const Approvals: Document<ApprovalsQuery, ApprovalsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Approvals{approvals(first:50){id label summary max left state endsAt}}",
};

export const FollowApprovals: Document<FollowApprovalsSubscription, FollowApprovalsSubscriptionVariables, 'subscription'> = {
  operation: 'subscription',
  text: "subscription FollowApprovals{approvals{id label summary max left state}}",
};

export const DecideApproval: Document<DecideApprovalMutation, DecideApprovalMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation DecideApproval($id:ID!$give:Boolean!){decideApproval(input:{id:$id give:$give}){approval{id state}problems{message}}}",
};

export const CompanyWays: Document<CompanyWaysQuery, CompanyWaysQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyWays($id:ID!$where:ProfileWhere$first:Int!){introPaths(to:{company:{id:$id}}where:$where first:$first){totalCount people notes problems{code message}nodes{...Way}}}fragment Way on IntroPath{confidence why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{...Named xnetUrl}steps{kind why confidence from until profile{...Named}sources{...Evidence}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on ManualImport{since:overlapStartDate}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const PeopleAt: Document<PeopleAtQuery, PeopleAtQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PeopleAt($id:String!){relationships(where:{currentCompanyId:{eq:$id}}first:0){totalCount}}",
};

export const PeopleOnceAt: Document<PeopleOnceAtQuery, PeopleOnceAtQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PeopleOnceAt($id:String!$first:Int!$after:String){relationships(where:{experience:{some:{companyId:{eq:$id}isCurrent:{eq:false}}}}first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{...Named xnetUrl workEmail}connections{connectorName connector{id}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const CountAt: Document<CountAtQuery, CountAtQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CountAt($id:String!){searchProfiles(where:{currentCompanyId:{eq:$id}}first:0){totalCount}}",
};

export const CompanyRecord: Document<CompanyRecordQuery, CompanyRecordQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyRecord($id:ID!){company(by:{id:$id}){__typename ...on Company{id name summary description founded industries websites locations{name isPrimary}workforce{headcount sizeClass}funding{totalFundingAmountUsd rounds(orderBy:EARLIEST_FIRST){type amountUsd date investors{id name}}}tags{id name}}...Failed}}fragment Failed on Problem{code message}",
};

export const CompaniesOnRecord: Document<CompaniesOnRecordQuery, CompaniesOnRecordQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompaniesOnRecord($where:CompanyWhere!$first:Int!$after:String){searchCompanies(where:$where first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{id}}}",
};

export const KnownCompany: Document<KnownCompanyQuery, KnownCompanyQueryVariables, 'query'> = {
  operation: 'query',
  text: "query KnownCompany($id:String!){relationships(where:{currentCompanyId:{eq:$id}}first:1){totalCount nodes{profile{currentCompanyName}}}}",
};

export const SimilarEmployers: Document<SimilarEmployersQuery, SimilarEmployersQueryVariables, 'query'> = {
  operation: 'query',
  text: "query SimilarEmployers($name:String!){relationships(where:{currentCompanyName:{matches:$name}}first:200){nodes{profile{currentCompanyName}}}}",
};

export const Employers: Document<EmployersQuery, EmployersQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Employers($first:Int!$after:String){relationships(first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{profile{currentCompanyName}}}}",
};

export const CompaniesEmptiedBy: Document<CompaniesEmptiedByQuery, CompaniesEmptiedByQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompaniesEmptiedBy($where:CompanyWhere!){searchCompanies(where:$where first:1){emptiedBy{field countWithout}}}",
};

export const Resolve: Document<ResolveQuery, ResolveQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Resolve($people:[MatchRow!]!$companies:[CompanyMatchRow!]!){matchPeople(rows:$people checkRecords:true){rows{state confidence by cause reason id sameAs relationship{profile{...Named}}candidates{profile{...Named}}}}matchCompanies(rows:$companies checkRecords:true){rows{state confidence cause reason id sameAs people candidates{name website people}}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const PersonIdentity: Document<PersonIdentityQuery, PersonIdentityQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonIdentity($by:ProfileBy!){profile(by:$by){__typename ...on Profile{id}...Failed}}fragment Failed on Problem{code message}",
};

export const CompanyIdentity: Document<CompanyIdentityQuery, CompanyIdentityQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyIdentity($slug:String!){company(by:{xnetSlug:$slug}){__typename ...on Company{id}...Failed}}fragment Failed on Problem{code message}",
};

export const Interpret: Document<InterpretQuery, InterpretQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Interpret($text:String!){interpret(text:$text){...Meant names reason choices{...Meant label detail}}}fragment Meant on Interpretation{kind id filters{name value}unread}",
};

export const FilterValue: Document<FilterValueQuery, FilterValueQueryVariables, 'query'> = {
  operation: 'query',
  text: "query FilterValue($text:String!$filter:String!$of:InterpretationKind!){interpret(text:$text filter:$filter of:$of){filters{value}}}",
};

export const Home: Document<HomeQuery, HomeQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Home($first:Int!$since:Date!$moved:Int!){relationships(first:$first){totalCount nodes{...NetworkRow}}movedLately:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$since}}}}first:$moved){totalCount nodes{...NetworkRow}}recentTasks(first:5){id status final startedAt companyWebsite}targetLists(first:5){id name totalCount progress createdAt}}fragment NetworkRow on Relationship{profile{...Named xnetUrl workEmail}connections{connectorName connector{id}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const NextOnList: Document<NextOnListQuery, NextOnListQueryVariables, 'query'> = {
  operation: 'query',
  text: "query NextOnList($id:ID!){targetList(id:$id){id name targets{status label profile{id}}introPlan(hops:1){asks{connector{id name}introductions{at path{why target{id fullName}}}}}}}",
};

export const Suggest: Document<SuggestQuery, SuggestQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Suggest($text:String!$first:Int!){relationships(where:{or:[{fullName:{matches:$text}}{currentCompanyName:{matches:$text}}]}first:$first){nodes{profile{...Named}}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const Plan: Document<PlanQuery, PlanQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Plan($to:[IntroTarget!]!$perConnector:Int!$hops:Int!){introPlan(to:$to perConnector:$perConnector hops:$hops){confidence notes asks{connector{id name profile{xnetUrl currentTitle currentCompanyName}}introductions{at path{...Way}}}unreached{at reason message target{...Named}}}}fragment Way on IntroPath{confidence why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{...Named xnetUrl}steps{kind why confidence from until profile{...Named}sources{...Evidence}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on ManualImport{since:overlapStartDate}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const WaysInto: Document<WaysIntoQuery, WaysIntoQueryVariables, 'query'> = {
  operation: 'query',
  text: "query WaysInto($to:IntroTarget!$where:ProfileWhere$first:Int!){introPaths(to:$to where:$where first:$first){people nodes{...Way}}}fragment Way on IntroPath{confidence why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{...Named xnetUrl}steps{kind why confidence from until profile{...Named}sources{...Evidence}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on ManualImport{since:overlapStartDate}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const KeptLists: Document<KeptListsQuery, KeptListsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query KeptLists{targetLists(first:200){id name totalCount progress createdAt}}",
};

export const KeptTargets: Document<KeptTargetsQuery, KeptTargetsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query KeptTargets($id:ID!){targetList(id:$id){id name targets{id status note label title companyWebsite profile{id}company{id}}}}",
};

export const KeepList: Document<KeepListMutation, KeepListMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation KeepList($input:CreateTargetListInput!){createTargetList(input:$input){targetList{id}problems{message}}}",
};

export const EditTargets: Document<EditTargetsMutation, EditTargetsMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation EditTargets($input:ChangeTargetListInput!){changeTargetList(input:$input){targetList{id}problems{message}}}",
};

export const DropList: Document<DropListMutation, DropListMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation DropList($input:DeleteTargetListInput!){deleteTargetList(input:$input){deleted problems{message}}}",
};

export const MovesByWeek: Document<MovesByWeekQuery, MovesByWeekQueryVariables, 'query'> = {
  operation: 'query',
  text: "query MovesByWeek($d0:Date!$d1:Date!$d2:Date!$d3:Date!$d4:Date!$d5:Date!$d6:Date!$d7:Date!$d8:Date!){w0:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d0 lt:$d1}}}}first:200){...Week}w1:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d1 lt:$d2}}}}first:200){...Week}w2:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d2 lt:$d3}}}}first:200){...Week}w3:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d3 lt:$d4}}}}first:200){...Week}w4:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d4 lt:$d5}}}}first:200){...Week}w5:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d5 lt:$d6}}}}first:200){...Week}w6:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d6 lt:$d7}}}}first:200){...Week}w7:relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$d7 lt:$d8}}}}first:200){...Week}}fragment Week on RelationshipConnection{totalCount nodes{profile{id}}}",
};

export const BestAsks: Document<BestAsksQuery, BestAsksQueryVariables, 'query'> = {
  operation: 'query',
  text: "query BestAsks($to:[IntroTarget!]!){introPlan(to:$to perConnector:1000){asks{connector{id name}introductions{at path{confidence why}}}}}",
};

export const Network: Document<NetworkQuery, NetworkQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Network($where:ProfileWhere$first:Int!$after:String){relationships(where:$where first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{...Named xnetUrl workEmail}connections{connectorName connector{id}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const CountPeople: Document<CountPeopleQuery, CountPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CountPeople($where:ProfileWhere){relationships(where:$where first:0){totalCount}searchProfiles(where:$where first:0){totalCount}}",
};

export const EmptiedBy: Document<EmptiedByQuery, EmptiedByQueryVariables, 'query'> = {
  operation: 'query',
  text: "query EmptiedBy($where:ProfileWhere){relationships(where:$where first:0){emptiedBy{field countWithout}}}",
};

export const Everyone: Document<EveryoneQuery, EveryoneQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Everyone($where:ProfileWhere$first:Int!$after:String){searchProfiles(where:$where first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{...Named currentCompanyId currentLocation}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const TeamConnectors: Document<TeamConnectorsQuery, TeamConnectorsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query TeamConnectors{connectors(scan:10000){complete nodes{id name profile{xnetUrl fullName currentTitle currentCompanyName}}}}",
};

export const Exclusions: Document<ExclusionsQuery, ExclusionsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Exclusions{introExclusions(first:500){kind value name reason excludedAt}}",
};

export const Exclude: Document<ExcludeMutation, ExcludeMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation Exclude($input:ExcludeFromIntrosInput!){excludeFromIntros(input:$input){changed problems{message}}}",
};

export const Include: Document<IncludeMutation, IncludeMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation Include($input:IncludeInIntrosInput!){includeInIntros(input:$input){changed problems{message}}}",
};

export const PersonWays: Document<PersonWaysQuery, PersonWaysQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonWays($by:ProfileBy!$hops:Int!$first:Int!){introPaths(to:{profile:$by}hops:$hops first:$first){totalCount complete notes problems{code message}nodes{...Way}}}fragment Way on IntroPath{confidence why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{...Named xnetUrl}steps{kind why confidence from until profile{...Named}sources{...Evidence}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on ManualImport{since:overlapStartDate}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const PersonInNetwork: Document<PersonInNetworkQuery, PersonInNetworkQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonInNetwork($id:String!){relationships(where:{id:{eq:$id}}first:1){nodes{profile{...Named xnetUrl workEmail}}}}fragment Named on Profile{id fullName currentTitle currentCompanyName}",
};

export const PersonIsThin: Document<PersonIsThinQuery, PersonIsThinQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonIsThin($id:String!){relationships(where:{id:{eq:$id}currentCompanyId:{isNull:true}teamConnections:{some:{origins:{eq:\"manual_import\"}}}}first:1){totalCount}}",
};

export const PersonRecord: Document<PersonRecordQuery, PersonRecordQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonRecord($by:ProfileBy!){profile(by:$by){__typename ...on Profile{id fullName headline about currentTitle currentCompanyName currentCompanyId currentLocation openToWork hiring skills workEmail xnetUrl updatedAt experience(orderBy:LATEST_FIRST){title startDate endDate isCurrent location companyId employer{id name}}education(orderBy:LATEST_FIRST){startDate endDate degrees majors school{name}}tags{id name}lists{id name status}}...Failed}}fragment Failed on Problem{code message}",
};

export const Viewer: Document<ViewerQuery, ViewerQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Viewer{viewer{id name can{keep act mapNetwork manageTeams}}credits{usage allowanceUsedUp}purse{id label total left reserved uncertain expiresAt}}",
};

export const FollowPurse: Document<FollowPurseSubscription, FollowPurseSubscriptionVariables, 'subscription'> = {
  operation: 'subscription',
  text: "subscription FollowPurse{purse{id left}}",
};

export const AddConnectors: Document<AddConnectorsMutation, AddConnectorsMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation AddConnectors($xnetSlugs:[String!]!){addConnectors(input:{xnetSlugs:$xnetSlugs}){queued notFound problems{message}}}",
};

export const FollowConnectors: Document<FollowConnectorsSubscription, FollowConnectorsSubscriptionVariables, 'subscription'> = {
  operation: 'subscription',
  text: "subscription FollowConnectors($xnetSlugs:[String!]!){addedConnectors(xnetSlugs:$xnetSlugs){appeared{id name}waiting final}}",
};

export const ChildTeams: Document<ChildTeamsQuery, ChildTeamsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query ChildTeams{viewer{id can{manageTeams}childTeams(first:100){id name}}}",
};

export const ChildTeam: Document<ChildTeamQuery, ChildTeamQueryVariables, 'query'> = {
  operation: 'query',
  text: "query ChildTeam($id:ID!){childTeam(id:$id){id connectors(scan:10000){complete nodes{id}}relationships(first:0){totalCount}spentThisMonth}}",
};

export const CreateTeam: Document<CreateTeamMutation, CreateTeamMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation CreateTeam($name:String!){createTeam(input:{name:$name}){team{id}problems{message}}}",
};

export const Purchases: Document<PurchasesQuery, PurchasesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Purchases($first:Int!){purchases(first:$first){id at session teamId operation credits records{kind recordId name}}viewer{id spentThisMonth}}",
};

export const ReachRows: Document<ReachRowsQuery, ReachRowsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query ReachRows($first:Int!$after:String){relationships(first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{profile{currentCompanyName}connections{connector{id}}}}}",
};

export const Watches: Document<WatchesQuery, WatchesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Watches{watches(first:100){id name of state reason endsAt people lastPollAt}}",
};

export const Changes: Document<ChangesQuery, ChangesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Changes($watch:ID!$since:ID$first:Int!){networkChanges(watch:$watch since:$since first:$first){pageInfo{hasNextPage}nodes{__typename id kind seenAt profileId profile{id fullName}...on PersonMoved{before{title employer}after{title employer}stillMatches}...on TieChanged{connector{id name}}}}}",
};

export const FollowChanges: Document<FollowChangesSubscription, FollowChangesSubscriptionVariables, 'subscription'> = {
  operation: 'subscription',
  text: "subscription FollowChanges($watch:ID!$after:ID){networkChanges(watch:$watch since:$after){id}}",
};

export const MakeWatch: Document<MakeWatchMutation, MakeWatchMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation MakeWatch($input:CreateWatchInput!){createWatch(input:$input){watch{id endsAt}problems{message}}}",
};

export const ChangeWatch: Document<ChangeWatchMutation, ChangeWatchMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation ChangeWatch($input:UpdateWatchInput!){updateWatch(input:$input){watch{id}problems{message}}}",
};

export const DropWatch: Document<DropWatchMutation, DropWatchMutationVariables, 'mutation'> = {
  operation: 'mutation',
  text: "mutation DropWatch($input:DeleteWatchInput!){deleteWatch(input:$input){deleted problems{message}}}",
};
