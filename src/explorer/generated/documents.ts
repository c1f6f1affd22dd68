// Made by codegen.ts from schema/; do not edit.
import type { Document } from '../../sdk/document.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Conditions on a yes or no. All that is given must hold. */
export type BooleanFilter = {
  /** Equal to this: `true` for yes, `false` for no. */
  readonly eq?: boolean | null | undefined;
  /** `true`: there must be no value, or an empty list; `false`: there must be one. */
  readonly isNull?: boolean | null | undefined;
  /** Other than this: a missing value passes, and of several values none may be this. */
  readonly ne?: boolean | null | undefined;
};

/** Conditions on a company as a business. All that is given must hold; a null is as absent. */
export type BusinessDataWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<BusinessDataWhere> | null | undefined;
  /** The kinds of customers that it sells to, such as `B2B`. */
  readonly customerTypes?: KeywordFilter | null | undefined;
  /** How the company is financed, and what its shares are worth. */
  readonly financingProfile?: FinancingProfileWhere | null | undefined;
  /** The company’s codes in public registers. */
  readonly identifiers?: BusinessIdentifiersWhere | null | undefined;
  /** Whether another company has acquired this one. */
  readonly isAcquired?: BooleanFilter | null | undefined;
  /** Whether its investors have exited, by an acquisition or a flotation. */
  readonly isExited?: BooleanFilter | null | undefined;
  /** Whether it is a body of a government. */
  readonly isGovernment?: BooleanFilter | null | undefined;
  /** Whether it is a non-profit organisation. */
  readonly isNonProfit?: BooleanFilter | null | undefined;
  /** Whether it has ceased to do business. */
  readonly isShutDown?: BooleanFilter | null | undefined;
  /** Whether it is a start-up: young and small. */
  readonly isStartup?: BooleanFilter | null | undefined;
  /** Whether it works in stealth, and publishes little about itself. */
  readonly isStealth?: BooleanFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: BusinessDataWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<BusinessDataWhere> | null | undefined;
  /** Who owns it, in a word; values seen: `public`, `private`. */
  readonly ownershipStatus?: KeywordFilter | null | undefined;
  /** Who owns it, in detail, such as `venture_backed` or `partnership`. */
  readonly ownershipStatusDetailed?: KeywordFilter | null | undefined;
  /** How many patents the company holds. */
  readonly patentCount?: NumberFilter | null | undefined;
  /** The exchange on which its shares are traded, such as `Euronext`; null where they are not. */
  readonly stockExchange?: KeywordFilter | null | undefined;
};

/** Conditions on a company’s codes in public registers. All that is given must hold; a null is as absent. */
export type BusinessIdentifiersWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<BusinessIdentifiersWhere> | null | undefined;
  /** The Commercial and Government Entity code that suppliers of the United States’ government have, such as `1A2B3`. */
  readonly cageCode?: KeywordFilter | null | undefined;
  /** The nine digits of its number in Dun & Bradstreet’s register, such as `150483782`. */
  readonly dunsCode?: KeywordFilter | null | undefined;
  /** The code of its industry in the North American Industry Classification System, such as `541511`. */
  readonly naicsCode?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: BusinessIdentifiersWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<BusinessIdentifiersWhere> | null | undefined;
  /** The symbol under which its shares are traded, such as `LUMO`; null where they are not. */
  readonly stockTicker?: KeywordFilter | null | undefined;
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

