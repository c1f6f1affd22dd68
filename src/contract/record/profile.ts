import type { Static } from 'typebox';
import {
  date,
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
  uuid,
  uuids,
} from '../schema.ts';

/** Source: the specification's "Profile (v3 fetch result element)". */

export const HeadcountRange = shape('HeadcountRange', 'A range of head counts.', {
  min: integer('The least number of people, inclusive.'),
  max: integer('The greatest number of people, inclusive; absent where the range is open.'),
});
export interface HeadcountRange extends Static<typeof HeadcountRange> {}

export const EmployerLocation = shape('EmployerLocation', 'Where an employer has an office.', {
  name: text('The place as one line, such as `Lisbon, Portugal`.'),
  city: keyword('The city, such as `Lisbon`.'),
  state: keyword('The state or region, such as `Massachusetts`.'),
  country: keyword('The country’s name in English, such as `Portugal`.'),
  is_primary: flag('Whether it is the main office.'),
});
export interface EmployerLocation extends Static<typeof EmployerLocation> {}

export const CompanyAccount = shape('CompanyAccount', 'A company’s account on an external network.', {
  network: keyword('The network’s name; `xnet` is the professional network that identifies records.'),
  id: keyword('The account’s numeric id on that network, as a string.'),
  slug: keyword('The account’s slug, decoded, such as `mei-ling-torres`.'),
  url: keyword('The URL of the account’s page, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`.'),
});
export interface CompanyAccount extends Static<typeof CompanyAccount> {}

export const Employer = shape('Employer', 'A company as a career entry tells of it; free with the profile.', {
  id: uuid('The company record’s id.'),
  canonical_name: keyword('The name in its normal form, such as `aurora labs`.'),
  name: name('The company’s name.'),
  founded: dateTime('When the company was founded.'),
  size: one<HeadcountRange>(HeadcountRange, 'How many people work there.'),
  social_media: many<CompanyAccount>(CompanyAccount, 'The company’s accounts on external networks.'),
  locations: many<EmployerLocation>(EmployerLocation, 'The company’s offices.'),
  industries: keywords('The industries it works in, such as `Software`.'),
  websites: keywords('Its websites’ domains without a scheme, such as `aurora-labs.example`.'),
  logo_url: keyword('The URL of its logo.'),
});
export interface Employer extends Static<typeof Employer> {}

export const Experience = shape('Experience', 'One entry of a career.', {
  status: keyword('The entry’s status; values seen: `current`, `past`.'),
  is_current: flag('Whether the person works there now.'),
  company_id: uuid('The employer’s record id.'),
  company: one<Employer>(Employer, 'The employer as this entry tells of it.'),
  title: text('The job title, such as `Staff Engineer`.'),
  seniorities: keywords('The levels of the job, such as `vp`; a job may have several.'),
  function: keyword('The kind of work of the job, such as `Engineering`.'),
  location: keywords('Where the job was done, from the narrow to the wide.'),
  description: text('What the person says of it.'),
  start_date: date('The first day, `YYYY-MM-DD`; null where it is not known.'),
  end_date: date('The last day, `YYYY-MM-DD`; null while it goes on, or where it is not known.'),
  start_date_confidence: keyword('How sure the first day is; values seen: `high`, `medium`, `low`.'),
});
export interface Experience extends Static<typeof Experience> {}

export const SchoolLocation = shape('SchoolLocation', 'Where a school is.', {
  name: text('The place as one line, such as `Lisbon, Portugal`.'),
  city: keyword('The city, such as `Lisbon`.'),
  state: keyword('The state or region, such as `Massachusetts`.'),
  country: keyword('The country’s name in English, such as `Portugal`.'),
});
export interface SchoolLocation extends Static<typeof SchoolLocation> {}

export const School = shape('School', 'A school as an education entry tells of it.', {
  name: name('The school’s name.'),
  location: one<SchoolLocation>(SchoolLocation, 'Where the school is.'),
  website: keyword('Its website.'),
  xnet_url: keyword('Its page on the external network, percent-encoded.'),
  xnet_id: integer('Its numeric id on the external network.'),
});
export interface School extends Static<typeof School> {}

export const Education = shape('Education', 'One entry of an education.', {
  school: one<School>(School, 'The school.'),
  start_date: date('The first day, `YYYY-MM-DD`; null where it is not known.'),
  end_date: date('The last day, `YYYY-MM-DD`; null while it goes on, or where it is not known.'),
  degrees: keywords('The degrees earned, such as `Master of Science`.'),
  majors: keywords('The subjects studied, such as `Mathematics`.'),
  activities: text('Activities and societies.'),
  grade: keyword('The grade, as written.'),
  description: text('What the person says of it.'),
});
export interface Education extends Static<typeof Education> {}

