// Made by codegen.ts from schema/; do not edit.
import type { Document } from '../../sdk/document.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Conditions on a yes or no. All that is given must hold. */
export type BooleanFilter = {
  /** Exactly this. */
  readonly eq?: boolean | null | undefined;
  /** `true`: there is no value, or an empty list; `false`: there is one. */
  readonly isNull?: boolean | null | undefined;
  /** Not this: a missing value passes, and of several values none may be this. */
  readonly ne?: boolean | null | undefined;
};

/** Conditions on a person’s certificates. All that is given must hold; `{}` constrains nothing. */
export type CertificationWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<CertificationWhere> | null | undefined;
  /** Until when it holds, as written. */
  readonly endDate?: KeywordFilter | null | undefined;
  /** The certificate’s name. */
  readonly name?: TextFilter | null | undefined;
  /** This does not hold. */
  readonly not?: CertificationWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<CertificationWhere> | null | undefined;
  /** The organization that issued it. */
  readonly organization?: TextFilter | null | undefined;
  /** From when it holds, as written (a year alone is common). */
  readonly startDate?: KeywordFilter | null | undefined;
};

/** Conditions on a company’s accounts on external networks. All that is given must hold; `{}` constrains nothing. */
export type CompanyAccountWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<CompanyAccountWhere> | null | undefined;
  /** The account’s numeric id on that network, as a string. */
  readonly id?: KeywordFilter | null | undefined;
  /** The network’s name; `xnet` is the professional network that identifies records. */
  readonly network?: KeywordFilter | null | undefined;
  /** This does not hold. */
  readonly not?: CompanyAccountWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<CompanyAccountWhere> | null | undefined;
  /** The account’s slug, decoded, such as `mei-ling-torres`. */
  readonly slug?: KeywordFilter | null | undefined;
  /** The URL of the account’s page, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`. */
  readonly url?: KeywordFilter | null | undefined;
};

/** Conditions on a day. All that is given must hold. */
export type DateFilter = {
  /** Exactly this. */
  readonly eq?: string | null | undefined;
  /** More (for a time: later) than this. */
  readonly gt?: string | null | undefined;
  /** This or more. */
  readonly gte?: string | null | undefined;
  /** `true`: there is no value, or an empty list; `false`: there is one. */
  readonly isNull?: boolean | null | undefined;
  /** Less (for a time: earlier) than this. */
  readonly lt?: string | null | undefined;
  /** This or less. */
  readonly lte?: string | null | undefined;
  /** Not this: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
};

/** Conditions on a moment. All that is given must hold. */
export type DateTimeFilter = {
  /** Exactly this. */
  readonly eq?: string | null | undefined;
  /** More (for a time: later) than this. */
  readonly gt?: string | null | undefined;
  /** This or more. */
  readonly gte?: string | null | undefined;
  /** `true`: there is no value, or an empty list; `false`: there is one. */
  readonly isNull?: boolean | null | undefined;
  /** Less (for a time: earlier) than this. */
  readonly lt?: string | null | undefined;
  /** This or less. */
  readonly lte?: string | null | undefined;
  /** Not this: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
};

/** Conditions on the entries of a person’s education. All that is given must hold. */
export type EducationListWhere = {
  /** Holds of each element: there is none of which it does not. An empty list passes. */
  readonly every?: EducationWhere | null | undefined;
  /** Holds of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: EducationWhere | null | undefined;
  /** Holds of one element at least; `{}` asks only that there is one. */
  readonly some?: EducationWhere | null | undefined;
};

/** Conditions on an entry of a person’s education. All that is given must hold; `{}` constrains nothing. */
export type EducationWhere = {
  /** Activities and societies. */
  readonly activities?: TextFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<EducationWhere> | null | undefined;
  /** The degrees earned, such as `Master of Science`. */
  readonly degrees?: KeywordFilter | null | undefined;
  /** What the person says of it. */
  readonly description?: TextFilter | null | undefined;
  /** The last day, `YYYY-MM-DD`; null while it goes on, or where it is not known. */
  readonly endDate?: DateFilter | null | undefined;
  /** The grade, as written. */
  readonly grade?: KeywordFilter | null | undefined;
  /** The subjects studied, such as `Mathematics`. */
  readonly majors?: KeywordFilter | null | undefined;
  /** This does not hold. */
  readonly not?: EducationWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<EducationWhere> | null | undefined;
  /** The school. */
  readonly school?: SchoolWhere | null | undefined;
  /** The first day, `YYYY-MM-DD`; null where it is not known. */
  readonly startDate?: DateFilter | null | undefined;
};

/** Conditions on the locations of an employer. All that is given must hold; `{}` constrains nothing. */
export type EmployerLocationWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<EmployerLocationWhere> | null | undefined;
  /** The city, such as `Lisbon`. */
  readonly city?: KeywordFilter | null | undefined;
  /** The country’s name in English, such as `Portugal`. */
  readonly country?: KeywordFilter | null | undefined;
  /** Whether it is the main office. */
  readonly isPrimary?: BooleanFilter | null | undefined;
  /** The place as one line, such as `Lisbon, Portugal`. */
  readonly name?: TextFilter | null | undefined;
  /** This does not hold. */
  readonly not?: EmployerLocationWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<EmployerLocationWhere> | null | undefined;
  /** The state or region, such as `Massachusetts`. */
  readonly state?: KeywordFilter | null | undefined;
};

/** Conditions on the employer in an entry of a person’s career. All that is given must hold; `{}` constrains nothing. */
export type EmployerWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<EmployerWhere> | null | undefined;
  /** The name in its normal form, such as `aurora labs`. */
  readonly canonicalName?: KeywordFilter | null | undefined;
  /** When the company was founded. */
  readonly founded?: DateTimeFilter | null | undefined;
  /** The company record’s id. */
  readonly id?: KeywordFilter | null | undefined;
  /** The industries it works in, such as `Software`. */
  readonly industries?: KeywordFilter | null | undefined;
  /** The company’s offices. */
  readonly locations?: EmployerLocationWhere | null | undefined;
  /** The URL of its logo. */
  readonly logoUrl?: KeywordFilter | null | undefined;
  /** The company’s name. */
  readonly name?: TextFilter | null | undefined;
  /** This does not hold. */
  readonly not?: EmployerWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<EmployerWhere> | null | undefined;
  /** How many people work there. */
  readonly size?: HeadcountRangeWhere | null | undefined;
  /** The company’s accounts on external networks. */
  readonly socialMedia?: CompanyAccountWhere | null | undefined;
  /** Its websites’ domains without a scheme, such as `aurora-labs.example`. */
  readonly websites?: KeywordFilter | null | undefined;
};