/** A change to a target list: all of it is made, or nothing. */
export type ChangeTargetListInput = {
  /** Targets to add at the end; one that the list has stays as it is. */
  readonly add?: ReadonlyArray<NewTarget> | null | undefined;
  /** New statuses and notes of targets that the list has. */
  readonly edit?: ReadonlyArray<TargetEdit> | null | undefined;
  /** The list’s id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`. */
  readonly id: string | number;
  /** A new name for the list, such as `Series A`; 1 to 200 characters. */
  readonly name?: string | null | undefined;
  /** The ids of targets to take from the list, such as `mJ0yF3kQ1c8Xb2VtZ4nRsA`; one that it does not have is ignored. */
  readonly remove?: ReadonlyArray<string | number> | null | undefined;
  /** The child team whose list it is, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team. */
  readonly teamId?: string | number | null | undefined;
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

/** Conditions on a company’s locations. All that is given must hold. */
export type CompanyLocationListWhere = {
  /** Conditions that must hold of each element, one at least: there is none of which they do not. An empty list passes. */
  readonly every?: CompanyLocationWhere | null | undefined;
  /** Conditions that must hold of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: CompanyLocationWhere | null | undefined;
  /** Conditions that must hold of one and the same element; `{}` asks only that there is one. */
  readonly some?: CompanyLocationWhere | null | undefined;
};

/** Conditions on a company’s location. All that is given must hold; a null is as absent. */
export type CompanyLocationWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<CompanyLocationWhere> | null | undefined;
  /** The country’s name in English, such as `Portugal`. */
  readonly country?: KeywordFilter | null | undefined;
  /** Whether it is the main office. */
  readonly isPrimary?: BooleanFilter | null | undefined;
  /** The place as one line, such as `Lisbon, Portugal`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: CompanyLocationWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<CompanyLocationWhere> | null | undefined;
};

/** A row of a list of companies: any of these members may name it, and what is empty or odd is left out. */
export type CompanyMatchRow = {
  /** The company’s id, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`. */
  readonly id?: string | number | null | undefined;
  /** The name, such as `Aurora Labs`: it decides between companies that share the host of `website`. */
  readonly name?: string | null | undefined;
  /** The website, such as `aurora-labs.example`, in any usual spelling. */
  readonly website?: string | null | undefined;
  /** The slug on the external network, such as `aurora-labs`. */
  readonly xnetSlug?: string | null | undefined;
  /** The URL of the page on the external network, such as `https://xnet.example/company/aurora-labs`. */
  readonly xnetUrl?: string | null | undefined;
};

/** Conditions on a company. All that is given must hold; a null is as absent. */
export type CompanyWhere = {
  /** Other names it goes by, such as `Águila Energía S.A.`. */
  readonly alternativeNames?: TextFilter | null | undefined;
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<CompanyWhere> | null | undefined;
  /** The company as a business: registers, ownership and financing. */
  readonly businessData?: BusinessDataWhere | null | undefined;
  /** The name in its normal form, such as `aurora labs`. */
  readonly canonicalName?: KeywordFilter | null | undefined;
  /** E-mail address, telephone number and page by which to reach the company. */
  readonly contactInfo?: ContactInfoWhere | null | undefined;
  /** What the company does, in free text of a paragraph or more. */
  readonly description?: TextFilter | null | undefined;
  /** When the company was founded; often only the year is exact. */
  readonly founded?: DateTimeFilter | null | undefined;
  /** The money that the company has raised; null of one that has raised none. */
  readonly funding?: FundingWhere | null | undefined;
  /** The id of the company’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`. */
  readonly id?: KeywordFilter | null | undefined;
  /** The industries it works in, such as `Software`. */
  readonly industries?: KeywordFilter | null | undefined;
  /** The industries it works in, such as `Software`. The same as `industries`, under the name that every upstream knows. */
  readonly industry?: KeywordFilter | null | undefined;
  /** The company as an investor; null of one that does not invest. */
  readonly investor?: InvestorProfileWhere | null | undefined;
  /** The places where the company has offices. */
  readonly locations?: CompanyLocationListWhere | null | undefined;
  /** The URL of an image of the company’s logo, such as `https://images.example/lumora.png`. */
  readonly logoUrl?: KeywordFilter | null | undefined;
  /** The name by which the company is known, such as `Águila Energía`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: CompanyWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<CompanyWhere> | null | undefined;
  /** The company’s accounts on external networks. */
  readonly socialMedia?: CompanyAccountWhere | null | undefined;
  /** What the company does, as one sentence of free text. */
  readonly summary?: TextFilter | null | undefined;
  /** The products that the company builds with. */
  readonly techStack?: TechStackWhere | null | undefined;
  /** When the company’s record was last updated. */
  readonly updatedAt?: DateTimeFilter | null | undefined;
  /** The domains of its websites, without a scheme, such as `aurora-labs.example`. */
  readonly websites?: KeywordFilter | null | undefined;
  /** How many people work at the company, now and earlier. */
  readonly workforce?: WorkforceWhere | null | undefined;
  /** Every slug it has on the external network, decoded, such as `águila-energía`. */
  readonly xnetSlugs?: KeywordFilter | null | undefined;
};

/** Conditions on how to reach a company. All that is given must hold; a null is as absent. */
export type ContactInfoWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<ContactInfoWhere> | null | undefined;
  /** An e-mail address of the company, such as `hello@lumora.example`, as sent. */
  readonly email?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: ContactInfoWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<ContactInfoWhere> | null | undefined;
  /** A telephone number of the company, such as `+351 21 555 0134`, as sent. */
  readonly phone?: KeywordFilter | null | undefined;
  /** The URL of a page on which to reach the company, such as `https://lumora.example/contact`. */
  readonly url?: KeywordFilter | null | undefined;
};

