// Made by codegen.ts from schema/; do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** People who become connectors of a team. */
export type AddConnectorsInput = {
  /** What the people are to the team; one group for all of them. Without it, the data service’s own choice. */
  readonly group?: ConnectorGroup | null | undefined;
  /** The child team whose connectors they become, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team. */
  readonly teamId?: string | number | null | undefined;
  /** The people’s slugs on the external network, or their pages’ URLs, 1 to 1,000, such as `mei-ling-torres` or `https://xnet.example/in/mei-ling-torres`. */
  readonly xnetSlugs: ReadonlyArray<string>;
};

/** Conditions on a yes or no. All that is given must hold. */
export type BooleanFilter = {
  /** Equal to this: `true` for yes, `false` for no. */
  readonly eq?: boolean | null | undefined;
  /** `true`: there must be no value, or an empty list; `false`: there must be one. */
  readonly isNull?: boolean | null | undefined;
  /** Other than this: a missing value passes, and of several values none may be this. */
  readonly ne?: boolean | null | undefined;
};

/** Conditions on a person’s certificates. All that is given must hold; a null is as absent. */
export type CertificationWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<CertificationWhere> | null | undefined;
  /** Until when the certificate holds, as written, such as `2022-06`; null where it does not expire. */
  readonly endDate?: KeywordFilter | null | undefined;
  /** What was certified, such as `Certified Public Accountant`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: CertificationWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<CertificationWhere> | null | undefined;
  /** The organization that issued the certificate, such as `Brightwater Institute`. */
  readonly organization?: TextFilter | null | undefined;
  /** From when the certificate holds, as written, such as `2019` (a year alone is common). */
  readonly startDate?: KeywordFilter | null | undefined;
};

/** Conditions on a company’s accounts on external networks. All that is given must hold; a null is as absent. */
export type CompanyAccountWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<CompanyAccountWhere> | null | undefined;
  /** The account’s numeric id on that network, as a string, such as `1044821`. */
  readonly id?: KeywordFilter | null | undefined;
  /** The name of the network, such as `xnet`, the professional network that identifies records. */
  readonly network?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: CompanyAccountWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<CompanyAccountWhere> | null | undefined;
  /** The account’s slug, decoded, such as `aurora-labs`. */
  readonly slug?: KeywordFilter | null | undefined;
  /** The URL of the account’s page, percent-encoded, such as `https://xnet.example/company/aurora-labs`. */
  readonly url?: KeywordFilter | null | undefined;
};

/** The identifier of one company: exactly one of these members. */
export type CompanyBy =
  {   /** The company’s id, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`, in any case. */
  readonly id: string | number; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never;   /** The numeric id on the external network, such as `1044821`. */
  readonly xnetId: number; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetId?: never;   /** One of the company’s slugs on the external network, such as `aurora-labs`; decoded or percent-encoded. */
  readonly xnetSlug: string; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetId?: never; readonly xnetSlug?: never;   /** The URL of the page on the external network, such as `https://xnet.example/company/aurora-labs`. */
  readonly xnetUrl: string; };

/** What the fields of an object were answered from. */
export type Completeness =
  /** The data service has no record of that identifier: no field has a value. */
  | 'MISSING'
  /** The answer that leads here had every selected value, free of credits; nothing was loaded. */
  | 'PAYLOAD'
  /** The whole record was loaded, for 1 credit unless it was cached; fields are as the record has them. */
  | 'RECORD';

/** The relation of connectors to the team. */
export type ConnectorGroup =
  /** Connectors who advise the team’s company. */
  | 'ADVISORS'
  /** Connectors who are customers of the team’s company. */
  | 'CUSTOMERS'
  /** Connectors who work for the team’s company. */
  | 'EMPLOYEES'
  /** Connectors who invested in the team’s company. */
  | 'INVESTORS'
  /** Connectors of another kind than the other groups. */
  | 'OTHERS'
  /** Connectors at companies that the team has invested in. */
  | 'PORTFOLIO';

/** A child team to be created. */
export type CreateTeamInput = {
  /** The website of the company whose network is mapped for it, such as `kestrel-robotics.example`; not together with `companyXnetUrl`. */
  readonly companyWebsite?: string | null | undefined;
  /** The URL of that company’s page on the external network, such as `https://xnet.example/company/kestrel-robotics`; not together with `companyWebsite`. */
  readonly companyXnetUrl?: string | null | undefined;
  /** The new team’s name, such as `Harbour Fund II`; unique under the partner. */
  readonly name: string;
  /** The e-mail address of the new team’s owner, such as `owner@harbour.example`; without it, the parent team’s owner. */
  readonly ownerEmail?: string | null | undefined;
};