/** Conditions on the entries of a person’s career. All that is given must hold. */
export type ExperienceListWhere = {
  /** Holds of each element: there is none of which it does not. An empty list passes. */
  readonly every?: ExperienceWhere | null | undefined;
  /** Holds of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: ExperienceWhere | null | undefined;
  /** Holds of one element at least; `{}` asks only that there is one. */
  readonly some?: ExperienceWhere | null | undefined;
};

/** Conditions on an entry of a person’s career. All that is given must hold; `{}` constrains nothing. */
export type ExperienceWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<ExperienceWhere> | null | undefined;
  /** The employer as this entry tells of it. */
  readonly company?: EmployerWhere | null | undefined;
  /** The employer’s record id. */
  readonly companyId?: KeywordFilter | null | undefined;
  /** What the person says of it. */
  readonly description?: TextFilter | null | undefined;
  /** The last day, `YYYY-MM-DD`; null while it goes on, or where it is not known. */
  readonly endDate?: DateFilter | null | undefined;
  /** The kind of work of the job, such as `Engineering`. */
  readonly function?: KeywordFilter | null | undefined;
  /** Whether the person works there now. */
  readonly isCurrent?: BooleanFilter | null | undefined;
  /** Where the job was done, from the narrow to the wide. */
  readonly location?: KeywordFilter | null | undefined;
  /** This does not hold. */
  readonly not?: ExperienceWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<ExperienceWhere> | null | undefined;
  /** The levels of the job, such as `vp`; a job may have several. */
  readonly seniorities?: KeywordFilter | null | undefined;
  /** The first day, `YYYY-MM-DD`; null where it is not known. */
  readonly startDate?: DateFilter | null | undefined;
  /** How sure the first day is; values seen: `high`, `medium`, `low`. */
  readonly startDateConfidence?: KeywordFilter | null | undefined;
  /** The entry’s status; values seen: `current`, `past`. */
  readonly status?: KeywordFilter | null | undefined;
  /** The job title, such as `Staff Engineer`. */
  readonly title?: TextFilter | null | undefined;
};