/** A target list to be created. */
export type CreateTargetListInput = {
  /** The list’s name, such as `Seed investors`; 1 to 200 characters. */
  readonly name: string;
  /** The targets that it begins with, up to 500; one that is named twice is added once. */
  readonly targets?: ReadonlyArray<NewTarget> | null | undefined;
  /** The child team whose list it is, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team. */
  readonly teamId?: string | number | null | undefined;
};

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

/** A target list to be deleted, with its targets and notes. */
export type DeleteTargetListInput = {
  /** The list’s id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`. */
  readonly id: string | number;
  /** The child team whose list it is, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team. */
  readonly teamId?: string | number | null | undefined;
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

/** People and connectors to keep out of introductions from now on. */
export type ExcludeFromIntrosInput = {
  /** The connectors, by their own ids, such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`. */
  readonly connectors?: ReadonlyArray<string | number> | null | undefined;
  /** The people, by any identifier; a connector among them is known by the slug. */
  readonly profiles?: ReadonlyArray<ProfileBy> | null | undefined;
  /** The reason, for those who read the list, such as `asked not to be contacted`; up to 500 characters. */
  readonly reason?: string | null | undefined;
  /** The child team whose list it is, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team. */
  readonly teamId?: string | number | null | undefined;
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

/** Conditions on how a company is financed. All that is given must hold; a null is as absent. */
export type FinancingProfileWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<FinancingProfileWhere> | null | undefined;
  /** When its shares were first offered to the public; null where they were not. */
  readonly ipoDate?: DateTimeFilter | null | undefined;
  /** Market capitalisation in US dollars; null where its shares are not traded. */
  readonly marketCap?: NumberFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: FinancingProfileWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<FinancingProfileWhere> | null | undefined;
  /** How many of its shares are held by anybody; null where they are not traded. */
  readonly outstandingShares?: NumberFilter | null | undefined;
  /** How it is financed now, such as `public` or `venture_backed`. */
  readonly status?: KeywordFilter | null | undefined;
};

/** Conditions on a company’s funding rounds. All that is given must hold. */
export type FundingRoundListWhere = {
  /** Conditions that must hold of each element, one at least: there is none of which they do not. An empty list passes. */
  readonly every?: FundingRoundWhere | null | undefined;
  /** Conditions that must hold of no element; an empty list passes, and `{}` asks that it is empty. */
  readonly none?: FundingRoundWhere | null | undefined;
  /** Conditions that must hold of one and the same element; `{}` asks only that there is one. */
  readonly some?: FundingRoundWhere | null | undefined;
};

/** Conditions on a company’s funding round. All that is given must hold; a null is as absent. */
export type FundingRoundWhere = {
  /** The money raised in the round, in US dollars; null where it was not disclosed. */
  readonly amountUsd?: NumberFilter | null | undefined;
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<FundingRoundWhere> | null | undefined;
  /** When the round was announced. */
  readonly date?: DateTimeFilter | null | undefined;
  /** The companies and people who invested in the round. */
  readonly investors?: InvestorWhere | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: FundingRoundWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<FundingRoundWhere> | null | undefined;
  /** What kind of round it was, such as `series_a`. */
  readonly type?: KeywordFilter | null | undefined;
};

/** Conditions on the money that a company has raised. All that is given must hold; a null is as absent. */
export type FundingWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<FundingWhere> | null | undefined;
  /** The latest of the company’s funding rounds. */
  readonly lastRound?: LastRoundWhere | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: FundingWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<FundingWhere> | null | undefined;
  /** Every funding round that is known, in the order sent. */
  readonly rounds?: FundingRoundListWhere | null | undefined;
  /** The money raised in all rounds together, in US dollars. */
  readonly totalFundingAmountUsd?: NumberFilter | null | undefined;
};

/** Conditions on a company’s head counts over time. All that is given must hold; a null is as absent. */
export type HeadcountPointWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<HeadcountPointWhere> | null | undefined;
  /** How many people worked at the company at that moment. */
  readonly count?: NumberFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: HeadcountPointWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<HeadcountPointWhere> | null | undefined;
  /** The moment of the count, as sent (seconds since 1970 in our service). */
  readonly timestamp?: NumberFilter | null | undefined;
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

/** People and connectors who are no longer kept out of introductions; each is named as when it was excluded. */
export type IncludeInIntrosInput = {
  /** The connectors, by their own ids, such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`. */
  readonly connectors?: ReadonlyArray<string | number> | null | undefined;
  /** The people, by any identifier; a connector among them is known by the slug. */
  readonly profiles?: ReadonlyArray<ProfileBy> | null | undefined;
  /** The child team whose list it is, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team. */
  readonly teamId?: string | number | null | undefined;
};

