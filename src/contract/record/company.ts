import type { Static } from 'typebox';
import {
  caseless,
  caselesses,
  dateTime,
  flag,
  integer,
  integers,
  keyword,
  keywords,
  many,
  name,
  nested,
  one,
  shape,
  text,
  texts,
  uuid,
  uuids,
} from '../schema.ts';
import { CompanyAccount, Tag } from './profile.ts';

/** Source: the specification's "Company (v3 fetch result element)". */

export const ContactInfo = shape('ContactInfo', 'How to reach a company. A field is null if the record has no value.', {
  email: caseless('An e-mail address of the company, such as `hello@lumora.example`, unchanged from the data service.'),
  phone: keyword('A telephone number of the company, such as `+351 21 555 0134`, unchanged from the data service.'),
  url: keyword('The URL of the company’s contact page, such as `https://lumora.example/contact`.'),
});
export interface ContactInfo extends Static<typeof ContactInfo> {}

export const HeadcountPoint = shape(
  'HeadcountPoint',
  'A company’s head count at one moment. A field is null if the record has no value.',
  {
    timestamp: integer(
      'The moment of the count, as the data service sends it (seconds since 1970 in the embedded service).',
    ),
    count: integer('How many people worked at the company at that moment.'),
  },
);
export interface HeadcountPoint extends Static<typeof HeadcountPoint> {}

export const Workforce = shape(
  'Workforce',
  'How many people work at a company, now and earlier. A field is null if the record has no value.',
  {
    headcount: integer('How many people work there, by the latest count.'),
    historical_headcount: many<HeadcountPoint>(
      HeadcountPoint,
      'Earlier head counts, in the data service’s order (oldest first in the embedded service).',
    ),
    size_class: keyword('The size class of the head count, such as `51-200`.'),
  },
);
export interface Workforce extends Static<typeof Workforce> {}

export const TechStack = shape(
  'TechStack',
  'The products that a company builds with. A field is null if the record has no value.',
  {
    products: keywords('The products that it builds with, by name, such as `PostgreSQL`.'),
  },
);
export interface TechStack extends Static<typeof TechStack> {}

export const BusinessIdentifiers = shape(
  'BusinessIdentifiers',
  'A company’s codes in public registers. A field is null if the record has no value.',
  {
    stock_ticker: keyword('The symbol under which its shares are traded, such as `LUMO`; null if they are not.'),
    duns_code: keyword('The nine digits of its number in Dun & Bradstreet’s register, such as `150483782`.'),
    cage_code: keyword(
      'The Commercial and Government Entity code that suppliers of the United States’ government have, such as `1A2B3`.',
    ),
    naics_code: keyword(
      'The code of its industry in the North American Industry Classification System, such as `541511`.',
    ),
  },
);
export interface BusinessIdentifiers extends Static<typeof BusinessIdentifiers> {}

export const FinancingProfile = shape(
  'FinancingProfile',
  'How a company is financed, and what its shares are worth. A field is null if the record has no value.',
  {
    status: keyword('How it is financed now, such as `public` or `venture_backed`.'),
    ipo_date: dateTime('When its shares were first offered to the public; null if they were not.'),
    outstanding_shares: integer('How many shares are outstanding; null if they are not traded.'),
    market_cap: integer('Market capitalisation in US dollars; null if its shares are not traded.'),
  },
);
export interface FinancingProfile extends Static<typeof FinancingProfile> {}

export const BusinessData = shape(
  'BusinessData',
  'A company as a business: registers, ownership and financing. A field is null if the record has no value.',
  {
    identifiers: one<BusinessIdentifiers>(BusinessIdentifiers, 'The company’s codes in public registers.'),
    customer_types: keywords('The kinds of customers that it sells to, such as `B2B`.'),
    stock_exchange: keyword('The exchange on which its shares are traded, such as `Euronext`; null if they are not.'),
    is_acquired: flag('Whether another company has acquired this one.'),
    is_exited: flag('Whether its investors have exited, by an acquisition or a flotation.'),
    is_government: flag('Whether it is a body of a government.'),
    is_non_profit: flag('Whether it is a non-profit organisation.'),
    is_shut_down: flag('Whether it has ceased to do business.'),
    is_startup: flag('Whether it is a start-up: young and small.'),
    is_stealth: flag('Whether it works in stealth, and publishes little about itself.'),
    ownership_status: keyword('Who owns it, in a word; values seen: `public`, `private`.'),
    ownership_status_detailed: keyword('Who owns it, in detail, such as `venture_backed` or `partnership`.'),
    patent_count: integer('How many patents the company holds.'),
    financing_profile: one<FinancingProfile>(
      FinancingProfile,
      'How the company is financed, and what its shares are worth.',
    ),
  },
);
export interface BusinessData extends Static<typeof BusinessData> {}

export const CompanyLocation = shape(
  'CompanyLocation',
  'A place where a company has an office. A field is null if the record has no value.',
  {
    name: text('The place as one line, such as `Lisbon, Portugal`.'),
    country: keyword('The country’s name in English, such as `Portugal`.'),
    is_primary: flag('Whether it is the main office.'),
  },
);
export interface CompanyLocation extends Static<typeof CompanyLocation> {}