/** Conditions on how many people work at a person’s current employer. All that is given must hold; `{}` constrains nothing. */
export type HeadcountRangeWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<HeadcountRangeWhere> | null | undefined;
  /** The greatest number of people, inclusive; absent where the range is open. */
  readonly max?: NumberFilter | null | undefined;
  /** The least number of people, inclusive. */
  readonly min?: NumberFilter | null | undefined;
  /** This does not hold. */
  readonly not?: HeadcountRangeWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<HeadcountRangeWhere> | null | undefined;
};

/** How certain it is that the two people of a step know each other. */
export type IntroStepKind =
  /** The team’s network has a connection between them, with its sources. */
  | 'KNOWN'
  /** Another kind of tie, which `why` describes. */
  | 'OTHER'
  /** They were in one place at the same time, which does not say that they have met. */
  | 'POTENTIAL';

/** How well a connector knows somebody, from the normalised strength. */
export type IntroTier =
  /** Normalised strength 2. */
  | 'GOOD'
  /** Normalised strength 0. */
  | 'NONE'
  /** Normalised strength 3. */
  | 'STRONG'
  /** Normalised strength 1. */
  | 'WEAK';

/** Conditions on a value that is compared as a whole; of several values, any one may match. All that is given must hold. */
export type KeywordFilter = {
  /** Exactly this, in the same case; `eqIgnoreCase` takes any. */
  readonly eq?: string | null | undefined;
  /** This, whatever its case. */
  readonly eqIgnoreCase?: string | null | undefined;
  /** One of these; of none, nothing matches. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** `true`: there is no value, or an empty list; `false`: there is one. */
  readonly isNull?: boolean | null | undefined;
  /** Not this, compared in the same case: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
  /** Begins with this, in the same case. */
  readonly prefix?: string | null | undefined;
};

/** Why a stream of events is over. */
export type MappingTaskEnd =
  /** The network is mapped; the task’s result can be had. */
  | 'MAPPED'
  /** The mapping failed. */
  | 'MAPPING_FAILED'
  /** The task has not ended within the time that the graph follows one. */
  | 'TIMED_OUT'
  /** The upstream has known no such task of this team for too long. */
  | 'UNKNOWN_TASK';

/** What an event tells. */
export type MappingTaskEventKind =
  /** The stream ends though the task has not. */
  | 'END'
  /** A sign of life, where it was asked for. */
  | 'HEARTBEAT'
  /** The upstream answers again. */
  | 'RECOVERY'
  /** Where the task stands: at first as it is now, then each change. */
  | 'STATUS'
  /** The upstream does not answer for the task; the graph goes on asking. */
  | 'TROUBLE';

/** Where a mapping task stands. */
export type MappingTaskStatus =
  /** It failed. Final. */
  | 'FAILED'
  /** It runs. */
  | 'IN_PROGRESS'
  /** It is done: its result can be read. Final. */
  | 'MAPPED'
  /** It has not begun. */
  | 'NOT_MAPPED'
  /** Something else, for which the data service’s word is in `rawStatus`. */
  | 'OTHER'
  /** The data service knows no such task of this team. */
  | 'UNKNOWN';

/** Conditions on a number. All that is given must hold. */
export type NumberFilter = {
  /** Exactly this. */
  readonly eq?: number | null | undefined;
  /** More (for a time: later) than this. */
  readonly gt?: number | null | undefined;
  /** This or more. */
  readonly gte?: number | null | undefined;
  /** `true`: there is no value, or an empty list; `false`: there is one. */
  readonly isNull?: boolean | null | undefined;
  /** Less (for a time: earlier) than this. */
  readonly lt?: number | null | undefined;
  /** This or less. */
  readonly lte?: number | null | undefined;
  /** Not this: a missing value passes, and of several values none may be this. */
  readonly ne?: number | null | undefined;
};

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

/** Conditions on a person’s accounts on external networks. All that is given must hold. */
export type ProfileAccountListWhere = {
  /** Holds of each element: there is none of which it does not. An empty list passes. */
  readonly every?: ProfileAccountWhere | null | undefined;
  /** Holds of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: ProfileAccountWhere | null | undefined;
  /** Holds of one element at least; `{}` asks only that there is one. */
  readonly some?: ProfileAccountWhere | null | undefined;
};