/** A limit to the credits that may be spent. */
export type CreditLimitScope =
  /** The team’s credit allowance, as the data service answered with 402. */
  | 'ALLOWANCE'
  /** The operation’s own budget; the header `x-credit-budget` sets another. */
  | 'BUDGET'
  /** Another limit, which `message` describes. */
  | 'OTHER'
  /** A purse, which bounds what a session, a key or a child team spends over time; or no payment can be reserved in it at the moment. */
  | 'PURSE';

/** Conditions on a day. All that is given must hold. */
export type DateFilter = {
  /** Equal to this day, such as `2020-01-31`. */
  readonly eq?: string | null | undefined;
  /** After this day, such as `2020-01-31`. */
  readonly gt?: string | null | undefined;
  /** On or after this day, such as `2020-01-31`. */
  readonly gte?: string | null | undefined;
  /** `true`: there must be no value, or an empty list; `false`: there must be one. */
  readonly isNull?: boolean | null | undefined;
  /** Before this day, such as `2020-01-31`. */
  readonly lt?: string | null | undefined;
  /** On or before this day, such as `2020-01-31`. */
  readonly lte?: string | null | undefined;
  /** Other than this: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
};

/** Conditions on a moment. All that is given must hold. */
export type DateTimeFilter = {
  /** Equal to this moment, such as `2020-01-31T12:00:00Z`. */
  readonly eq?: string | null | undefined;
  /** After this moment, such as `2020-01-31T12:00:00Z`. */
  readonly gt?: string | null | undefined;
  /** At or after this moment, such as `2020-01-31T12:00:00Z`. */
  readonly gte?: string | null | undefined;
  /** `true`: there must be no value, or an empty list; `false`: there must be one. */
  readonly isNull?: boolean | null | undefined;
  /** Before this moment, such as `2020-01-31T12:00:00Z`. */
  readonly lt?: string | null | undefined;
  /** At or before this moment, such as `2020-01-31T12:00:00Z`. */
  readonly lte?: string | null | undefined;
  /** Other than this: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
};

/** Conditions on the entries of a person’s education. All that is given must hold. */
export type EducationListWhere = {
  /** Conditions that must hold of each element, one at least: there is none of which they do not. An empty list passes. */
  readonly every?: EducationWhere | null | undefined;
  /** Conditions that must hold of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: EducationWhere | null | undefined;
  /** Conditions that must hold of one and the same element; `{}` asks only that there is one. */
  readonly some?: EducationWhere | null | undefined;
};

/** Conditions on an entry of a person’s education. All that is given must hold; a null is as absent. */
export type EducationWhere = {
  /** Activities and societies at the school, as free text. */
  readonly activities?: TextFilter | null | undefined;
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<EducationWhere> | null | undefined;
  /** The degrees earned, such as `Master of Science`. */
  readonly degrees?: KeywordFilter | null | undefined;
  /** What the person says of the time at the school, as free text. */
  readonly description?: TextFilter | null | undefined;
  /** The last day at the school, `YYYY-MM-DD`; null for a current one, or where it is not known. */
  readonly endDate?: DateFilter | null | undefined;
  /** The grade as the person writes it, such as `First Class Honours`. */
  readonly grade?: KeywordFilter | null | undefined;
  /** The subjects studied, such as `Mathematics`. */
  readonly majors?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: EducationWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<EducationWhere> | null | undefined;
  /** The summary of the school that this entry has. */
  readonly school?: SchoolWhere | null | undefined;
  /** The first day at the school, `YYYY-MM-DD`; null where it is not known. */
  readonly startDate?: DateFilter | null | undefined;
};

/** Conditions on the locations of an employer. All that is given must hold; a null is as absent. */
export type EmployerLocationWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<EmployerLocationWhere> | null | undefined;
  /** The city of the office, such as `Lisbon`. */
  readonly city?: KeywordFilter | null | undefined;
  /** The country’s name in English, such as `Portugal`. */
  readonly country?: KeywordFilter | null | undefined;
  /** Whether it is the main office. */
  readonly isPrimary?: BooleanFilter | null | undefined;
  /** The place as one line, such as `Lisbon, Portugal`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: EmployerLocationWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<EmployerLocationWhere> | null | undefined;
  /** The state or region of the office, such as `Massachusetts`. */
  readonly state?: KeywordFilter | null | undefined;
};

/** Conditions on the employer in an entry of a person’s career. All that is given must hold; a null is as absent. */
export type EmployerWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<EmployerWhere> | null | undefined;
  /** The name in its normal form, such as `aurora labs`. */
  readonly canonicalName?: KeywordFilter | null | undefined;
  /** When the employer was founded; often only the year is exact. */
  readonly founded?: DateTimeFilter | null | undefined;
  /** The id of the company’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`; null where there is no record. */
  readonly id?: KeywordFilter | null | undefined;
  /** The industries it works in, such as `Software`. */
  readonly industries?: KeywordFilter | null | undefined;
  /** The places where the employer has offices. */
  readonly locations?: EmployerLocationWhere | null | undefined;
  /** The URL of an image of the employer’s logo, such as `https://images.example/aurora-labs.png`. */
  readonly logoUrl?: KeywordFilter | null | undefined;
  /** The name by which the employer is known, such as `Águila Energía`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: EmployerWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<EmployerWhere> | null | undefined;
  /** How many people work for the employer, as a range. */
  readonly size?: HeadcountRangeWhere | null | undefined;
  /** The employer’s accounts on external networks. */
  readonly socialMedia?: CompanyAccountWhere | null | undefined;
  /** The domains of the employer’s websites, without a scheme, such as `aurora-labs.example`. */
  readonly websites?: KeywordFilter | null | undefined;
};