export const InvestorProfile = shape('InvestorProfile', 'A company as an investor; null if it does not invest.', {
  type: keywords('What kinds of investor it is, such as `Venture Capital`.'),
  specialities: keywords('The fields that it specializes in, such as `Robotics`.'),
  investments: keywords('What it has invested in, by name, such as `Kestrel Robotics`.'),
  geography_focus: keywords('The regions in which it invests, such as `Europe`.'),
});
export interface InvestorProfile extends Static<typeof InvestorProfile> {}

export const Investor = shape(
  'Investor',
  'An investor in a funding round: a company or a person. A field is null if the record has no value.',
  {
    id: uuid(
      'The id of the investor’s record (`kind` says whether a company’s or a person’s), such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`.',
    ),
    kind: keyword('Whether the investor is a company or a person; values seen: `company`, `person`.'),
    name: text('The investor’s name as the round lists it, such as `Blue Heron Capital`.'),
    fundingdb_slug: keyword('The investor’s slug in the external funding database, such as `blue-heron-capital`.'),
  },
);
export interface Investor extends Static<typeof Investor> {}

export const LastRound = shape(
  'LastRound',
  'A company’s latest funding round; its fields are named as in the data service. A field is null if the record has no value.',
  {
    last_round_type: keyword('What kind of round it was, such as `series_a`.'),
    last_round_amount_usd: integer('The money raised in the round, in US dollars; null if it was not disclosed.'),
    last_round_date: dateTime('When the round was announced.'),
    last_round_investors: many<Investor>(Investor, 'The companies and people who invested in the round.'),
  },
);
export interface LastRound extends Static<typeof LastRound> {}

export const FundingRound = shape(
  'FundingRound',
  'A funding round of a company. A field is null if the record has no value.',
  {
    type: keyword('What kind of round it was, such as `series_a`.'),
    amount_usd: integer('The money raised in the round, in US dollars; null if it was not disclosed.'),
    date: dateTime('When the round was announced.'),
    investors: many<Investor>(Investor, 'The companies and people who invested in the round.'),
  },
);
export interface FundingRound extends Static<typeof FundingRound> {}

export const Funding = shape('Funding', 'The money that a company has raised; null if it has raised none.', {
  last_round: one<LastRound>(LastRound, 'The latest of the company’s funding rounds.'),
  rounds: nested<FundingRound>(FundingRound, 'All known funding rounds, in the data service’s order.'),
  total_funding_amount_usd: integer('The money raised in all rounds together, in US dollars.'),
});
export interface Funding extends Static<typeof Funding> {}

export const CompanyInfo = shape('CompanyInfo', 'What is known of a company.', {
  name: name('The company’s usual name, such as `Águila Energía`.'),
  id: keyword('The id of the company’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`.'),
  xnet_slugs: caselesses('Every slug it has on the external network, decoded, such as `águila-energía`.'),
  alternative_names: texts('Other names it goes by, such as `Águila Energía S.A.`.'),
  description: text('What the company does, in free text of a paragraph or more.'),
  summary: text('What the company does, as one sentence of free text.'),
  contact_info: one<ContactInfo>(ContactInfo, 'E-mail address, telephone number and contact page of the company.'),
  canonical_name: keyword('The name in its normal form, such as `aurora labs`.'),
  founded: dateTime('When the company was founded; often only the year is exact.'),
  workforce: one<Workforce>(Workforce, 'How many people work at the company, now and earlier.'),
  tech_stack: one<TechStack>(TechStack, 'The products that the company builds with.'),
  business_data: one<BusinessData>(BusinessData, 'The company as a business: registers, ownership and financing.'),
  social_media: many<CompanyAccount>(CompanyAccount, 'The company’s accounts on external networks.'),
  locations: nested<CompanyLocation>(CompanyLocation, 'The places where the company has offices.'),
  logo_url: keyword('The URL of an image of the company’s logo, such as `https://images.example/lumora.png`.'),
  investor: one<InvestorProfile>(InvestorProfile, 'The company as an investor; null if it does not invest.'),
  funding: one<Funding>(Funding, 'The money that the company has raised; null if it has raised none.'),
  updated_at: dateTime('When the company’s record was last updated.'),
  industries: keywords('The industries it works in, such as `Software`.'),
  websites: keywords('The domains of its websites, without a scheme, such as `aurora-labs.example`.'),
});
export interface CompanyInfo extends Static<typeof CompanyInfo> {}

export const CompanyFoundBy = shape(
  'CompanyFoundBy',
  'The identifiers in your request that matched this company’s record. A field is null if no such identifier matched.',
  {
    ids: uuids('Uuids in your request that name this company, such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`.'),
    xnet_names: keywords('Slugs in your request that name this company, such as `aurora-labs`.'),
    xnet_ids: integers('Numeric ids on the external network in your request that name this company.'),
  },
);
export interface CompanyFoundBy extends Static<typeof CompanyFoundBy> {}

export const Company = shape('CompanyRecord', 'A company, as fetched.', {
  id: uuid('The id of the company’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`.'),
  company_info: one<CompanyInfo>(CompanyInfo, 'Everything that is known of the company.'),
  tags: many<Tag>(Tag, 'The tags that the team gave the company.'),
  found_by: one<CompanyFoundBy>(
    CompanyFoundBy,
    'The identifiers in your request that matched this company’s record. A field is null if no such identifier matched.',
  ),
});
export interface Company extends Static<typeof Company> {}