/** Conditions on a person’s account on an external network. All that is given must hold; `{}` constrains nothing. */
export type ProfileAccountWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<ProfileAccountWhere> | null | undefined;
  /** How many connections it has. */
  readonly connections?: NumberFilter | null | undefined;
  /** The account’s alphanumeric entity id. */
  readonly entityId?: KeywordFilter | null | undefined;
  /** How many followers it has. */
  readonly followers?: NumberFilter | null | undefined;
  /** The account’s numeric id on that network, as a string. */
  readonly id?: KeywordFilter | null | undefined;
  /** When the account was opened, as the network writes it. */
  readonly joinDate?: KeywordFilter | null | undefined;
  /** The network’s name; `xnet` is the professional network that identifies records. */
  readonly network?: KeywordFilter | null | undefined;
  /** This does not hold. */
  readonly not?: ProfileAccountWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<ProfileAccountWhere> | null | undefined;
  /** The account’s slug, decoded, such as `mei-ling-torres`. */
  readonly slug?: KeywordFilter | null | undefined;
  /** The URL of the account’s page, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`. */
  readonly url?: KeywordFilter | null | undefined;
  /** Whether the page answers, as last seen. */
  readonly urlStatus?: KeywordFilter | null | undefined;
};

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

/** Conditions on a person. All that is given must hold; `{}` constrains nothing. */
export type ProfileWhere = {
  /** What the person says of themselves. */
  readonly about?: TextFilter | null | undefined;
  /** All of these hold. */
  readonly and?: ReadonlyArray<ProfileWhere> | null | undefined;
  /** The certificates that the person holds. */
  readonly certifications?: CertificationWhere | null | undefined;
  /** The ids of the team’s connectors who know the person. */
  readonly connectedUsers?: KeywordFilter | null | undefined;
  /** When the record was made. */
  readonly createdAt?: DateTimeFilter | null | undefined;
  /** The current employer’s record id. */
  readonly currentCompanyId?: KeywordFilter | null | undefined;
  /** The current employer’s industries. */
  readonly currentCompanyIndustries?: KeywordFilter | null | undefined;
  /** The current employer’s location as one line. */
  readonly currentCompanyLocation?: TextFilter | null | undefined;
  /** The URL of the current employer’s logo. */
  readonly currentCompanyLogoUrl?: KeywordFilter | null | undefined;
  /** The current employer’s name. */
  readonly currentCompanyName?: TextFilter | null | undefined;
  /** How many people work at the current employer. */
  readonly currentCompanySize?: HeadcountRangeWhere | null | undefined;
  /** As `profile_info.current_company_websites`, under the name that every upstream knows: `profile_info.current_company_website`. */
  readonly currentCompanyWebsite?: KeywordFilter | null | undefined;
  /** The domains of the current employer’s websites, such as `aurora-labs.example`. */
  readonly currentCompanyWebsites?: KeywordFilter | null | undefined;
  /** The current employer’s page on the external network. */
  readonly currentCompanyXnetUrl?: KeywordFilter | null | undefined;
  /** The kind of work of the current job, such as `Engineering`. */
  readonly currentFunction?: KeywordFilter | null | undefined;
  /** When the current job was last updated. */
  readonly currentJobUpdatedAt?: DateTimeFilter | null | undefined;
  /** Where the person lives, as one line. */
  readonly currentLocation?: TextFilter | null | undefined;
  /** The levels of the current job, such as `vp`. */
  readonly currentSeniorities?: KeywordFilter | null | undefined;
  /** The title of the current job, such as `VP of Engineering`. */
  readonly currentTitle?: TextFilter | null | undefined;
  /** The schools that the person went to, in the order sent. */
  readonly education?: EducationListWhere | null | undefined;
  /** As `profile_info.work_email`, under the name that every upstream knows: `profile_info.emails`. */
  readonly emails?: KeywordFilter | null | undefined;
  /** The career, newest first as sent. */
  readonly experience?: ExperienceListWhere | null | undefined;
  /** The first name. */
  readonly firstName?: TextFilter | null | undefined;
  /** The whole name, such as `Mei-Ling Torres`. */
  readonly fullName?: TextFilter | null | undefined;
  /** The line that people write under their name. */
  readonly headline?: TextFilter | null | undefined;
  /** Whether the person is hiring. */
  readonly hiring?: BooleanFilter | null | undefined;
  /** The profile’s id. */
  readonly id?: KeywordFilter | null | undefined;
  /** The URL of the person’s picture. */
  readonly imageUrl?: KeywordFilter | null | undefined;
  /** As `profile_info.current_title`, under the name that every upstream knows: `profile_info.job_title`. */
  readonly jobTitle?: TextFilter | null | undefined;
  /** The last name. */
  readonly lastName?: TextFilter | null | undefined;
  /** When the record was last refreshed from its source. */
  readonly lastRefreshAt?: DateTimeFilter | null | undefined;
  /** The day of the latest change of employer. */
  readonly latestCompanyChangeAt?: DateFilter | null | undefined;
  /** The day of the latest change of role. */
  readonly latestRoleChangeAt?: DateFilter | null | undefined;
  /** The continent where the person lives, such as `Europe`. */
  readonly locationContinent?: KeywordFilter | null | undefined;
  /** The country’s name in English, such as `Portugal`. */
  readonly locationCountry?: KeywordFilter | null | undefined;
  /** The city or town where the person lives, such as `Lisbon`. */
  readonly locationLocality?: KeywordFilter | null | undefined;
  /** The state or region, such as `Massachusetts`. */
  readonly locationRegion?: KeywordFilter | null | undefined;
  /** This does not hold. */
  readonly not?: ProfileWhere | null | undefined;
  /** Whether the person is open to work. */
  readonly openToWork?: BooleanFilter | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<ProfileWhere> | null | undefined;
  /** Private e-mail addresses, such as `ada@mail.example`. */
  readonly personalEmails?: KeywordFilter | null | undefined;
  /** Skills, as the person writes them, such as `Rust`. */
  readonly skills?: KeywordFilter | null | undefined;
  /** Labels that the service derives. */
  readonly smartTags?: KeywordFilter | null | undefined;
  /** The person’s accounts on external networks. */
  readonly socialMedia?: ProfileAccountListWhere | null | undefined;
  /** The team’s connections to the person, by how each was found. */
  readonly teamConnections?: TeamConnectionListWhere | null | undefined;
  /** When the record was last updated. */
  readonly updatedAt?: DateTimeFilter | null | undefined;
  /** The e-mail address at work, such as `ada@brightwater.example`. */
  readonly workEmail?: KeywordFilter | null | undefined;
  /** The profile’s page on the external network, percent-encoded. */
  readonly xnetUrl?: KeywordFilter | null | undefined;
};