/** Conditions on the entries of a person’s career. All that is given must hold. */
export type ExperienceListWhere = {
  /** Conditions that must hold of each element, one at least: there is none of which they do not. An empty list passes. */
  readonly every?: ExperienceWhere | null | undefined;
  /** Conditions that must hold of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: ExperienceWhere | null | undefined;
  /** Conditions that must hold of one and the same element; `{}` asks only that there is one. */
  readonly some?: ExperienceWhere | null | undefined;
};

/** Conditions on an entry of a person’s career. All that is given must hold; a null is as absent. */
export type ExperienceWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<ExperienceWhere> | null | undefined;
  /** The summary of the employer that this entry has. */
  readonly company?: EmployerWhere | null | undefined;
  /** The id of the employer’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`; null where there is no record. */
  readonly companyId?: KeywordFilter | null | undefined;
  /** What the person says of the job, as free text. */
  readonly description?: TextFilter | null | undefined;
  /** The last day of the job, `YYYY-MM-DD`; null for a current one, or where it is not known. */
  readonly endDate?: DateFilter | null | undefined;
  /** The kind of work of the job, such as `Engineering`. */
  readonly function?: KeywordFilter | null | undefined;
  /** Whether the person works there now. */
  readonly isCurrent?: BooleanFilter | null | undefined;
  /** Where the job was done, from the narrow to the wide, such as `Boston`, `Massachusetts`, `United States`. */
  readonly location?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: ExperienceWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<ExperienceWhere> | null | undefined;
  /** The levels of the job, such as `vp`; a job may have several. */
  readonly seniorities?: KeywordFilter | null | undefined;
  /** The first day of the job, `YYYY-MM-DD`; null where it is not known. */
  readonly startDate?: DateFilter | null | undefined;
  /** How sure the first day is; values seen: `high`, `medium`, `low`. */
  readonly startDateConfidence?: KeywordFilter | null | undefined;
  /** Whether the job is held now; values seen: `current`, `past`. */
  readonly status?: KeywordFilter | null | undefined;
  /** The title of the job, such as `Staff Engineer`. */
  readonly title?: TextFilter | null | undefined;
};

/** Conditions on how many people work at a person’s current employer. All that is given must hold; a null is as absent. */
export type HeadcountRangeWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<HeadcountRangeWhere> | null | undefined;
  /** The greatest number of people in the range, inclusive; null where the range is open. */
  readonly max?: NumberFilter | null | undefined;
  /** The least number of people in the range, inclusive. */
  readonly min?: NumberFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: HeadcountRangeWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<HeadcountRangeWhere> | null | undefined;
};

/** A kind of identifier by which a record can be looked up. */
export type IdentifierKind =
  /** A connector’s own id, a uuid. */
  | 'CONNECTOR_ID'
  /** The record’s own id, a uuid. */
  | 'ID'
  /** The alphanumeric entity id on the external network. */
  | 'XNET_ENTITY_ID'
  /** The numeric id on the external network. */
  | 'XNET_ID'
  /** The slug on the external network, also where its URL was given. */
  | 'XNET_SLUG';

