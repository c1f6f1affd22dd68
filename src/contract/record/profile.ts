import type { Static } from 'typebox';
import {
  caseless,
  caselesses,
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
  word,
} from '../schema.ts';

/** Source: the specification's "Profile (v3 fetch result element)". */

export const HeadcountRange = shape(
  'HeadcountRange',
  'A range of head counts, from `min` to `max` people. A field is null if the record has no value.',
  {
    min: integer('The least number of people in the range, inclusive.'),
    max: integer('The greatest number of people in the range, inclusive; null if the range is open.'),
  },
);
export interface HeadcountRange extends Static<typeof HeadcountRange> {}

export const EmployerLocation = shape(
  'EmployerLocation',
  'A place where an employer has an office. A field is null if the record has no value.',
  {
    name: text('The place as one line, such as `Lisbon, Portugal`.'),
    city: keyword('The city of the office, such as `Lisbon`.'),
    state: keyword('The state or region of the office, such as `Massachusetts`.'),
    country: keyword('The country’s name in English, such as `Portugal`.'),
    is_primary: flag('Whether it is the main office.'),
  },
);
export interface EmployerLocation extends Static<typeof EmployerLocation> {}

export const CompanyAccount = shape(
  'CompanyAccount',
  'A company’s account on an external network. A field is null if the record has no value.',
  {
    network: word(
      'The name of the network, such as `xnet`, the professional network whose ids and slugs identify records.',
    ),
    id: keyword('The account’s numeric id on that network, as a string, such as `1044821`.'),
    slug: caseless('The account’s slug, decoded, such as `aurora-labs`.'),
    url: keyword('The URL of the account’s page, percent-encoded, such as `https://xnet.example/company/aurora-labs`.'),
  },
);
export interface CompanyAccount extends Static<typeof CompanyAccount> {}

export const Employer = shape(
  'Employer',
  'A career entry’s summary of a company; free with the profile, and often shorter than the company’s record. A field is null if the record has no value.',
  {
    id: uuid(
      'The id of the company’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`; null if there is no record.',
    ),
    canonical_name: keyword('The name in its normal form, such as `aurora labs`.'),
    name: name('The employer’s usual name, such as `Águila Energía`.'),
    founded: dateTime('When the employer was founded; often only the year is exact.'),
    size: one<HeadcountRange>(HeadcountRange, 'How many people work for the employer, as a range.'),
    social_media: many<CompanyAccount>(CompanyAccount, 'The employer’s accounts on external networks.'),
    locations: many<EmployerLocation>(EmployerLocation, 'The places where the employer has offices.'),
    industries: keywords('The industries it works in, such as `Software`.'),
    websites: keywords('The domains of the employer’s websites, without a scheme, such as `aurora-labs.example`.'),
    logo_url: keyword('The URL of an image of the employer’s logo, such as `https://images.example/aurora-labs.png`.'),
  },
);
export interface Employer extends Static<typeof Employer> {}

export const Experience = shape(
  'Experience',
  'One entry of a career: a job at an employer. A field is null if the record has no value.',
  {
    status: keyword('Whether the job is held now; values seen: `current`, `past`.'),
    is_current: flag('Whether the person works there now.'),
    company_id: uuid(
      'The id of the employer’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`; null if there is no record.',
    ),
    company: one<Employer>(Employer, 'The entry’s summary of the employer.'),
    title: text('The title of the job, such as `Staff Engineer`.'),
    seniorities: keywords('The levels of the job, such as `vp`; a job may have several.'),
    function: keyword('The kind of work of the job, such as `Engineering`.'),
    location: keywords(
      'Where the job was done, from narrow to wide, such as `Boston`, `Massachusetts`, `United States`.',
    ),
    description: text('What the person says about the job, as free text.'),
    start_date: date('The first day of the job, `YYYY-MM-DD`; null if it is not known.'),
    end_date: date('The last day of the job, `YYYY-MM-DD`; null for a current one, or if it is not known.'),
    start_date_confidence: keyword('How certain the first day is; values seen: `high`, `medium`, `low`.'),
  },
);
export interface Experience extends Static<typeof Experience> {}

export const SchoolLocation = shape(
  'SchoolLocation',
  'The place where a school is. A field is null if the record has no value.',
  {
    name: text('The place as one line, such as `Lisbon, Portugal`.'),
    city: keyword('The city of the school, such as `Lisbon`.'),
    state: keyword('The state or region of the school, such as `Massachusetts`.'),
    country: keyword('The country’s name in English, such as `Portugal`.'),
  },
);
export interface SchoolLocation extends Static<typeof SchoolLocation> {}