/** Conditions on the location of a school. All that is given must hold; `{}` constrains nothing. */
export type SchoolLocationWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<SchoolLocationWhere> | null | undefined;
  /** The city, such as `Lisbon`. */
  readonly city?: KeywordFilter | null | undefined;
  /** The country’s name in English, such as `Portugal`. */
  readonly country?: KeywordFilter | null | undefined;
  /** The place as one line, such as `Lisbon, Portugal`. */
  readonly name?: TextFilter | null | undefined;
  /** This does not hold. */
  readonly not?: SchoolLocationWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<SchoolLocationWhere> | null | undefined;
  /** The state or region, such as `Massachusetts`. */
  readonly state?: KeywordFilter | null | undefined;
};

/** Conditions on the school in an entry of a person’s education. All that is given must hold; `{}` constrains nothing. */
export type SchoolWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<SchoolWhere> | null | undefined;
  /** Where the school is. */
  readonly location?: SchoolLocationWhere | null | undefined;
  /** The school’s name. */
  readonly name?: TextFilter | null | undefined;
  /** This does not hold. */
  readonly not?: SchoolWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<SchoolWhere> | null | undefined;
  /** Its website. */
  readonly website?: KeywordFilter | null | undefined;
  /** Its numeric id on the external network. */
  readonly xnetId?: NumberFilter | null | undefined;
  /** Its page on the external network, percent-encoded. */
  readonly xnetUrl?: KeywordFilter | null | undefined;
};

/** Conditions on the team’s connections to a person. All that is given must hold. */
export type TeamConnectionListWhere = {
  /** Holds of each element: there is none of which it does not. An empty list passes. */
  readonly every?: TeamConnectionWhere | null | undefined;
  /** Holds of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: TeamConnectionWhere | null | undefined;
  /** Holds of one element at least; `{}` asks only that there is one. */
  readonly some?: TeamConnectionWhere | null | undefined;
};

