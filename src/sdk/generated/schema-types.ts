// Made by codegen.ts from schema/; do not edit.
export type BooleanFilter = {
  readonly eq?: boolean | null | undefined;
  readonly isNull?: boolean | null | undefined;
  readonly ne?: boolean | null | undefined;
};

export type BusinessDataWhere = {
  readonly and?: ReadonlyArray<BusinessDataWhere> | null | undefined;
  readonly customerTypes?: KeywordFilter | null | undefined;
  readonly financingProfile?: FinancingProfileWhere | null | undefined;
  readonly identifiers?: BusinessIdentifiersWhere | null | undefined;
  readonly isAcquired?: BooleanFilter | null | undefined;
  readonly isExited?: BooleanFilter | null | undefined;
  readonly isGovernment?: BooleanFilter | null | undefined;
  readonly isNonProfit?: BooleanFilter | null | undefined;
  readonly isShutDown?: BooleanFilter | null | undefined;
  readonly isStartup?: BooleanFilter | null | undefined;
  readonly isStealth?: BooleanFilter | null | undefined;
  readonly not?: BusinessDataWhere | null | undefined;
  readonly or?: ReadonlyArray<BusinessDataWhere> | null | undefined;
  readonly ownershipStatus?: KeywordFilter | null | undefined;
  readonly ownershipStatusDetailed?: KeywordFilter | null | undefined;
  readonly patentCount?: NumberFilter | null | undefined;
  readonly stockExchange?: KeywordFilter | null | undefined;
};

export type BusinessIdentifiersWhere = {
  readonly and?: ReadonlyArray<BusinessIdentifiersWhere> | null | undefined;
  readonly cageCode?: KeywordFilter | null | undefined;
  readonly dunsCode?: KeywordFilter | null | undefined;
  readonly naicsCode?: KeywordFilter | null | undefined;
  readonly not?: BusinessIdentifiersWhere | null | undefined;
  readonly or?: ReadonlyArray<BusinessIdentifiersWhere> | null | undefined;
  readonly stockTicker?: KeywordFilter | null | undefined;
};

export type CertificationWhere = {
  readonly and?: ReadonlyArray<CertificationWhere> | null | undefined;
  readonly endDate?: KeywordFilter | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: CertificationWhere | null | undefined;
  readonly or?: ReadonlyArray<CertificationWhere> | null | undefined;
  readonly organization?: TextFilter | null | undefined;
  readonly startDate?: KeywordFilter | null | undefined;
};

export type CompanyAccountWhere = {
  readonly and?: ReadonlyArray<CompanyAccountWhere> | null | undefined;
  readonly id?: KeywordFilter | null | undefined;
  readonly network?: KeywordFilter | null | undefined;
  readonly not?: CompanyAccountWhere | null | undefined;
  readonly or?: ReadonlyArray<CompanyAccountWhere> | null | undefined;
  readonly slug?: KeywordFilter | null | undefined;
  readonly url?: KeywordFilter | null | undefined;
};

export type CompanyBy =
  {   readonly id: string | number; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never;   readonly xnetId: number; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetId?: never;   readonly xnetSlug: string; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetId?: never; readonly xnetSlug?: never;   readonly xnetUrl: string; };

export type CompanyLocationListWhere = {
  readonly every?: CompanyLocationWhere | null | undefined;
  readonly none?: CompanyLocationWhere | null | undefined;
  readonly some?: CompanyLocationWhere | null | undefined;
};

export type CompanyLocationWhere = {
  readonly and?: ReadonlyArray<CompanyLocationWhere> | null | undefined;
  readonly country?: KeywordFilter | null | undefined;
  readonly isPrimary?: BooleanFilter | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: CompanyLocationWhere | null | undefined;
  readonly or?: ReadonlyArray<CompanyLocationWhere> | null | undefined;
};

export type CompanyWhere = {
  readonly alternativeNames?: TextFilter | null | undefined;
  readonly and?: ReadonlyArray<CompanyWhere> | null | undefined;
  readonly businessData?: BusinessDataWhere | null | undefined;
  readonly canonicalName?: KeywordFilter | null | undefined;
  readonly contactInfo?: ContactInfoWhere | null | undefined;
  readonly description?: TextFilter | null | undefined;
  readonly founded?: DateTimeFilter | null | undefined;
  readonly funding?: FundingWhere | null | undefined;
  readonly id?: KeywordFilter | null | undefined;
  readonly industries?: KeywordFilter | null | undefined;
  readonly investor?: InvestorProfileWhere | null | undefined;
  readonly locations?: CompanyLocationListWhere | null | undefined;
  readonly logoUrl?: KeywordFilter | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: CompanyWhere | null | undefined;
  readonly or?: ReadonlyArray<CompanyWhere> | null | undefined;
  readonly socialMedia?: CompanyAccountWhere | null | undefined;
  readonly summary?: TextFilter | null | undefined;
  readonly techStack?: TechStackWhere | null | undefined;
  readonly updatedAt?: DateTimeFilter | null | undefined;
  readonly websites?: KeywordFilter | null | undefined;
  readonly workforce?: WorkforceWhere | null | undefined;
  readonly xnetSlugs?: KeywordFilter | null | undefined;
};