/** How certain it is that the two people of a step know each other. */
export type IntroStepKind =
  /** The team’s network has a connection between them, with its sources. */
  | 'KNOWN'
  /** Another kind of tie, which `why` describes. */
  | 'OTHER'
  /** The two were in one place at the same time, which does not say that they have met. */
  | 'POTENTIAL';

/** The target of introductions: exactly one of these members. A uuid or a website costs nothing; by any other identifier it is searched for free, and costs one credit only where the upstream does not find it so. */
export type IntroTarget =
  {   /** The people who work at a company now. */
  readonly company: CompanyBy; readonly companyWebsite?: never; readonly profile?: never; }
  |  { readonly company?: never;   /** The people who work now at the company with this website, such as `aurora-labs.example`. */
  readonly companyWebsite: string; readonly profile?: never; }
  |  { readonly company?: never; readonly companyWebsite?: never;   /** The person to reach, by any identifier. */
  readonly profile: ProfileBy; };

/** How well a connector knows somebody, from the normalised strength. */
export type IntroTier =
  /** The data service’s normalised strength is 2. */
  | 'GOOD'
  /** The data service’s normalised strength is 0, or none is known. */
  | 'NONE'
  /** The data service’s normalised strength is 3. */
  | 'STRONG'
  /** The data service’s normalised strength is 1. */
  | 'WEAK';

/** The reasons for which a plan does not reach a target. */
export type IntroUnreachedReason =
  /** The target is a connector of the team, who can be asked directly. */
  | 'CONNECTOR'
  /** The connectors who could introduce are asked for as many others as `perConnector` allows. */
  | 'CONNECTORS_TAKEN'
  /** An earlier target is the same. */
  | 'DUPLICATE'
  /** No path to the target was found. */
  | 'NO_PATH'
  /** Another reason, which `message` describes. */
  | 'OTHER'
  /** The data service has no record of the target’s identifier. */
  | 'UNKNOWN';

/** Conditions on a company as an investor. All that is given must hold; a null is as absent. */
export type InvestorProfileWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<InvestorProfileWhere> | null | undefined;
  /** The regions in which it invests, such as `Europe`. */
  readonly geographyFocus?: KeywordFilter | null | undefined;
  /** What it has invested in, by name, such as `Kestrel Robotics`. */
  readonly investments?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: InvestorProfileWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<InvestorProfileWhere> | null | undefined;
  /** The fields in which it is a specialist, such as `Robotics`. */
  readonly specialities?: KeywordFilter | null | undefined;
  /** The kinds of investor that it is, such as `Venture Capital`. */
  readonly type?: KeywordFilter | null | undefined;
};

/** Conditions on the investors in a funding round. All that is given must hold; a null is as absent. */
export type InvestorWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<InvestorWhere> | null | undefined;
  /** The investor’s slug in the external funding database, such as `blue-heron-capital`. */
  readonly fundingdbSlug?: KeywordFilter | null | undefined;
  /** The id of the investor’s record, a company’s or a person’s as `kind` says, such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`. */
  readonly id?: KeywordFilter | null | undefined;
  /** Whether the investor is a company or a person; values seen: `company`, `person`. */
  readonly kind?: KeywordFilter | null | undefined;
  /** The investor’s name as the round lists it, such as `Blue Heron Capital`. */
  readonly name?: TextFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: InvestorWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<InvestorWhere> | null | undefined;
};

/** The kind of identifier by which somebody is kept out of introductions. */
export type KeptIntroExclusionKind =
  /** A connector is named by its own id, a uuid. */
  | 'CONNECTOR_ID'
  /** By something that this version of the graph does not know. */
  | 'OTHER'
  /** A person, by the uuid of the profile. */
  | 'PROFILE_ID'
  /** A person, by the alphanumeric entity id on the external network. */
  | 'PROFILE_XNET_ENTITY_ID'
  /** A person, by the numeric id on the external network. */
  | 'PROFILE_XNET_ID'
  /** A person, by the slug on the external network. */
  | 'PROFILE_XNET_SLUG';

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

/** Conditions on a company’s latest funding round. All that is given must hold; a null is as absent. */
export type LastRoundWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<LastRoundWhere> | null | undefined;
  /** The money raised in the round, in US dollars; null where it was not disclosed. */
  readonly lastRoundAmountUsd?: NumberFilter | null | undefined;
  /** When the round was announced. */
  readonly lastRoundDate?: DateTimeFilter | null | undefined;
  /** The companies and people who invested in the round. */
  readonly lastRoundInvestors?: InvestorWhere | null | undefined;
  /** What kind of round it was, such as `series_a`. */
  readonly lastRoundType?: KeywordFilter | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: LastRoundWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<LastRoundWhere> | null | undefined;
};