/** Conditions on a connection of the team to a person. All that is given must hold; `{}` constrains nothing. */
export type TeamConnectionWhere = {
  /** All of these hold. */
  readonly and?: ReadonlyArray<TeamConnectionWhere> | null | undefined;
  /** This does not hold. */
  readonly not?: TeamConnectionWhere | null | undefined;
  /** One of these holds; of none, nothing matches. */
  readonly or?: ReadonlyArray<TeamConnectionWhere> | null | undefined;
  /** How it was found, such as `work_overlap`. */
  readonly origins?: KeywordFilter | null | undefined;
  /** The team whose connection it is. */
  readonly teamId?: KeywordFilter | null | undefined;
};

/** Conditions on words that people write, whatever their case; on the name of a person, company or school whatever its accents, too: `lukasz` finds Łukasz. All that is given must hold. */
export type TextFilter = {
  /** Exactly this as a whole, whatever its case; accents count. The data service must keep the whole value beside its words. */
  readonly eq?: string | null | undefined;
  /** `true`: there is no value, or an empty list; `false`: there is one. */
  readonly isNull?: boolean | null | undefined;
  /** Has every one of these words, in any order. */
  readonly matches?: string | null | undefined;
  /** Not this as a whole, whatever its case: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
  /** Has these words one after another. */
  readonly phrase?: string | null | undefined;
};