export type ContactInfoWhere = {
  readonly and?: ReadonlyArray<ContactInfoWhere> | null | undefined;
  readonly email?: KeywordFilter | null | undefined;
  readonly not?: ContactInfoWhere | null | undefined;
  readonly or?: ReadonlyArray<ContactInfoWhere> | null | undefined;
  readonly phone?: KeywordFilter | null | undefined;
  readonly url?: KeywordFilter | null | undefined;
};

export type CreditLimitScope =
  | 'ALLOWANCE'
  | 'BUDGET'
  | 'OTHER'
  | 'PURSE';

export type DateFilter = {
  readonly eq?: string | null | undefined;
  readonly gt?: string | null | undefined;
  readonly gte?: string | null | undefined;
  readonly isNull?: boolean | null | undefined;
  readonly lt?: string | null | undefined;
  readonly lte?: string | null | undefined;
  readonly ne?: string | null | undefined;
};

export type DateTimeFilter = {
  readonly eq?: string | null | undefined;
  readonly gt?: string | null | undefined;
  readonly gte?: string | null | undefined;
  readonly isNull?: boolean | null | undefined;
  readonly lt?: string | null | undefined;
  readonly lte?: string | null | undefined;
  readonly ne?: string | null | undefined;
};

export type EducationListWhere = {
  readonly every?: EducationWhere | null | undefined;
  readonly none?: EducationWhere | null | undefined;
  readonly some?: EducationWhere | null | undefined;
};

export type EducationWhere = {
  readonly activities?: TextFilter | null | undefined;
  readonly and?: ReadonlyArray<EducationWhere> | null | undefined;
  readonly degrees?: KeywordFilter | null | undefined;
  readonly description?: TextFilter | null | undefined;
  readonly endDate?: DateFilter | null | undefined;
  readonly grade?: KeywordFilter | null | undefined;
  readonly majors?: KeywordFilter | null | undefined;
  readonly not?: EducationWhere | null | undefined;
  readonly or?: ReadonlyArray<EducationWhere> | null | undefined;
  readonly school?: SchoolWhere | null | undefined;
  readonly startDate?: DateFilter | null | undefined;
};

export type EmployerLocationWhere = {
  readonly and?: ReadonlyArray<EmployerLocationWhere> | null | undefined;
  readonly city?: KeywordFilter | null | undefined;
  readonly country?: KeywordFilter | null | undefined;
  readonly isPrimary?: BooleanFilter | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: EmployerLocationWhere | null | undefined;
  readonly or?: ReadonlyArray<EmployerLocationWhere> | null | undefined;
  readonly state?: KeywordFilter | null | undefined;
};

export type EmployerWhere = {
  readonly and?: ReadonlyArray<EmployerWhere> | null | undefined;
  readonly canonicalName?: KeywordFilter | null | undefined;
  readonly founded?: DateTimeFilter | null | undefined;
  readonly id?: KeywordFilter | null | undefined;
  readonly industries?: KeywordFilter | null | undefined;
  readonly locations?: EmployerLocationWhere | null | undefined;
  readonly logoUrl?: KeywordFilter | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: EmployerWhere | null | undefined;
  readonly or?: ReadonlyArray<EmployerWhere> | null | undefined;
  readonly size?: HeadcountRangeWhere | null | undefined;
  readonly socialMedia?: CompanyAccountWhere | null | undefined;
  readonly websites?: KeywordFilter | null | undefined;
};

export type ExperienceListWhere = {
  readonly every?: ExperienceWhere | null | undefined;
  readonly none?: ExperienceWhere | null | undefined;
  readonly some?: ExperienceWhere | null | undefined;
};