export const School = shape(
  'School',
  'An education entry’s summary of a school. A field is null if the record has no value.',
  {
    name: name('The school’s usual name, such as `Universidade de Lisboa`.'),
    location: one<SchoolLocation>(SchoolLocation, 'The place where the school is.'),
    website: keyword('The domain of the school’s website, without a scheme, such as `northgate-university.example`.'),
    xnet_url: keyword(
      'The URL of the school’s page on the external network, percent-encoded, such as `https://xnet.example/school/northgate-university`.',
    ),
    xnet_id: integer('The numeric id of the school’s page on the external network.'),
  },
);
export interface School extends Static<typeof School> {}

export const Education = shape(
  'Education',
  'One entry of a person’s education: attendance at one school. A field is null if the record has no value.',
  {
    school: one<School>(School, 'The entry’s summary of the school.'),
    start_date: date('The first day at the school, `YYYY-MM-DD`; null if it is not known.'),
    end_date: date(
      'The last day at the school, `YYYY-MM-DD`; null if the person is still there, or if it is not known.',
    ),
    degrees: keywords('The degrees earned, such as `Master of Science`.'),
    majors: keywords('The subjects studied, such as `Mathematics`.'),
    activities: text('Activities and societies at the school, as free text.'),
    grade: keyword('The grade as the person writes it, such as `First Class Honours`.'),
    description: text('What the person says about the time at the school, as free text.'),
  },
);
export interface Education extends Static<typeof Education> {}

export const ProfileAccount = shape(
  'ProfileAccount',
  'A person’s account on an external network. A field is null if the record has no value.',
  {
    network: word(
      'The name of the network, such as `xnet`, the professional network whose ids and slugs identify records.',
    ),
    id: keyword('The account’s numeric id on that network, as a string, such as `20417733`.'),
    entity_id: keyword('The account’s alphanumeric entity id on that network, such as `ACoAAB2kf9Q`.'),
    url: keyword('The URL of the account’s page, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`.'),
    connections: integer('How many connections the account has on that network.'),
    followers: integer('How many followers the account has on that network.'),
    slug: caseless('The account’s slug, decoded, such as `mei-ling-torres`.'),
    join_date: keyword('When the account was opened, as the network writes it, such as `2011`.'),
    url_status: keyword('Whether the account’s page could be reached at the last check, such as `ok`.'),
  },
);
export interface ProfileAccount extends Static<typeof ProfileAccount> {}

export const Certification = shape(
  'Certification',
  'A certificate that a person holds or held. A field is null if the record has no value.',
  {
    name: text('What was certified, such as `Certified Public Accountant`.'),
    organization: text('The organization that issued the certificate, such as `Brightwater Institute`.'),
    start_date: keyword('When the certificate became valid, as written, such as `2019` (a year alone is common).'),
    end_date: keyword('When the certificate expires, as written, such as `2022-06`; null if it does not.'),
  },
);
export interface Certification extends Static<typeof Certification> {}