export type CompanyWaysQueryVariables = Exact<{
  id: string;
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
    >,
    readonly nodes: ReadonlyArray<{
      readonly confidence: number,
      readonly strength: number,
      readonly tier: IntroTier | null,
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
            readonly __typename: 'EducationOverlap',
            readonly sharedSchool: string | null,
            readonly sharedMajor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly graduationYear: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'ManualImport',
            readonly origin: string | null
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

export type CompanyPeopleQueryVariables = Exact<{
  id: string;
  first: number;
}>;


export type CompanyPeopleQuery = {
  readonly present: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connectionStrength: number | null,
        readonly connectionStrengthNormalized: number | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null,
  readonly past: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connectionStrength: number | null,
        readonly connectionStrengthNormalized: number | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null,
  readonly all: {
    readonly totalCount: number
  } | null
};

export type CompanyRecordQueryVariables = Exact<{
  id: string;
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

export type FindCompaniesQueryVariables = Exact<{
  name: string;
}>;


export type FindCompaniesQuery = {
  readonly exact: {
    readonly nodes: ReadonlyArray<{
      readonly id: string
    }>
  } | null,
  readonly similar: {
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
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

export type EmployersQueryVariables = Exact<{
  first: number;
}>;


export type EmployersQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type ReachQueryVariables = Exact<{
  first: number;
}>;


export type ReachQuery = {
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
        readonly connectorName: string | null,
        readonly connectionStrength: number | null,
        readonly connectionStrengthNormalized: number | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
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

export type NetworkMapQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type NetworkMapQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly pageInfo: {
      readonly hasNextPage: boolean,
      readonly endCursor: string | null
    },
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectionStrengthNormalized: number | null
      } | null> | null
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
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null
      } | null,
      readonly connections: ReadonlyArray<{
        readonly connectorName: string | null,
        readonly connectionStrength: number | null,
        readonly connectionStrengthNormalized: number | null,
        readonly connector: {
          readonly id: string
        } | null
      } | null> | null
    }>
  } | null
};

export type NetworkRowFragment = {
  readonly profile: {
    readonly id: string,
    readonly fullName: string | null,
    readonly currentTitle: string | null,
    readonly currentCompanyName: string | null
  } | null,
  readonly connections: ReadonlyArray<{
    readonly connectorName: string | null,
    readonly connectionStrength: number | null,
    readonly connectionStrengthNormalized: number | null,
    readonly connector: {
      readonly id: string
    } | null
  } | null> | null
};

export type CountEveryoneQueryVariables = Exact<{
  where?: ProfileWhere | null | undefined;
}>;


export type CountEveryoneQuery = {
  readonly searchProfiles: {
    readonly totalCount: number
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
      readonly id: string,
      readonly fullName: string | null,
      readonly currentTitle: string | null,
      readonly currentCompanyName: string | null,
      readonly currentCompanyId: string | null,
      readonly currentLocation: string | null
    }>
  } | null
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

type Evidence_ManualImport_Fragment = {
  readonly __typename: 'ManualImport',
  readonly origin: string | null
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
  | Evidence_EducationOverlap_Fragment
  | Evidence_ManualImport_Fragment
  | Evidence_OtherSource_Fragment
  | Evidence_SharedInvestor_Fragment
  | Evidence_WorkOverlap_Fragment
  | Evidence_XnetConnection_Fragment
;

export type WayFragment = {
  readonly confidence: number,
  readonly strength: number,
  readonly tier: IntroTier | null,
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
        readonly __typename: 'EducationOverlap',
        readonly sharedSchool: string | null,
        readonly sharedMajor: string | null,
        readonly overlapStartDate: string | null,
        readonly overlapEndDate: string | null,
        readonly graduationYear: string | null,
        readonly origin: string | null
      }
      | {
        readonly __typename: 'ManualImport',
        readonly origin: string | null
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
    >,
    readonly nodes: ReadonlyArray<{
      readonly confidence: number,
      readonly strength: number,
      readonly tier: IntroTier | null,
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
            readonly __typename: 'EducationOverlap',
            readonly sharedSchool: string | null,
            readonly sharedMajor: string | null,
            readonly overlapStartDate: string | null,
            readonly overlapEndDate: string | null,
            readonly graduationYear: string | null,
            readonly origin: string | null
          }
          | {
            readonly __typename: 'ManualImport',
            readonly origin: string | null
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
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null,
        readonly xnetUrl: string | null,
        readonly workEmail: string | null
      } | null
    }>
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

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = {
  readonly viewer: {
    readonly id: string
  },
  readonly credits: {
    readonly usage: number
  } | null,
  readonly purse: {
    readonly id: string,
    readonly label: string,
    readonly total: number,
    readonly left: number
  } | null
};

export type SpendQueryVariables = Exact<{ [key: string]: never; }>;


export type SpendQuery = {
  readonly purse: {
    readonly id: string,
    readonly label: string,
    readonly total: number,
    readonly spent: number,
    readonly reserved: number,
    readonly uncertain: number,
    readonly left: number,
    readonly expiresAt: string | null,
    readonly receipts: ReadonlyArray<{
      readonly minute: string,
      readonly operation: string | null,
      readonly operations: number,
      readonly charged: number,
      readonly shared: number,
      readonly savedByPayload: number,
      readonly savedByIdentity: number,
      readonly savedByCache: number
    }> | null
  } | null
};

export type FollowPurseSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FollowPurseSubscription = {
  readonly purse: {
    readonly id: string,
    readonly total: number,
    readonly spent: number,
    readonly left: number
  } | null
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
            readonly id: string,
            readonly fullName: string | null,
            readonly currentTitle: string | null,
            readonly currentCompanyName: string | null
          } | null,
          readonly connections: ReadonlyArray<{
            readonly connectorName: string | null,
            readonly connectionStrength: number | null,
            readonly connectionStrengthNormalized: number | null,
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

export const CompanyWays: Document<CompanyWaysQuery, CompanyWaysQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyWays($id:UUID!$first:Int!){introPaths(to:{company:{id:$id}}first:$first){totalCount people notes problems{code message}nodes{...Way}}}fragment Way on IntroPath{confidence strength tier why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{id fullName currentTitle currentCompanyName}steps{kind why confidence from until profile{id fullName currentTitle currentCompanyName}sources{...Evidence}}}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const CompanyPeople: Document<CompanyPeopleQuery, CompanyPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyPeople($id:String!$first:Int!){present:relationships(where:{currentCompanyId:{eq:$id}}first:$first){totalCount nodes{...NetworkRow}}past:relationships(where:{experience:{some:{companyId:{eq:$id}isCurrent:{eq:false}}}}first:$first){totalCount nodes{...NetworkRow}}all:searchProfiles(where:{currentCompanyId:{eq:$id}}first:0){totalCount}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName}connections{connectorName connectionStrength connectionStrengthNormalized connector{id}}}",
};

export const CompanyRecord: Document<CompanyRecordQuery, CompanyRecordQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyRecord($id:UUID!){company(by:{id:$id}){__typename ...on Company{id name summary description founded industries websites locations{name isPrimary}workforce{headcount sizeClass}funding{totalFundingAmountUsd rounds(orderBy:EARLIEST_FIRST){type amountUsd date investors{id name}}}tags{id name}}...on Problem{code message}}}",
};

export const FindCompanies: Document<FindCompaniesQuery, FindCompaniesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query FindCompanies($name:String!){exact:searchCompanies(where:{name:{eq:$name}}first:20){nodes{id}}similar:relationships(where:{currentCompanyName:{matches:$name}}first:200){nodes{profile{currentCompanyName}}}}",
};