/** The reasons for which a stream of events ends. */
export type MappingTaskEnd =
  /** The network is mapped, and the task’s result can be read. */
  | 'MAPPED'
  /** The mapping failed, and has no result. */
  | 'MAPPING_FAILED'
  /** The task has not ended within the time that the graph follows one. */
  | 'TIMED_OUT'
  /** The upstream has known no such task of this team for too long. */
  | 'UNKNOWN_TASK';

/** What an event of a mapping task reports. */
export type MappingTaskEventKind =
  /** The stream ends though the task has not. */
  | 'END'
  /** A keep-alive, which carries no news; sent only where `heartbeat` was given. */
  | 'HEARTBEAT'
  /** The data service answers for the task again. */
  | 'RECOVERY'
  /** The status of the task: at first as it is now, then each change. */
  | 'STATUS'
  /** The upstream does not answer for the task; the graph keeps asking. */
  | 'TROUBLE';

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

/** A row of a list of people: any of these members may name the person, and what is empty or odd is left out. */
export type MatchRow = {
  /** The website of the current employer, such as `aurora-labs.example`, in any usual spelling. */
  readonly companyWebsite?: string | null | undefined;
  /** An e-mail address, such as `ada@example.com`; capitals make no difference. */
  readonly email?: string | null | undefined;
  /** The full name, such as `Ada Lovelace`; it counts together with `companyWebsite` only. */
  readonly fullName?: string | null | undefined;
  /** The profile’s id, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`. */
  readonly id?: string | number | null | undefined;
  /** The slug on the external network, such as `ada-lovelace`. */
  readonly xnetSlug?: string | null | undefined;
  /** The URL of the page on the external network, such as `https://xnet.example/in/ada-lovelace`. */
  readonly xnetUrl?: string | null | undefined;
};

/** What became of a row of a list that was matched. */
export type MatchState =
  /** Several records have the names of the row; `reason` says how many. */
  | 'AMBIGUOUS'
  /** An earlier row is the same record; `sameAs` is its index. */
  | 'DUPLICATE'
  /** The team’s network reaches this person, or somebody who works at this company now. */
  | 'KNOWN'
  /** Nothing was looked for, since the data service does not search by such a name, or `checkRecords` was not asked for. */
  | 'NOT_CHECKED'
  /** The data service has exactly one record of it, which the network does not reach. */
  | 'ON_RECORD'
  /** Something that this version of the graph does not know. */
  | 'OTHER'
  /** No record has the names of the row, or the row holds no name that can be read. */
  | 'UNKNOWN';

/** A target to be added to a target list. */
export type NewTarget = {
  /** A note, as free text of up to 500 characters. */
  readonly note?: string | null | undefined;
  /** The person or company; exactly one member. */
  readonly ref: IntroTarget;
  /** How far the introduction has come; without it, nobody was asked. */
  readonly status?: TargetStatus | null | undefined;
};

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

/** A change to a target of a list; what is absent stays as it is. */
export type TargetEdit = {
  /** The target’s id within its list, such as `mJ0yF3kQ1c8Xb2VtZ4nRsA`. */
  readonly id: string | number;
  /** The new note, as free text of up to 500 characters; an empty one removes it. */
  readonly note?: string | null | undefined;
  /** How far the introduction has come by now. */
  readonly status?: TargetStatus | null | undefined;
};

/** How far the introduction to a target has come. */
export type TargetStatus =
  /** A connector was asked, and has not answered yet. */
  | 'ASKED'
  /** The introduction was made, by whomever. */
  | 'INTRODUCED'
  /** The connector or the target declined, or the team gave up. */
  | 'NO'
  /** A status that this version of the graph does not know; it cannot be set. */
  | 'OTHER'
  /** Nobody was asked for the introduction yet; so begins each target. */
  | 'TO_ASK';

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

/** Conditions on what a company builds with. All that is given must hold; a null is as absent. */
export type TechStackWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<TechStackWhere> | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: TechStackWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<TechStackWhere> | null | undefined;
  /** The products that it builds with, by name, such as `PostgreSQL`. */
  readonly products?: KeywordFilter | null | undefined;
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