export const ProfileInfo = shape('ProfileInfo', 'What is known of a person.', {
  id: uuid('The id of the person’s profile, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.'),
  full_name: name('The full name, such as `Mei-Ling Torres`.'),
  first_name: name('The given name alone, such as `Mei-Ling`.'),
  last_name: name('The family name alone, such as `Torres`.'),
  headline: text('The line that people write under their name, such as `VP of Engineering at Kestrel Robotics`.'),
  about: text('What the person says about themselves, as free text.'),
  xnet_url: keyword(
    'The URL of the profile’s page on the external network, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`.',
  ),
  work_email: caseless('The e-mail address at work, such as `ada@brightwater.example`.'),
  personal_emails: caselesses('Private e-mail addresses, such as `ada@mail.example`.'),
  current_title: text('The title of the current job, such as `VP of Engineering`.'),
  current_function: keyword('The kind of work of the current job, such as `Engineering`.'),
  current_seniorities: keywords('The levels of the current job, such as `vp`.'),
  current_company_id: uuid(
    'The id of the current employer’s record, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`.',
  ),
  current_company_name: name('The current employer’s usual name, such as `Águila Energía`.'),
  current_company_logo_url: keyword(
    'The URL of an image of the current employer’s logo, such as `https://images.example/lumora.png`.',
  ),
  current_company_location: text('Where the current employer is, as one line, such as `Lisbon, Portugal`.'),
  current_company_xnet_url: keyword(
    'The URL of the current employer’s page on the external network, percent-encoded, such as `https://xnet.example/company/lumora`.',
  ),
  current_company_size: one<HeadcountRange>(
    HeadcountRange,
    'How many people work at the current employer, as a range.',
  ),
  current_company_websites: keywords('The domains of the current employer’s websites, such as `aurora-labs.example`.'),
  current_company_industries: keywords('The industries that the current employer works in, such as `Software`.'),
  experience: nested<Experience>(
    Experience,
    'The career, one entry per job, in the order of the data service (usually newest first).',
  ),
  current_location: text('Where the person lives, as one line, such as `Lisbon, Portugal`.'),
  location_locality: keyword('The city or town where the person lives, such as `Lisbon`.'),
  location_region: keyword('The state or region where the person lives, such as `Massachusetts`.'),
  location_country: keyword('The English name of the country where the person lives, such as `Portugal`.'),
  location_continent: keyword('The continent where the person lives, such as `Europe`.'),
  skills: keywords('Skills, as the person writes them, such as `Rust`.'),
  education: nested<Education>(Education, 'The schools that the person went to, in the data service’s order.'),
  social_media: nested<ProfileAccount>(ProfileAccount, 'The person’s accounts on external networks.'),
  smart_tags: keywords('Labels that the data service derives from the record, such as `founder`.'),
  latest_role_change_at: date('The day of the latest change of role; null if none is known.'),
  latest_company_change_at: date('The day of the latest change of employer; null if none is known.'),
  current_job_updated_at: dateTime('When the current job was last updated.'),
  updated_at: dateTime('When the profile’s record was last updated.'),
  created_at: dateTime('When the profile’s record was first made.'),
  last_refresh_at: dateTime('When the record was last refreshed from its source.'),
  certifications: many<Certification>(Certification, 'The certificates that the person holds or held.'),
  image_url: keyword('The URL of the person’s picture, such as `https://images.example/mei-ling-torres.jpg`.'),
  hiring: flag('Whether the person is hiring now.'),
  open_to_work: flag('Whether the person is looking for work.'),
});
export interface ProfileInfo extends Static<typeof ProfileInfo> {}

export const ListEntry = shape(
  'ListEntry',
  'A list of the team, and the profile’s status on it. A field is null if the record has no value.',
  {
    id: uuid('The id of the list, a uuid such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`.'),
    name: text('What the team calls the list, such as `Series B leads`.'),
    status: keyword('The profile’s status on the list, such as `contacted`, in the team’s own words.'),
  },
);
export interface ListEntry extends Static<typeof ListEntry> {}

export const Tag = shape('Tag', 'A tag that the team gave a record. A field is null if the record has no value.', {
  id: uuid('The id of the tag, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`.'),
  name: text('What the team calls the tag, such as `priority`.'),
});
export interface Tag extends Static<typeof Tag> {}

export const ProfileFoundBy = shape(
  'ProfileFoundBy',
  'The identifiers in your request that matched this profile’s record. A field is null if no such identifier matched.',
  {
    ids: uuids('Uuids in your request that name this profile, such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.'),
    xnet_names: keywords('Slugs in your request that name this profile, such as `ada-lovelace`.'),
    xnet_ids: integers('Numeric ids on the external network in your request that name this profile.'),
    xnet_entity_ids: keywords('Entity ids in your request that name this profile, such as `ACoAAB2kf9Q`.'),
  },
);
export interface ProfileFoundBy extends Static<typeof ProfileFoundBy> {}

export const Profile = shape('ProfileRecord', 'A profile, as fetched.', {
  id: uuid('The id of the person’s profile, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.'),
  profile_info: one<ProfileInfo>(ProfileInfo, 'Everything that is known of the person.'),
  lists: many<ListEntry>(ListEntry, 'The team’s lists that the profile is on.'),
  tags: many<Tag>(Tag, 'The tags that the team gave the profile.'),
  found_by: one<ProfileFoundBy>(
    ProfileFoundBy,
    'The identifiers in your request that matched this profile’s record. A field is null if no such identifier matched.',
  ),
});
export interface Profile extends Static<typeof Profile> {}