export type ExperienceWhere = {
  readonly and?: ReadonlyArray<ExperienceWhere> | null | undefined;
  readonly company?: EmployerWhere | null | undefined;
  readonly companyId?: KeywordFilter | null | undefined;
  readonly description?: TextFilter | null | undefined;
  readonly endDate?: DateFilter | null | undefined;
  readonly function?: KeywordFilter | null | undefined;
  readonly isCurrent?: BooleanFilter | null | undefined;
  readonly location?: KeywordFilter | null | undefined;
  readonly not?: ExperienceWhere | null | undefined;
  readonly or?: ReadonlyArray<ExperienceWhere> | null | undefined;
  readonly seniorities?: KeywordFilter | null | undefined;
  readonly startDate?: DateFilter | null | undefined;
  readonly startDateConfidence?: KeywordFilter | null | undefined;
  readonly status?: KeywordFilter | null | undefined;
  readonly title?: TextFilter | null | undefined;
};

export type FinancingProfileWhere = {
  readonly and?: ReadonlyArray<FinancingProfileWhere> | null | undefined;
  readonly ipoDate?: DateTimeFilter | null | undefined;
  readonly marketCap?: NumberFilter | null | undefined;
  readonly not?: FinancingProfileWhere | null | undefined;
  readonly or?: ReadonlyArray<FinancingProfileWhere> | null | undefined;
  readonly outstandingShares?: NumberFilter | null | undefined;
  readonly status?: KeywordFilter | null | undefined;
};

export type FundingRoundListWhere = {
  readonly every?: FundingRoundWhere | null | undefined;
  readonly none?: FundingRoundWhere | null | undefined;
  readonly some?: FundingRoundWhere | null | undefined;
};

export type FundingRoundWhere = {
  readonly amountUsd?: NumberFilter | null | undefined;
  readonly and?: ReadonlyArray<FundingRoundWhere> | null | undefined;
  readonly date?: DateTimeFilter | null | undefined;
  readonly investors?: InvestorWhere | null | undefined;
  readonly not?: FundingRoundWhere | null | undefined;
  readonly or?: ReadonlyArray<FundingRoundWhere> | null | undefined;
  readonly type?: KeywordFilter | null | undefined;
};

export type FundingWhere = {
  readonly and?: ReadonlyArray<FundingWhere> | null | undefined;
  readonly lastRound?: LastRoundWhere | null | undefined;
  readonly not?: FundingWhere | null | undefined;
  readonly or?: ReadonlyArray<FundingWhere> | null | undefined;
  readonly rounds?: FundingRoundListWhere | null | undefined;
  readonly totalFundingAmountUsd?: NumberFilter | null | undefined;
};

export type HeadcountPointWhere = {
  readonly and?: ReadonlyArray<HeadcountPointWhere> | null | undefined;
  readonly count?: NumberFilter | null | undefined;
  readonly not?: HeadcountPointWhere | null | undefined;
  readonly or?: ReadonlyArray<HeadcountPointWhere> | null | undefined;
  readonly timestamp?: NumberFilter | null | undefined;
};

export type HeadcountRangeWhere = {
  readonly and?: ReadonlyArray<HeadcountRangeWhere> | null | undefined;
  readonly max?: NumberFilter | null | undefined;
  readonly min?: NumberFilter | null | undefined;
  readonly not?: HeadcountRangeWhere | null | undefined;
  readonly or?: ReadonlyArray<HeadcountRangeWhere> | null | undefined;
};

export type IntroTarget =
  {   readonly company: CompanyBy; readonly companyWebsite?: never; readonly profile?: never; }
  |  { readonly company?: never;   readonly companyWebsite: string; readonly profile?: never; }
  |  { readonly company?: never; readonly companyWebsite?: never;   readonly profile: ProfileBy; };

export type InvestorProfileWhere = {
  readonly and?: ReadonlyArray<InvestorProfileWhere> | null | undefined;
  readonly geographyFocus?: KeywordFilter | null | undefined;
  readonly investments?: KeywordFilter | null | undefined;
  readonly not?: InvestorProfileWhere | null | undefined;
  readonly or?: ReadonlyArray<InvestorProfileWhere> | null | undefined;
  readonly specialities?: KeywordFilter | null | undefined;
  readonly type?: KeywordFilter | null | undefined;
};

export type InvestorWhere = {
  readonly and?: ReadonlyArray<InvestorWhere> | null | undefined;
  readonly fundingdbSlug?: KeywordFilter | null | undefined;
  readonly id?: KeywordFilter | null | undefined;
  readonly kind?: KeywordFilter | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: InvestorWhere | null | undefined;
  readonly or?: ReadonlyArray<InvestorWhere> | null | undefined;
};

export type KeywordFilter = {
  readonly eq?: string | null | undefined;
  readonly eqIgnoreCase?: string | null | undefined;
  readonly in?: ReadonlyArray<string> | null | undefined;
  readonly isNull?: boolean | null | undefined;
  readonly ne?: string | null | undefined;
  readonly prefix?: string | null | undefined;
  readonly prefixIgnoreCase?: string | null | undefined;
};