/** Conditions on how many people work at a company. All that is given must hold; a null is as absent. */
export type WorkforceWhere = {
  /** Conditions that must all hold, beside the others given here. */
  readonly and?: ReadonlyArray<WorkforceWhere> | null | undefined;
  /** How many people work there, by the latest count. */
  readonly headcount?: NumberFilter | null | undefined;
  /** Earlier head counts, in the order sent (oldest first in our service). */
  readonly historicalHeadcount?: HeadcountPointWhere | null | undefined;
  /** Conditions that must not hold together. */
  readonly not?: WorkforceWhere | null | undefined;
  /** Conditions of which one at least must hold; an empty list matches nothing. */
  readonly or?: ReadonlyArray<WorkforceWhere> | null | undefined;
  /** The class of size that the head count falls in, such as `51-200`. */
  readonly sizeClass?: KeywordFilter | null | undefined;
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
            readonly currentCompanyName: string | null,
            readonly xnetUrl: string | null,
            readonly workEmail: string | null
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

export type PeopleAtQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
}>;


export type PeopleAtQuery = {
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
        readonly currentCompanyName: string | null,
        readonly xnetUrl: string | null,
        readonly workEmail: string | null
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
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null,
        readonly xnetUrl: string | null,
        readonly workEmail: string | null
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

export type FindCompaniesQueryVariables = Exact<{
  where: CompanyWhere;
  name: string;
}>;


export type FindCompaniesQuery = {
  readonly exact: {
    readonly totalCount: number,
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
        readonly currentCompanyName: string | null,
        readonly xnetUrl: string | null,
        readonly workEmail: string | null
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

export type MovedLatelyQueryVariables = Exact<{
  since: string;
  first: number;
}>;


export type MovedLatelyQuery = {
  readonly relationships: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null,
        readonly xnetUrl: string | null,
        readonly workEmail: string | null
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

export type RunningQueryVariables = Exact<{ [key: string]: never; }>;


export type RunningQuery = {
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
    readonly totalCount: number
  }> | null
};

export type PeopleByNameQueryVariables = Exact<{
  where: ProfileWhere;
  first: number;
}>;


export type PeopleByNameQuery = {
  readonly relationships: {
    readonly totalCount: number,
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

export type PeopleOnRecordQueryVariables = Exact<{
  where: ProfileWhere;
}>;


export type PeopleOnRecordQuery = {
  readonly searchProfiles: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly id: string
    }>
  } | null
};

export type CompaniesWhereQueryVariables = Exact<{
  where: CompanyWhere;
}>;


export type CompaniesWhereQuery = {
  readonly searchCompanies: {
    readonly totalCount: number,
    readonly nodes: ReadonlyArray<{
      readonly id: string
    }>
  } | null
};

export type EmployersByNameQueryVariables = Exact<{
  name: string;
}>;


export type EmployersByNameQuery = {
  readonly relationships: {
    readonly nodes: ReadonlyArray<{
      readonly profile: {
        readonly currentCompanyName: string | null
      } | null
    }>
  } | null
};

export type KindOfQueryVariables = Exact<{
  id: string | number;
}>;


export type KindOfQuery = {
  readonly node:
    | {
      readonly __typename: 'Company',
      readonly id: string
    }
    | {
      readonly __typename: 'Profile',
      readonly id: string
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

export type PlanQueryVariables = Exact<{
  to: ReadonlyArray<IntroTarget> | IntroTarget;
  perConnector: number;
  hops: number;
  leftOut: ReadonlyArray<string | number> | string | number;
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

export type MatchPastedQueryVariables = Exact<{
  people: ReadonlyArray<MatchRow> | MatchRow;
  companies: ReadonlyArray<CompanyMatchRow> | CompanyMatchRow;
}>;


export type MatchPastedQuery = {
  readonly matchPeople: {
    readonly rows: ReadonlyArray<{
      readonly state: MatchState,
      readonly id: string | null,
      readonly sameAs: number | null,
      readonly relationship: {
        readonly profile: {
          readonly id: string,
          readonly fullName: string | null,
          readonly currentTitle: string | null,
          readonly currentCompanyName: string | null
        } | null
      } | null
    }>
  } | null,
  readonly matchCompanies: {
    readonly rows: ReadonlyArray<{
      readonly state: MatchState,
      readonly id: string | null,
      readonly sameAs: number | null
    }>
  } | null
};

export type KeptListsQueryVariables = Exact<{ [key: string]: never; }>;


export type KeptListsQuery = {
  readonly targetLists: ReadonlyArray<{
    readonly id: string,
    readonly name: string,
    readonly totalCount: number
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
    >
  } | null
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
        readonly id: string,
        readonly fullName: string | null,
        readonly currentTitle: string | null,
        readonly currentCompanyName: string | null,
        readonly xnetUrl: string | null,
        readonly workEmail: string | null
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
    readonly id: string,
    readonly fullName: string | null,
    readonly currentTitle: string | null,
    readonly currentCompanyName: string | null,
    readonly xnetUrl: string | null,
    readonly workEmail: string | null
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
    >
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
        readonly id: string,
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
    readonly usage: number
  } | null,
  readonly purse: {
    readonly id: string,
    readonly label: string,
    readonly total: number,
    readonly left: number
  } | null
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
  text: "query TaskResult($id:ID!$first:Int!){mappingTask(id:$id){result(first:$first){...on RelationshipConnection{totalCount nodes{...NetworkRow}}...on MappingResultUnavailable{message code}...on CreditLimit{message code}...on UpstreamFailed{message code}}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}connections{connectorName connector{id}}}",
};

export const CompanyWays: Document<CompanyWaysQuery, CompanyWaysQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyWays($id:ID!$where:ProfileWhere$first:Int!){introPaths(to:{company:{id:$id}}where:$where first:$first){totalCount people notes problems{code message}nodes{...Way}}}fragment Way on IntroPath{confidence strength tier why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{id fullName currentTitle currentCompanyName}steps{kind why confidence from until profile{id fullName currentTitle currentCompanyName}sources{...Evidence}}}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const PeopleAt: Document<PeopleAtQuery, PeopleAtQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PeopleAt($id:String!$first:Int!$after:String){relationships(where:{currentCompanyId:{eq:$id}}first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}connections{connectorName connector{id}}}",
};

export const PeopleOnceAt: Document<PeopleOnceAtQuery, PeopleOnceAtQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PeopleOnceAt($id:String!$first:Int!$after:String){relationships(where:{experience:{some:{companyId:{eq:$id}isCurrent:{eq:false}}}}first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}connections{connectorName connector{id}}}",
};

export const CountAt: Document<CountAtQuery, CountAtQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CountAt($id:String!){searchProfiles(where:{currentCompanyId:{eq:$id}}first:0){totalCount}}",
};

export const CompanyRecord: Document<CompanyRecordQuery, CompanyRecordQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyRecord($id:ID!){company(by:{id:$id}){__typename ...on Company{id name summary description founded industries websites locations{name isPrimary}workforce{headcount sizeClass}funding{totalFundingAmountUsd rounds(orderBy:EARLIEST_FIRST){type amountUsd date investors{id name}}}tags{id name}}...on Problem{code message}}}",
};

export const FindCompanies: Document<FindCompaniesQuery, FindCompaniesQueryVariables, 'query'> = {
  operation: 'query',
  text: "query FindCompanies($where:CompanyWhere!$name:String!){exact:searchCompanies(where:$where first:20){totalCount nodes{id}}similar:relationships(where:{currentCompanyName:{matches:$name}}first:200){nodes{profile{currentCompanyName}}}}",
};

export const Employers: Document<EmployersQuery, EmployersQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Employers($first:Int!$after:String){relationships(first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{profile{currentCompanyName}}}}",
};