/** Conditions on a value that is compared as a whole; of several values, any one may match. All that is given must hold. */
export type KeywordFilter = {
  /** Equal to this in the same case, such as `Portugal`; `eqIgnoreCase` takes any case. */
  readonly eq?: string | null | undefined;
  /** Equal to this in any case: `portugal` finds Portugal. */
  readonly eqIgnoreCase?: string | null | undefined;
  /** Equal to one of these in the same case, such as `["Portugal", "Spain"]`; an empty list matches nothing. */
  readonly in?: ReadonlyArray<string> | null | undefined;
  /** `true`: there must be no value, or an empty list; `false`: there must be one. */
  readonly isNull?: boolean | null | undefined;
  /** Other than this, compared in the same case, such as `Portugal`: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
  /** Begins with this in the same case: `Port` finds Portugal. */
  readonly prefix?: string | null | undefined;
};

/** The network to map. Without a company’s website it is the whole network of the partner, which is mapped already. */
export type MapNetworkInput = {
  /** An https URL that the data service calls when the mapping ends, such as `https://app.example/mapped`. */
  readonly callbackUrl?: string | null | undefined;
  /** The website of the company whose people’s connections are mapped, such as `kestrel-robotics.example`; that may take a while, and is then a task. */
  readonly companyWebsite?: string | null | undefined;
  /** A query in the interface’s own DSL, such as `{ "term": { "profile_info.location_country": "Norway" } }`; it must hold beside `where`. */
  readonly dsl?: unknown;
  /** A key of your own, such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, under which the same input may be sent again where its answer was lost: a data service that honours keys, as the embedded one does for 24 hours, charges it once. */
  readonly idempotencyKey?: string | null | undefined;
  /** How long to wait for a mapping to end, 1 to 300. If it is mapped by then, the network is answered, and charged, at once; else the task. */
  readonly waitSeconds?: number | null | undefined;
  /** Conditions that must hold, such as `{ currentTitle: { matches: "engineer" } }`; without them all are found. */
  readonly where?: ProfileWhere | null | undefined;
};

/** The status of a mapping task: how far it has come. */
export type MappingTaskStatus =
  /** The mapping failed; the status will not change. */
  | 'FAILED'
  /** The mapping runs at the moment. */
  | 'IN_PROGRESS'
  /** The mapping is done, and its result can be read; the status will not change. */
  | 'MAPPED'
  /** The mapping has not begun yet. */
  | 'NOT_MAPPED'
  /** Something else, for which the data service’s word is in `rawStatus`. */
  | 'OTHER'
  /** The data service knows no such task of this team. */
  | 'UNKNOWN';

/** Conditions on a number. All that is given must hold. */
export type NumberFilter = {
  /** Equal to this number, such as `50`. */
  readonly eq?: number | null | undefined;
  /** Above this number, such as `50`. */
  readonly gt?: number | null | undefined;
  /** At least this number, such as `50`. */
  readonly gte?: number | null | undefined;
  /** `true`: there must be no value, or an empty list; `false`: there must be one. */
  readonly isNull?: boolean | null | undefined;
  /** Below this number, such as `50`. */
  readonly lt?: number | null | undefined;
  /** At most this number, such as `50`. */
  readonly lte?: number | null | undefined;
  /** Other than this: a missing value passes, and of several values none may be this. */
  readonly ne?: number | null | undefined;
};

/** The kind of a problem. A code keeps its meaning; further codes may be added, so that a program needs a default. */
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
  /** The data service failed, with a status of 500 or above. */
  | 'UPSTREAM_FAILED'
  /** The data service’s answer cannot be read. */
  | 'UPSTREAM_MALFORMED'
  /** The data service did not answer in time. */
  | 'UPSTREAM_TIMEOUT'
  /** The data service cannot be reached, or the connection to it was lost. */
  | 'UPSTREAM_UNREACHABLE';

/** Conditions on a person’s accounts on external networks. All that is given must hold. */
export type ProfileAccountListWhere = {
  /** Conditions that must hold of each element, one at least: there is none of which they do not. An empty list passes. */
  readonly every?: ProfileAccountWhere | null | undefined;
  /** Conditions that must hold of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: ProfileAccountWhere | null | undefined;
  /** Conditions that must hold of one and the same element; `{}` asks only that there is one. */
  readonly some?: ProfileAccountWhere | null | undefined;
};