export type LastRoundWhere = {
  readonly and?: ReadonlyArray<LastRoundWhere> | null | undefined;
  readonly lastRoundAmountUsd?: NumberFilter | null | undefined;
  readonly lastRoundDate?: DateTimeFilter | null | undefined;
  readonly lastRoundInvestors?: InvestorWhere | null | undefined;
  readonly lastRoundType?: KeywordFilter | null | undefined;
  readonly not?: LastRoundWhere | null | undefined;
  readonly or?: ReadonlyArray<LastRoundWhere> | null | undefined;
};

export type MapNetworkInput = {
  readonly callbackUrl?: string | null | undefined;
  readonly companyWebsite?: string | null | undefined;
  readonly dsl?: unknown;
  readonly idempotencyKey?: string | null | undefined;
  readonly waitSeconds?: number | null | undefined;
  readonly where?: ProfileWhere | null | undefined;
};

export type MappingTaskStatus =
  | 'FAILED'
  | 'IN_PROGRESS'
  | 'MAPPED'
  | 'NOT_MAPPED'
  | 'OTHER'
  | 'UNKNOWN';

export type NumberFilter = {
  readonly eq?: number | null | undefined;
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
  readonly isNull?: boolean | null | undefined;
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
  readonly ne?: number | null | undefined;
};

export type ProblemCode =
  | 'BAD_UPSTREAM_REQUEST'
  | 'CANCELLED'
  | 'CREDIT_BUDGET'
  | 'CREDIT_LIMIT'
  | 'CREDIT_PURSE'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'OTHER'
  | 'PURSE_UNAVAILABLE'
  | 'RATE_LIMITED'
  | 'RESULT_UNAVAILABLE'
  | 'UPSTREAM_FAILED'
  | 'UPSTREAM_MALFORMED'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_UNREACHABLE';

export type ProfileAccountListWhere = {
  readonly every?: ProfileAccountWhere | null | undefined;
  readonly none?: ProfileAccountWhere | null | undefined;
  readonly some?: ProfileAccountWhere | null | undefined;
};

export type ProfileAccountWhere = {
  readonly and?: ReadonlyArray<ProfileAccountWhere> | null | undefined;
  readonly connections?: NumberFilter | null | undefined;
  readonly entityId?: KeywordFilter | null | undefined;
  readonly followers?: NumberFilter | null | undefined;
  readonly id?: KeywordFilter | null | undefined;
  readonly joinDate?: KeywordFilter | null | undefined;
  readonly network?: KeywordFilter | null | undefined;
  readonly not?: ProfileAccountWhere | null | undefined;
  readonly or?: ReadonlyArray<ProfileAccountWhere> | null | undefined;
  readonly slug?: KeywordFilter | null | undefined;
  readonly url?: KeywordFilter | null | undefined;
  readonly urlStatus?: KeywordFilter | null | undefined;
};

export type ProfileBy =
  {   readonly id: string | number; readonly xnetEntityId?: never; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never;   readonly xnetEntityId: string; readonly xnetId?: never; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never;   readonly xnetId: number; readonly xnetSlug?: never; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never; readonly xnetId?: never;   readonly xnetSlug: string; readonly xnetUrl?: never; }
  |  { readonly id?: never; readonly xnetEntityId?: never; readonly xnetId?: never; readonly xnetSlug?: never;   readonly xnetUrl: string; };