export const CompanyIdentity: Document<CompanyIdentityQuery, CompanyIdentityQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyIdentity($slug:String!){company(by:{xnetSlug:$slug}){__typename ...on Company{id}...on Problem{code message}}}",
};

export const Employers: Document<EmployersQuery, EmployersQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Employers($first:Int!){relationships(first:$first){totalCount nodes{profile{currentCompanyName}}}}",
};

export const Reach: Document<ReachQuery, ReachQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Reach($first:Int!){relationships(first:$first){totalCount nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName}connections{connectorName connectionStrength connectionStrengthNormalized connector{id}}}",
};

export const Suggest: Document<SuggestQuery, SuggestQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Suggest($text:String!$first:Int!){relationships(where:{or:[{fullName:{matches:$text}}{currentCompanyName:{matches:$text}}]}first:$first){nodes{profile{id fullName currentTitle currentCompanyName}}}}",
};

export const NetworkMap: Document<NetworkMapQuery, NetworkMapQueryVariables, 'query'> = {
  operation: 'query',
  text: "query NetworkMap($first:Int!$after:String){relationships(first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{profile{id fullName currentTitle currentCompanyName}connections{connectionStrengthNormalized}}}}",
};

export const Network: Document<NetworkQuery, NetworkQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Network($where:ProfileWhere$first:Int!$after:String){relationships(where:$where first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName}connections{connectorName connectionStrength connectionStrengthNormalized connector{id}}}",
};

export const CountEveryone: Document<CountEveryoneQuery, CountEveryoneQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CountEveryone($where:ProfileWhere){searchProfiles(where:$where first:0){totalCount}}",
};

export const Everyone: Document<EveryoneQuery, EveryoneQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Everyone($where:ProfileWhere$first:Int!$after:String){searchProfiles(where:$where first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{id fullName currentTitle currentCompanyName currentCompanyId currentLocation}}}",
};

export const PersonWays: Document<PersonWaysQuery, PersonWaysQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonWays($by:ProfileBy!$hops:Int!$first:Int!){introPaths(to:{profile:$by}hops:$hops first:$first){totalCount complete notes problems{code message}nodes{...Way}}}fragment Way on IntroPath{confidence strength tier why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{id fullName currentTitle currentCompanyName}steps{kind why confidence from until profile{id fullName currentTitle currentCompanyName}sources{...Evidence}}}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const PersonInNetwork: Document<PersonInNetworkQuery, PersonInNetworkQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonInNetwork($id:String!){relationships(where:{id:{eq:$id}}first:1){nodes{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}}}}",
};

export const PersonRecord: Document<PersonRecordQuery, PersonRecordQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonRecord($by:ProfileBy!){profile(by:$by){__typename ...on Profile{id fullName headline about currentTitle currentCompanyName currentCompanyId currentLocation openToWork hiring skills workEmail xnetUrl updatedAt experience(orderBy:LATEST_FIRST){title startDate endDate isCurrent location companyId employer{id name}}education(orderBy:LATEST_FIRST){startDate endDate degrees majors school{name}}tags{id name}lists{id name status}}...on Problem{code message}}}",
};

export const PersonIdentity: Document<PersonIdentityQuery, PersonIdentityQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonIdentity($by:ProfileBy!){profile(by:$by){__typename ...on Profile{id}...on Problem{code message}}}",
};

export const Viewer: Document<ViewerQuery, ViewerQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Viewer{viewer{id}credits{usage}purse{id label total left}}",
};

export const Spend: Document<SpendQuery, SpendQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Spend{purse{id label total spent reserved uncertain left expiresAt receipts{minute operation operations charged shared savedByPayload savedByIdentity savedByCache}}}",
};

export const FollowPurse: Document<FollowPurseSubscription, FollowPurseSubscriptionVariables, 'subscription'> = {
  operation: 'subscription',
  text: "subscription FollowPurse{purse{id total spent left}}",
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
  text: "query TaskResult($id:ID!$first:Int!){mappingTask(id:$id){result(first:$first){...on RelationshipConnection{totalCount nodes{...NetworkRow}}...on MappingResultUnavailable{message code}...on CreditLimit{message code}...on UpstreamFailed{message code}}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName}connections{connectorName connectionStrength connectionStrengthNormalized connector{id}}}",
};