/** Conditions on a person’s account on an external network. All that is given must hold; a null is as absent. */
export type ProfileAccountWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<ProfileAccountWhere> | null | undefined;
  /** How many connections the account has on that network. */
  readonly connections?: NumberFilter | null | undefined;
  /** The account’s alphanumeric entity id on that network, such as `ACoAAB2kf9Q`. */
  readonly entityId?: KeywordFilter | null | undefined;
  /** How many followers the account has on that network. */
  readonly followers?: NumberFilter | null | undefined;
  /** The account’s numeric id on that network, as a string, such as `20417733`. */
  readonly id?: KeywordFilter | null | undefined;
  /** When the account was opened, as the network writes it, such as `2011`. */
  readonly joinDate?: KeywordFilter | null | undefined;
  /** The name of the network, such as `xnet`, the professional network that identifies records. */
  readonly network?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: ProfileAccountWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<ProfileAccountWhere> | null | undefined;
  /** The account’s slug, decoded, such as `mei-ling-torres`. */
  readonly slug?: KeywordFilter | null | undefined;
  /** The URL of the account’s page, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`. */
  readonly url?: KeywordFilter | null | undefined;
  /** Whether the account’s page answered when it was last looked at, such as `ok`. */
  readonly urlStatus?: KeywordFilter | null | undefined;
};

/** The identifier of one profile: exactly one of these members. */
export type ProfileBy =
  {   /** The profile’s id, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`, in any case. */
  readonly id: string | number; readonly xnetEntityId?: never; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never;   /** The alphanumeric entity id on the external network, such as `ACoAAB2kf9Q`. */
  readonly xnetEntityId: string; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never;   /** The numeric id on the external network, such as `20417733`. */
  readonly xnetId: number; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never; readonly xnetId?: never;   /** The slug on the external network, such as `ada-lovelace`; decoded or percent-encoded. */
  readonly xnetSlug: string; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never; readonly xnetId?: never; readonly xnetSlug?: never;   /** The URL of the page on the external network, such as `https://xnet.example/in/ada-lovelace`. */
  readonly xnetUrl: string; };