export const ProfileAccount = shape('ProfileAccount', 'A person’s account on an external network.', {
  network: keyword('The network’s name; `xnet` is the professional network that identifies records.'),
  id: keyword('The account’s numeric id on that network, as a string.'),
  entity_id: keyword('The account’s alphanumeric entity id.'),
  url: keyword('The URL of the account’s page, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`.'),
  connections: integer('How many connections it has.'),
  followers: integer('How many followers it has.'),
  slug: keyword('The account’s slug, decoded, such as `mei-ling-torres`.'),
  join_date: keyword('When the account was opened, as the network writes it.'),
  url_status: keyword('Whether the page answers, as last seen.'),
});
export interface ProfileAccount extends Static<typeof ProfileAccount> {}

export const Certification = shape('Certification', 'A certificate that a person holds.', {
  name: text('The certificate’s name.'),
  organization: text('The organization that issued it.'),
  start_date: keyword('From when it holds, as written (a year alone is common).'),
  end_date: keyword('Until when it holds, as written.'),
});
export interface Certification extends Static<typeof Certification> {}

export const ProfileInfo = shape('ProfileInfo', 'What is known of a person.', {
  id: uuid('The profile’s id.'),
  full_name: name('The whole name, such as `Mei-Ling Torres`.'),
  first_name: name('The first name.'),
  last_name: name('The last name.'),
  headline: text('The line that people write under their name.'),
  about: text('What the person says of themselves.'),
  xnet_url: keyword('The profile’s page on the external network, percent-encoded.'),
  work_email: keyword('The e-mail address at work, such as `ada@brightwater.example`.'),
  personal_emails: keywords('Private e-mail addresses, such as `ada@mail.example`.'),
  current_title: text('The title of the current job, such as `VP of Engineering`.'),
  current_function: keyword('The kind of work of the current job, such as `Engineering`.'),
  current_seniorities: keywords('The levels of the current job, such as `vp`.'),
  current_company_id: uuid('The current employer’s record id.'),
  current_company_name: name('The current employer’s name.'),
  current_company_logo_url: keyword('The URL of the current employer’s logo.'),
  current_company_location: text('The current employer’s location as one line.'),
  current_company_xnet_url: keyword('The current employer’s page on the external network.'),
  current_company_size: one<HeadcountRange>(HeadcountRange, 'How many people work at the current employer.'),
  current_company_websites: keywords('The domains of the current employer’s websites, such as `aurora-labs.example`.'),
  current_company_industries: keywords('The current employer’s industries.'),
  experience: nested<Experience>(Experience, 'The career, newest first as sent.'),
  current_location: text('Where the person lives, as one line.'),
  location_locality: keyword('The city or town where the person lives, such as `Lisbon`.'),
  location_region: keyword('The state or region, such as `Massachusetts`.'),
  location_country: keyword('The country’s name in English, such as `Portugal`.'),
  location_continent: keyword('The continent where the person lives, such as `Europe`.'),
  skills: keywords('Skills, as the person writes them, such as `Rust`.'),
  education: nested<Education>(Education, 'The schools that the person went to, in the order sent.'),
  social_media: nested<ProfileAccount>(ProfileAccount, 'The person’s accounts on external networks.'),
  smart_tags: keywords('Labels that the service derives.'),
  latest_role_change_at: date('The day of the latest change of role.'),
  latest_company_change_at: date('The day of the latest change of employer.'),
  current_job_updated_at: dateTime('When the current job was last updated.'),
  updated_at: dateTime('When the record was last updated.'),
  created_at: dateTime('When the record was made.'),
  last_refresh_at: dateTime('When the record was last refreshed from its source.'),
  certifications: many<Certification>(Certification, 'The certificates that the person holds.'),
  image_url: keyword('The URL of the person’s picture.'),
  hiring: flag('Whether the person is hiring.'),
  open_to_work: flag('Whether the person is open to work.'),
});
export interface ProfileInfo extends Static<typeof ProfileInfo> {}

export const ListEntry = shape('ListEntry', 'A list of the team that a profile is on.', {
  id: uuid('The list’s id.'),
  name: text('The list’s name.'),
  status: keyword('The profile’s status on the list.'),
});
export interface ListEntry extends Static<typeof ListEntry> {}

export const Tag = shape('Tag', 'A tag that the team gave a record.', {
  id: uuid('The tag’s id.'),
  name: text('The tag’s name.'),
});
export interface Tag extends Static<typeof Tag> {}

export const ProfileFoundBy = shape('ProfileFoundBy', 'The request’s identifiers that this profile answers.', {
  ids: uuids('Record ids.'),
  xnet_names: keywords('Profile URL slugs.'),
  xnet_ids: integers('Numeric profile ids.'),
  xnet_entity_ids: keywords('Alphanumeric entity ids.'),
});
export interface ProfileFoundBy extends Static<typeof ProfileFoundBy> {}

export const Profile = shape('ProfileRecord', 'A profile, as fetched.', {
  id: uuid('The profile’s id.'),
  profile_info: one<ProfileInfo>(ProfileInfo, 'What is known of the person.'),
  lists: many<ListEntry>(ListEntry, 'The team’s lists that the profile is on.'),
  tags: many<Tag>(Tag, 'The team’s tags on the profile.'),
  found_by: one<ProfileFoundBy>(ProfileFoundBy, 'The request’s identifiers that matched this record.'),
});
export interface Profile extends Static<typeof Profile> {}
