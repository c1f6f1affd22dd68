import type { Static } from 'typebox';
import {
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

export const ContactInfo = shape('ContactInfo', 'How to reach a company.', {
  email: keyword('An e-mail address, as sent.'),
  phone: keyword('A telephone number, as sent.'),
  url: keyword('The URL of a page on which to reach it.'),
});
export interface ContactInfo extends Static<typeof ContactInfo> {}

export const HeadcountPoint = shape('HeadcountPoint', 'A head count at a moment.', {
  timestamp: integer('The moment, as sent (seconds since 1970 in our service).'),
  count: integer('How many people worked there then.'),
});
export interface HeadcountPoint extends Static<typeof HeadcountPoint> {}

export const Workforce = shape('Workforce', 'How many people work at a company.', {
  headcount: integer('How many people work there, by the latest count.'),
  historical_headcount: many<HeadcountPoint>(HeadcountPoint, 'Earlier head counts.'),
  size_class: keyword('The class of size, such as `51-200`.'),
});
export interface Workforce extends Static<typeof Workforce> {}

export const TechStack = shape('TechStack', 'What a company builds with.', {
  products: keywords('The products that it builds with, by name.'),
});
export interface TechStack extends Static<typeof TechStack> {}

export const BusinessIdentifiers = shape('BusinessIdentifiers', 'Codes from public registers.', {
  stock_ticker: keyword('The symbol under which its shares are traded.'),
  duns_code: keyword('The number in Dun & Bradstreet’s register.'),
  cage_code: keyword('The Commercial and Government Entity code.'),
  naics_code: keyword('The code of its industry in the North American classification.'),
});
export interface BusinessIdentifiers extends Static<typeof BusinessIdentifiers> {}

export const FinancingProfile = shape('FinancingProfile', 'How a company is financed.', {
  status: keyword('The status, such as `public` or `venture_backed`.'),
  ipo_date: dateTime('When its shares were first offered to the public.'),
  outstanding_shares: integer('Shares outstanding.'),
  market_cap: integer('Market capitalisation in US dollars.'),
});
export interface FinancingProfile extends Static<typeof FinancingProfile> {}

export const BusinessData = shape('BusinessData', 'A company as a business.', {
  identifiers: one<BusinessIdentifiers>(BusinessIdentifiers, 'Codes from public registers.'),
  customer_types: keywords('The kinds of customers that it sells to.'),
  stock_exchange: keyword('Where its shares are traded.'),
  is_acquired: flag('Whether it was acquired.'),
  is_exited: flag('Whether its investors have exited.'),
  is_government: flag('Whether it is a government body.'),
  is_non_profit: flag('Whether it is a non-profit.'),
  is_shut_down: flag('Whether it has shut down.'),
  is_startup: flag('Whether it is a start-up.'),
  is_stealth: flag('Whether it works in stealth.'),
  ownership_status: keyword('Who owns it, in a word.'),
  ownership_status_detailed: keyword('Who owns it, in detail.'),
  patent_count: integer('How many patents it holds.'),
  financing_profile: one<FinancingProfile>(FinancingProfile, 'How it is financed.'),
});
export interface BusinessData extends Static<typeof BusinessData> {}

export const CompanyLocation = shape('CompanyLocation', 'Where a company has an office.', {
  name: text('The place as one line, such as `Lisbon, Portugal`.'),
  country: keyword('The country’s name in English, such as `Portugal`.'),
  is_primary: flag('Whether it is the main office.'),
});
export interface CompanyLocation extends Static<typeof CompanyLocation> {}

export const InvestorProfile = shape('InvestorProfile', 'A company as an investor.', {
  type: keywords('The kinds of investor that it is.'),
  specialities: keywords('The fields in which it is a specialist.'),
  investments: keywords('What it has invested in.'),
  geography_focus: keywords('The regions in which it invests.'),
});
export interface InvestorProfile extends Static<typeof InvestorProfile> {}

export const Investor = shape('Investor', 'An investor in a round.', {
  id: uuid('The investor’s id.'),
  kind: keyword('What it is; values seen: `company`, `person`.'),
  name: text('Its name.'),
  fundingdb_slug: keyword('Its slug in the external funding database.'),
});
export interface Investor extends Static<typeof Investor> {}

export const LastRound = shape('LastRound', 'The latest funding round.', {
  last_round_type: keyword('Its type, such as `series_a`.'),
  last_round_amount_usd: integer('Its amount in US dollars.'),
  last_round_date: dateTime('When it was announced.'),
  last_round_investors: many<Investor>(Investor, 'Who invested.'),
});
export interface LastRound extends Static<typeof LastRound> {}

export const FundingRound = shape('FundingRound', 'A funding round.', {
  type: keyword('Its type, such as `series_a`.'),
  amount_usd: integer('Its amount in US dollars.'),
  date: dateTime('When it was announced.'),
  investors: many<Investor>(Investor, 'Who invested.'),
});
export interface FundingRound extends Static<typeof FundingRound> {}

export const Funding = shape('Funding', 'The money a company has raised.', {
  last_round: one<LastRound>(LastRound, 'The latest round.'),
  rounds: nested<FundingRound>(FundingRound, 'Every round known.'),
  total_funding_amount_usd: integer('All rounds together, in US dollars.'),
});
export interface Funding extends Static<typeof Funding> {}

export const CompanyInfo = shape('CompanyInfo', 'What is known of a company.', {
  name: name('The company’s name.'),
  id: keyword('The company’s id.'),
  xnet_slugs: keywords('Every slug it has on the external network, decoded.'),
  alternative_names: texts('Other names it goes by.'),
  description: text('What it does, in a paragraph or more.'),
  summary: text('What it does, in a sentence.'),
  contact_info: one<ContactInfo>(ContactInfo, 'How to reach it.'),
  canonical_name: keyword('The name in its normal form, such as `aurora labs`.'),
  founded: dateTime('When it was founded.'),
  workforce: one<Workforce>(Workforce, 'How many people work there.'),
  tech_stack: one<TechStack>(TechStack, 'What it builds with.'),
  business_data: one<BusinessData>(BusinessData, 'The company as a business.'),
  social_media: many<CompanyAccount>(CompanyAccount, 'Its accounts on external networks.'),
  locations: nested<CompanyLocation>(CompanyLocation, 'Where it has offices.'),
  logo_url: keyword('The URL of its logo.'),
  investor: one<InvestorProfile>(InvestorProfile, 'The company as an investor.'),
  funding: one<Funding>(Funding, 'The money it has raised.'),
  updated_at: dateTime('When the record was last updated.'),
  industries: keywords('The industries it works in, such as `Software`.'),
  websites: keywords('The domains of its websites, without a scheme, such as `aurora-labs.example`.'),
});
export interface CompanyInfo extends Static<typeof CompanyInfo> {}

export const CompanyFoundBy = shape('CompanyFoundBy', 'The request’s identifiers that this company answers.', {
  ids: uuids('Record ids.'),
  xnet_names: keywords('Company URL slugs.'),
  xnet_ids: integers('Numeric company ids.'),
});
export interface CompanyFoundBy extends Static<typeof CompanyFoundBy> {}

export const Company = shape('CompanyRecord', 'A company, as fetched.', {
  id: uuid('The company’s id.'),
  company_info: one<CompanyInfo>(CompanyInfo, 'What is known of the company.'),
  tags: many<Tag>(Tag, 'The team’s tags on the company.'),
  found_by: one<CompanyFoundBy>(CompanyFoundBy, 'The request’s identifiers that matched this record.'),
});
export interface Company extends Static<typeof Company> {}