export const Reach: Document<ReachQuery, ReachQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Reach($first:Int!){relationships(first:$first){totalCount nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}connections{connectorName connector{id}}}",
};

export const Suggest: Document<SuggestQuery, SuggestQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Suggest($text:String!$first:Int!){relationships(where:{or:[{fullName:{matches:$text}}{currentCompanyName:{matches:$text}}]}first:$first){nodes{profile{id fullName currentTitle currentCompanyName}}}}",
};

export const MovedLately: Document<MovedLatelyQuery, MovedLatelyQueryVariables, 'query'> = {
  operation: 'query',
  text: "query MovedLately($since:Date!$first:Int!){relationships(where:{experience:{some:{isCurrent:{eq:true}startDate:{gte:$since}}}}first:$first){totalCount nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}connections{connectorName connector{id}}}",
};

export const Running: Document<RunningQuery, RunningQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Running{recentTasks(first:5){id status final startedAt companyWebsite}targetLists(first:5){id name totalCount}}",
};

export const PeopleByName: Document<PeopleByNameQuery, PeopleByNameQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PeopleByName($where:ProfileWhere!$first:Int!){relationships(where:$where first:$first){totalCount nodes{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}}}}",
};

export const PeopleOnRecord: Document<PeopleOnRecordQuery, PeopleOnRecordQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PeopleOnRecord($where:ProfileWhere!){searchProfiles(where:$where first:5){totalCount nodes{id}}}",
};

export const CompaniesWhere: Document<CompaniesWhereQuery, CompaniesWhereQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompaniesWhere($where:CompanyWhere!){searchCompanies(where:$where first:5){totalCount nodes{id}}}",
};

export const EmployersByName: Document<EmployersByNameQuery, EmployersByNameQueryVariables, 'query'> = {
  operation: 'query',
  text: "query EmployersByName($name:String!){relationships(where:{currentCompanyName:{matches:$name}}first:200){nodes{profile{currentCompanyName}}}}",
};