/** Conditions on a person. All that is given must hold; a null is as absent. */
export type ProfileWhere = {
  /** What the person says of themselves, as free text. */
  readonly about?: TextFilter | null | undefined;
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<ProfileWhere> | null | undefined;
  /** The certificates that the person holds or held. */
  readonly certifications?: CertificationWhere | null | undefined;
  /** The ids of the team’s connectors who know the person, such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`. */
  readonly connectedUsers?: KeywordFilter | null | undefined;
  /** When the profile’s record was first made. */
  readonly createdAt?: DateTimeFilter | null | undefined;
  /** The id of the current employer’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`. */
  readonly currentCompanyId?: KeywordFilter | null | undefined;
  /** The industries that the current employer works in, such as `Software`. */
  readonly currentCompanyIndustries?: KeywordFilter | null | undefined;
  /** Where the current employer is, as one line, such as `Lisbon, Portugal`. */
  readonly currentCompanyLocation?: TextFilter | null | undefined;
  /** The URL of an image of the current employer’s logo, such as `https://images.example/lumora.png`. */
  readonly currentCompanyLogoUrl?: KeywordFilter | null | undefined;
  /** The name by which the current employer is known, such as `Águila Energía`. */
  readonly currentCompanyName?: TextFilter | null | undefined;
  /** How many people work at the current employer, as a range. */
  readonly currentCompanySize?: HeadcountRangeWhere | null | undefined;
  /** The domains of the current employer’s websites, such as `aurora-labs.example`. The same as `currentCompanyWebsites`, under the name that every upstream knows. */
  readonly currentCompanyWebsite?: KeywordFilter | null | undefined;
  /** The domains of the current employer’s websites, such as `aurora-labs.example`. */
  readonly currentCompanyWebsites?: KeywordFilter | null | undefined;
  /** The URL of the current employer’s page on the external network, percent-encoded, such as `https://xnet.example/company/lumora`. */
  readonly currentCompanyXnetUrl?: KeywordFilter | null | undefined;
  /** The kind of work of the current job, such as `Engineering`. */
  readonly currentFunction?: KeywordFilter | null | undefined;
  /** When the current job was last updated. */
  readonly currentJobUpdatedAt?: DateTimeFilter | null | undefined;
  /** Where the person lives, as one line, such as `Lisbon, Portugal`. */
  readonly currentLocation?: TextFilter | null | undefined;
  /** The levels of the current job, such as `vp`. */
  readonly currentSeniorities?: KeywordFilter | null | undefined;
  /** The title of the current job, such as `VP of Engineering`. */
  readonly currentTitle?: TextFilter | null | undefined;
  /** The schools that the person went to, in the order sent. */
  readonly education?: EducationListWhere | null | undefined;
  /** The e-mail address at work, such as `ada@brightwater.example`. The same as `workEmail`, under the name that every upstream knows. */
  readonly emails?: KeywordFilter | null | undefined;
  /** The career, a job an entry, newest first as sent. */
  readonly experience?: ExperienceListWhere | null | undefined;
  /** The given name alone, such as `Mei-Ling`. */
  readonly firstName?: TextFilter | null | undefined;
  /** The whole name, such as `Mei-Ling Torres`. */
  readonly fullName?: TextFilter | null | undefined;
  /** The line that people write under their name, such as `VP of Engineering at Kestrel Robotics`. */
  readonly headline?: TextFilter | null | undefined;
  /** Whether the person is hiring now. */
  readonly hiring?: BooleanFilter | null | undefined;
  /** The id of the person’s profile, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`. */
  readonly id?: KeywordFilter | null | undefined;
  /** The URL of the person’s picture, such as `https://images.example/mei-ling-torres.jpg`. */
  readonly imageUrl?: KeywordFilter | null | undefined;
  /** The title of the current job, such as `VP of Engineering`. The same as `currentTitle`, under the name that every upstream knows. */
  readonly jobTitle?: TextFilter | null | undefined;
  /** The family name alone, such as `Torres`. */
  readonly lastName?: TextFilter | null | undefined;
  /** When the record was last refreshed from its source. */
  readonly lastRefreshAt?: DateTimeFilter | null | undefined;
  /** The day of the latest change of employer; null where none is known. */
  readonly latestCompanyChangeAt?: DateFilter | null | undefined;
  /** The day of the latest change of role; null where none is known. */
  readonly latestRoleChangeAt?: DateFilter | null | undefined;
  /** The continent where the person lives, such as `Europe`. */
  readonly locationContinent?: KeywordFilter | null | undefined;
  /** The English name of the country where the person lives, such as `Portugal`. */
  readonly locationCountry?: KeywordFilter | null | undefined;
  /** The city or town where the person lives, such as `Lisbon`. */
  readonly locationLocality?: KeywordFilter | null | undefined;
  /** The state or region where the person lives, such as `Massachusetts`. */
  readonly locationRegion?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: ProfileWhere | null | undefined;
  /** Whether the person looks for work. */
  readonly openToWork?: BooleanFilter | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<ProfileWhere> | null | undefined;
  /** Private e-mail addresses, such as `ada@mail.example`. */
  readonly personalEmails?: KeywordFilter | null | undefined;
  /** Skills, as the person writes them, such as `Rust`. */
  readonly skills?: KeywordFilter | null | undefined;
  /** Labels that the data service derives from the record, such as `founder`. */
  readonly smartTags?: KeywordFilter | null | undefined;
  /** The person’s accounts on external networks. */
  readonly socialMedia?: ProfileAccountListWhere | null | undefined;
  /** The team’s connections to the person, by how each was found. */
  readonly teamConnections?: TeamConnectionListWhere | null | undefined;
  /** When the profile’s record was last updated. */
  readonly updatedAt?: DateTimeFilter | null | undefined;
  /** The e-mail address at work, such as `ada@brightwater.example`. */
  readonly workEmail?: KeywordFilter | null | undefined;
  /** The URL of the profile’s page on the external network, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`. */
  readonly xnetUrl?: KeywordFilter | null | undefined;
};

/** Conditions on the location of a school. All that is given must hold; a null is as absent. */
export type SchoolLocationWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<SchoolLocationWhere> | null | undefined;
  /** The city of the school, such as `Lisbon`. */
  readonly city?: KeywordFilter | null | undefined;
  /** The country’s name in English, such as `Portugal`. */
  readonly country?: KeywordFilter | null | undefined;
  /** The place as one line, such as `Lisbon, Portugal`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: SchoolLocationWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<SchoolLocationWhere> | null | undefined;
  /** The state or region of the school, such as `Massachusetts`. */
  readonly state?: KeywordFilter | null | undefined;
};

/** Conditions on the school in an entry of a person’s education. All that is given must hold; a null is as absent. */
export type SchoolWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<SchoolWhere> | null | undefined;
  /** The place where the school is. */
  readonly location?: SchoolLocationWhere | null | undefined;
  /** The name by which the school is known, such as `Universidade de Lisboa`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: SchoolWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<SchoolWhere> | null | undefined;
  /** The domain of the school’s website, without a scheme, such as `northgate-university.example`. */
  readonly website?: KeywordFilter | null | undefined;
  /** The numeric id of the school’s page on the external network. */
  readonly xnetId?: NumberFilter | null | undefined;
  /** The URL of the school’s page on the external network, percent-encoded, such as `https://xnet.example/school/northgate-university`. */
  readonly xnetUrl?: KeywordFilter | null | undefined;
};