export type ProfileWhere = {
  readonly about?: TextFilter | null | undefined;
  readonly and?: ReadonlyArray<ProfileWhere> | null | undefined;
  readonly certifications?: CertificationWhere | null | undefined;
  readonly connectedUsers?: KeywordFilter | null | undefined;
  readonly createdAt?: DateTimeFilter | null | undefined;
  readonly currentCompanyId?: KeywordFilter | null | undefined;
  readonly currentCompanyIndustries?: KeywordFilter | null | undefined;
  readonly currentCompanyLocation?: TextFilter | null | undefined;
  readonly currentCompanyLogoUrl?: KeywordFilter | null | undefined;
  readonly currentCompanyName?: TextFilter | null | undefined;
  readonly currentCompanySize?: HeadcountRangeWhere | null | undefined;
  readonly currentCompanyWebsites?: KeywordFilter | null | undefined;
  readonly currentCompanyXnetUrl?: KeywordFilter | null | undefined;
  readonly currentFunction?: KeywordFilter | null | undefined;
  readonly currentJobUpdatedAt?: DateTimeFilter | null | undefined;
  readonly currentLocation?: TextFilter | null | undefined;
  readonly currentSeniorities?: KeywordFilter | null | undefined;
  readonly currentTitle?: TextFilter | null | undefined;
  readonly education?: EducationListWhere | null | undefined;
  readonly emails?: KeywordFilter | null | undefined;
  readonly experience?: ExperienceListWhere | null | undefined;
  readonly firstName?: TextFilter | null | undefined;
  readonly fullName?: TextFilter | null | undefined;
  readonly headline?: TextFilter | null | undefined;
  readonly hiring?: BooleanFilter | null | undefined;
  readonly id?: KeywordFilter | null | undefined;
  readonly imageUrl?: KeywordFilter | null | undefined;
  readonly lastName?: TextFilter | null | undefined;
  readonly lastRefreshAt?: DateTimeFilter | null | undefined;
  readonly latestCompanyChangeAt?: DateFilter | null | undefined;
  readonly latestRoleChangeAt?: DateFilter | null | undefined;
  readonly locationContinent?: KeywordFilter | null | undefined;
  readonly locationCountry?: KeywordFilter | null | undefined;
  readonly locationLocality?: KeywordFilter | null | undefined;
  readonly locationRegion?: KeywordFilter | null | undefined;
  readonly not?: ProfileWhere | null | undefined;
  readonly openToWork?: BooleanFilter | null | undefined;
  readonly or?: ReadonlyArray<ProfileWhere> | null | undefined;
  readonly personalEmails?: KeywordFilter | null | undefined;
  readonly skills?: KeywordFilter | null | undefined;
  readonly smartTags?: KeywordFilter | null | undefined;
  readonly socialMedia?: ProfileAccountListWhere | null | undefined;
  readonly teamConnections?: TeamConnectionListWhere | null | undefined;
  readonly updatedAt?: DateTimeFilter | null | undefined;
  readonly workEmail?: KeywordFilter | null | undefined;
  readonly xnetUrl?: KeywordFilter | null | undefined;
};

export type SchoolLocationWhere = {
  readonly and?: ReadonlyArray<SchoolLocationWhere> | null | undefined;
  readonly city?: KeywordFilter | null | undefined;
  readonly country?: KeywordFilter | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: SchoolLocationWhere | null | undefined;
  readonly or?: ReadonlyArray<SchoolLocationWhere> | null | undefined;
  readonly state?: KeywordFilter | null | undefined;
};

export type SchoolWhere = {
  readonly and?: ReadonlyArray<SchoolWhere> | null | undefined;
  readonly location?: SchoolLocationWhere | null | undefined;
  readonly name?: TextFilter | null | undefined;
  readonly not?: SchoolWhere | null | undefined;
  readonly or?: ReadonlyArray<SchoolWhere> | null | undefined;
  readonly website?: KeywordFilter | null | undefined;
  readonly xnetId?: NumberFilter | null | undefined;
  readonly xnetUrl?: KeywordFilter | null | undefined;
};

export type TeamConnectionListWhere = {
  readonly every?: TeamConnectionWhere | null | undefined;
  readonly none?: TeamConnectionWhere | null | undefined;
  readonly some?: TeamConnectionWhere | null | undefined;
};

export type TeamConnectionWhere = {
  readonly and?: ReadonlyArray<TeamConnectionWhere> | null | undefined;
  readonly not?: TeamConnectionWhere | null | undefined;
  readonly or?: ReadonlyArray<TeamConnectionWhere> | null | undefined;
  readonly origins?: KeywordFilter | null | undefined;
  readonly teamId?: KeywordFilter | null | undefined;
};

export type TechStackWhere = {
  readonly and?: ReadonlyArray<TechStackWhere> | null | undefined;
  readonly not?: TechStackWhere | null | undefined;
  readonly or?: ReadonlyArray<TechStackWhere> | null | undefined;
  readonly products?: KeywordFilter | null | undefined;
};

export type TextFilter = {
  readonly eq?: string | null | undefined;
  readonly eqIgnoreCase?: string | null | undefined;
  readonly isNull?: boolean | null | undefined;
  readonly matches?: string | null | undefined;
  readonly ne?: string | null | undefined;
  readonly phrase?: string | null | undefined;
};

export type WorkforceWhere = {
  readonly and?: ReadonlyArray<WorkforceWhere> | null | undefined;
  readonly headcount?: NumberFilter | null | undefined;
  readonly historicalHeadcount?: HeadcountPointWhere | null | undefined;
  readonly not?: WorkforceWhere | null | undefined;
  readonly or?: ReadonlyArray<WorkforceWhere> | null | undefined;
  readonly sizeClass?: KeywordFilter | null | undefined;
};