export const KindOf: Document<KindOfQuery, KindOfQueryVariables, 'query'> = {
  operation: 'query',
  text: "query KindOf($id:ID!){node(id:$id){__typename id}}",
};

export const PersonIdentity: Document<PersonIdentityQuery, PersonIdentityQueryVariables, 'query'> = {
  operation: 'query',
  text: "query PersonIdentity($by:ProfileBy!){profile(by:$by){__typename ...on Profile{id}...on Problem{code message}}}",
};

export const CompanyIdentity: Document<CompanyIdentityQuery, CompanyIdentityQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CompanyIdentity($slug:String!){company(by:{xnetSlug:$slug}){__typename ...on Company{id}...on Problem{code message}}}",
};

export const Plan: Document<PlanQuery, PlanQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Plan($to:[IntroTarget!]!$perConnector:Int!$hops:Int!$leftOut:[ID!]!){introPlan(to:$to perConnector:$perConnector hops:$hops exclude:{connectors:$leftOut}){confidence notes asks{connector{id name profile{xnetUrl currentTitle currentCompanyName}}introductions{at path{...Way}}}unreached{at reason message target{id fullName currentTitle currentCompanyName}}}}fragment Way on IntroPath{confidence strength tier why connector{id name profile{xnetUrl fullName currentTitle currentCompanyName}}target{id fullName currentTitle currentCompanyName}steps{kind why confidence from until profile{id fullName currentTitle currentCompanyName}sources{...Evidence}}}fragment Evidence on ConnectionSource{__typename origin ...on WorkOverlap{sharedCompany sharedCompanyId overlapStartDate overlapEndDate overlapDurationMonths}...on EducationOverlap{sharedSchool sharedMajor overlapStartDate overlapEndDate graduationYear}...on SharedInvestor{investor portfolioCompany}...on OtherSource{sharedCompany sharedCompanyId sharedSchool investor overlapStartDate overlapEndDate}}",
};

export const MatchPasted: Document<MatchPastedQuery, MatchPastedQueryVariables, 'query'> = {
  operation: 'query',
  text: "query MatchPasted($people:[MatchRow!]!$companies:[CompanyMatchRow!]!){matchPeople(rows:$people checkRecords:true){rows{state id sameAs relationship{profile{id fullName currentTitle currentCompanyName}}}}matchCompanies(rows:$companies checkRecords:true){rows{state id sameAs}}}",
};

export const KeptLists: Document<KeptListsQuery, KeptListsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query KeptLists{targetLists(first:200){id name totalCount}}",
};

export const KeptTargets: Document<KeptTargetsQuery, KeptTargetsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query KeptTargets($id:ID!){targetList(id:$id){id name targets{id status note companyWebsite profile{id}company{id}}}}",
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

export const BestAsks: Document<BestAsksQuery, BestAsksQueryVariables, 'query'> = {
  operation: 'query',
  text: "query BestAsks($to:[IntroTarget!]!){introPlan(to:$to perConnector:1000){asks{connector{id name}introductions{at path{confidence why}}}}}",
};

export const Network: Document<NetworkQuery, NetworkQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Network($where:ProfileWhere$first:Int!$after:String){relationships(where:$where first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{...NetworkRow}}}fragment NetworkRow on Relationship{profile{id fullName currentTitle currentCompanyName xnetUrl workEmail}connections{connectorName connector{id}}}",
};

export const CountPeople: Document<CountPeopleQuery, CountPeopleQueryVariables, 'query'> = {
  operation: 'query',
  text: "query CountPeople($where:ProfileWhere){relationships(where:$where first:0){totalCount}searchProfiles(where:$where first:0){totalCount}}",
};

export const Everyone: Document<EveryoneQuery, EveryoneQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Everyone($where:ProfileWhere$first:Int!$after:String){searchProfiles(where:$where first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{id fullName currentTitle currentCompanyName currentCompanyId currentLocation}}}",
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

export const ReachRows: Document<ReachRowsQuery, ReachRowsQueryVariables, 'query'> = {
  operation: 'query',
  text: "query ReachRows($first:Int!$after:String){relationships(first:$first after:$after){totalCount pageInfo{hasNextPage endCursor}nodes{profile{id currentTitle currentCompanyName}connections{connectorName connector{id}}}}}",
};

export const Viewer: Document<ViewerQuery, ViewerQueryVariables, 'query'> = {
  operation: 'query',
  text: "query Viewer{viewer{id name can{keep act mapNetwork manageTeams}}credits{usage}purse{id label total left}}",
};