/** Conditions on the team’s connections to a person. All that is given must hold. */
export type TeamConnectionListWhere = {
  /** Conditions that must hold of each element, one at least: there is none of which they do not. An empty list passes. */
  readonly every?: TeamConnectionWhere | null | undefined;
  /** Conditions that must hold of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: TeamConnectionWhere | null | undefined;
  /** Conditions that must hold of one and the same element; `{}` asks only that there is one. */
  readonly some?: TeamConnectionWhere | null | undefined;
};

/** Conditions on a connection of the team to a person. All that is given must hold; a null is as absent. */
export type TeamConnectionWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<TeamConnectionWhere> | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: TeamConnectionWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<TeamConnectionWhere> | null | undefined;
  /** How the connection was found, such as `work_overlap`. */
  readonly origins?: KeywordFilter | null | undefined;
  /** The uuid of the team whose connection it is, such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`. */
  readonly teamId?: KeywordFilter | null | undefined;
};

/** Conditions on words that people write: `matches` and `phrase` ignore case, and accents in the name of a person, company or school, so that `lukasz` finds Łukasz. All that is given must hold. */
export type TextFilter = {
  /** Equal to this in the same case, such as `VP of Engineering`; `eqIgnoreCase` takes any case. The data service must keep the whole value beside its words. */
  readonly eq?: string | null | undefined;
  /** Equal to this in any case: `vp of engineering` finds VP of Engineering; accents count. */
  readonly eqIgnoreCase?: string | null | undefined;
  /** `true`: there must be no value, or an empty list; `false`: there must be one. */
  readonly isNull?: boolean | null | undefined;
  /** Has every one of these words in any order: `engineering vp` finds VP of Engineering. */
  readonly matches?: string | null | undefined;
  /** Other than this, compared in the same case, such as `VP of Engineering`: a missing value passes, and of several values none may be this. */
  readonly ne?: string | null | undefined;
  /** Has these words one after another: `of engineering` finds VP of Engineering. */
  readonly phrase?: string | null | undefined;
};

export type AddConnectorsMutationVariables = Exact<{
  input: AddConnectorsInput;
}>;


export type AddConnectorsMutation = {
  readonly addConnectors: {
    readonly queued: boolean,
    readonly notFound: ReadonlyArray<string>,
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
    >
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
      readonly completeness: Completeness,
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
          readonly completeness: Completeness
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
        readonly totalCount: number,
        readonly nodes: ReadonlyArray<{
          readonly id: string
        }>
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
  input: CreateTeamInput;
}>;


export type CreateTeamMutation = {
  readonly createTeam: {
    readonly team: {
      readonly id: string
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
    >
  } | null
};

export type CreditsQueryVariables = Exact<{ [key: string]: never; }>;


export type CreditsQuery = {
  readonly credits: {
    readonly usage: number
  } | null
};

export type EngineersWhoWorkedAtQueryVariables = Exact<{
  company: string;
  first?: number | null | undefined;
}>;


export type EngineersWhoWorkedAtQuery = {
  readonly searchProfiles: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly id: string
    }>
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
  input: MapNetworkInput;
}>;


export type MapNetworkMutation = {
  readonly mapNetwork: {
    readonly task: {
      readonly id: string
    } | null,
    readonly network: {
      readonly totalCount: number,
      readonly nodes: ReadonlyArray<{
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null
        } | null
      }>
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
    >
  } | null
};

export type FollowMappingTaskSubscriptionVariables = Exact<{
  id: string | number;
  after?: string | number | null | undefined;
}>;


export type FollowMappingTaskSubscription = {
  readonly mappingTask: {
    readonly id: string,
    readonly status: MappingTaskStatus | null,
    readonly final: boolean
  } | null
};

export type ReadMappingTaskQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadMappingTaskQuery = {
  readonly mappingTask: {
    readonly id: string,
    readonly status: MappingTaskStatus | null,
    readonly final: boolean | null
  } | null
};

export type PeopleAndTheirConnectorsQueryVariables = Exact<{
  dsl?: unknown;
  first?: number | null | undefined;
}>;


export type PeopleAndTheirConnectorsQuery = {
  readonly searchProfiles: {
    readonly totalCount: number,
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
    }>
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
  child: string | number;
}>;


export type TeamsQuery = {
  readonly viewer: {
    readonly relationships: {
      readonly totalCount: number
    } | null,
    readonly connectors: {
      readonly complete: boolean,
      readonly nodes: ReadonlyArray<{
        readonly id: string,
        readonly name: string | null
      }>
    } | null
  },
  readonly childTeam: {
    readonly id: string,
    readonly relationships: {
      readonly totalCount: number,
      readonly nodes: ReadonlyArray<{
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null
        } | null
      }>
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
    }>
  } | null
};


export const AddConnectorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddConnectors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddConnectorsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addConnectors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"notFound"}},{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AddConnectorsMutation, AddConnectorsMutationVariables>;
export const CareerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Career"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileBy"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Profile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completeness"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"experience"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"employer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"industries"}}]}},{"kind":"Field","name":{"kind":"Name","value":"company"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"completeness"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"education"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"school"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"majors"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CareerQuery, CareerQueryVariables>;
export const CompaniesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Companies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompanyBy"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"people"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"companies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Company"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"industries"}},{"kind":"Field","name":{"kind":"Name","value":"people"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"people"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CompaniesQuery, CompaniesQueryVariables>;
export const CreateTeamDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTeam"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTeamInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTeam"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"team"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTeamMutation, CreateTeamMutationVariables>;
export const CreditsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Credits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"}}]}}]}}]} as unknown as DocumentNode<CreditsQuery, CreditsQueryVariables>;
export const EngineersWhoWorkedAtDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EngineersWhoWorkedAt"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"company"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchProfiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"currentTitle"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"matches"},"value":{"kind":"StringValue","value":"engineer","block":false}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"experience"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"some"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"company"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"phrase"},"value":{"kind":"Variable","name":{"kind":"Name","value":"company"}}}]}}]}}]}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<EngineersWhoWorkedAtQuery, EngineersWhoWorkedAtQueryVariables>;
export const FirstLookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirstLook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"xnetSlug"},"value":{"kind":"StringValue","value":"mei-ling-torres","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Profile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}},{"kind":"Field","name":{"kind":"Name","value":"currentCompany"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrengthNormalized"}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkOverlap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedCompany"}},{"kind":"Field","name":{"kind":"Name","value":"overlapStartDate"}},{"kind":"Field","name":{"kind":"Name","value":"overlapEndDate"}}]}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<FirstLookQuery, FirstLookQueryVariables>;
export const MapNetworkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MapNetwork"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MapNetworkInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mapNetwork"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"network"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<MapNetworkMutation, MapNetworkMutationVariables>;
export const FollowMappingTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FollowMappingTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mappingTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"final"}}]}}]}}]} as unknown as DocumentNode<FollowMappingTaskSubscription, FollowMappingTaskSubscriptionVariables>;
export const ReadMappingTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadMappingTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mappingTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"final"}}]}}]}}]} as unknown as DocumentNode<ReadMappingTaskQuery, ReadMappingTaskQueryVariables>;
export const PeopleAndTheirConnectorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PeopleAndTheirConnectors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchProfiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"dsl"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"headline"}},{"kind":"Field","name":{"kind":"Name","value":"currentCompany"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"full"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrength"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"headline"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<PeopleAndTheirConnectorsQuery, PeopleAndTheirConnectorsQueryVariables>;
export const ProfilesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Profiles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileBy"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Profile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"by"}},{"kind":"Field","name":{"kind":"Name","value":"identifier"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreditLimit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"enableOveragesUrl"}},{"kind":"Field","name":{"kind":"Name","value":"upgradePlanUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpstreamFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"maybeCharged"}}]}}]}}]}}]} as unknown as DocumentNode<ProfilesQuery, ProfilesQueryVariables>;
export const TeamsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Teams"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"child"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"relationships"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"childTeam"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"child"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"relationships"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<TeamsQuery, TeamsQueryVariables>;
export const WhoCanIntroduceMeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhoCanIntroduceMe"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"relationships"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"dsl"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dsl"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}},{"kind":"Field","name":{"kind":"Name","value":"currentCompany"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"connections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorName"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrength"}},{"kind":"Field","name":{"kind":"Name","value":"connectionStrengthNormalized"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullName"}},{"kind":"Field","name":{"kind":"Name","value":"currentTitle"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkOverlap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedCompany"}},{"kind":"Field","name":{"kind":"Name","value":"overlapStartDate"}},{"kind":"Field","name":{"kind":"Name","value":"overlapEndDate"}},{"kind":"Field","name":{"kind":"Name","value":"overlapDurationMonths"}},{"kind":"Field","name":{"kind":"Name","value":"company"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EducationOverlap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedSchool"}},{"kind":"Field","name":{"kind":"Name","value":"sharedMajor"}},{"kind":"Field","name":{"kind":"Name","value":"graduationYear"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedInvestor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"investor"}},{"kind":"Field","name":{"kind":"Name","value":"portfolioCompany"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<WhoCanIntroduceMeQuery, WhoCanIntroduceMeQueryVariables>;
