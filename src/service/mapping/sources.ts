import { type RawBuilder, sql } from 'kysely';
import { weights } from './strength.ts';

/**
 * The reasons why a connector knows people. Each selects `(profile_id, weight, origin, source)`, one row per reason;
 * `source` is jsonb and may contain nulls. All read the single row of `me(id, today, team_id)`: the connector's profile, the
 * end date of entries that have none, and the team whose imported ties count. The connector may be among the people found.
 */
export type Reasons = RawBuilder<unknown>;

const lit = (value: number) => sql`${sql.lit(value)}::double precision`;

/** The days of an entry up to today; empty if it lies in the future or ends before it starts. */
const days = (entry: 'mine' | 'theirs') => {
  const [start, end] = [sql.ref(`${entry}.start_on`), sql.ref(`${entry}.end_on`)];
  return sql`daterange(${start}, greatest(${start}, least(coalesce(${end}, me.today), me.today)))`;
};

/** An entry without an end date counts only while it is current; otherwise its length is unknown. */
const timed = (entry: 'mine' | 'theirs') =>
  sql`(${sql.ref(`${entry}.start_on`)} is not null
    and (${sql.ref(`${entry}.end_on`)} is not null or ${sql.ref(`${entry}.is_current`)}))`;

/** Length in months of a twelfth of a mean year, rounded, at least one. */
const months = sql`(
  select greatest(1, round(sum(upper(part) - lower(part)) / 30.4375))::integer from unnest(spans) part)`;

/** The three members of an overlap; one that continues has no end date. */
const overlap = sql`
  'overlap_start_date', lower(spans)::text,
  'overlap_end_date', case when upper(spans) < me.today then upper(spans)::text end,
  'overlap_duration_months', ${months}`;

const firstKnown = (column: string) =>
  sql`(array_agg(${sql.ref(column)} order by ordinal) filter (where ${sql.ref(column)} is not null))[1]`;

/** Colleagues: one reason per company both worked at, with the total months of all their overlaps there. */
export const workOverlap: Reasons = sql`
  select profile_id, 'work_overlap' as origin,
    least(${lit(weights.work_overlap.most)},
      ${lit(weights.work_overlap.base)} + ${lit(weights.work_overlap.perMonth)} * ${months}) as weight,
    jsonb_build_object('origin', 'work_overlap', 'shared_company', company_name, 'shared_company_id', company_id,
      'shared_company_website', company_website, 'shared_company_xnet_slug', company_slug, ${overlap}) as source
  from me, (
    select theirs.profile_id, mine.*, mine.times * range_agg(${days('theirs')}) as spans
    from me, (
      select company_id, range_agg(${days('mine')}) as times, ${firstKnown('company_name')} as company_name,
        ${firstKnown('company_website')} as company_website, ${firstKnown('company_slug')} as company_slug
      from me join employment mine on mine.profile_id = me.id
      where ${timed('mine')}
      group by company_id
    ) mine
    join employment theirs using (company_id)
    where ${timed('theirs')} and mine.times && ${days('theirs')}
    group by theirs.profile_id, mine.company_id, mine.times, mine.company_name, mine.company_website, mine.company_slug
  ) colleague`;

/**
 * Whether two entries are of the same school: by id if both have one, else by website if both have one, else by name
 * within one country, as far as it is known.
 */
const sameSchool = sql`(mine.school_keys && theirs.school_keys and case
  when mine.school_id is not null and theirs.school_id is not null then mine.school_id = theirs.school_id
  when mine.school_website is not null and theirs.school_website is not null
    then mine.school_website = theirs.school_website
  else mine.school_words = theirs.school_words
    and coalesce(mine.school_country = theirs.school_country, true) end)`;

const bothTimed = sql`(mine.start_on < mine.end_on and theirs.start_on < theirs.end_on)`;
const atOnce = sql`(${days('mine')} * ${days('theirs')})`;
const leftIn = sql`(case when date_part('year', mine.end_on) = date_part('year', theirs.end_on)
  then date_part('year', mine.end_on)::text end)`;

/**
 * Fellow students: one reason per school that both attended at the same time. If the dates of either are unknown, both
 * must have left in the same year.
 */
export const educationOverlap: Reasons = sql`
  select profile_id, 'education_overlap' as origin,
    ${lit(weights.education_overlap.base)}
      + case when major is null then 0 else ${lit(weights.education_overlap.sameMajor)} end as weight,
    jsonb_build_object('origin', 'education_overlap', 'shared_school', school_name, 'shared_major', major,
      'graduation_year', graduation_year)
      || case when spans is null then '{}' else jsonb_build_object(${overlap}) end as source
  from me, (
    select theirs.profile_id, min(mine.school_name) as school_name, min(shared.major) as major,
      max(${leftIn}) as graduation_year, range_agg(${atOnce}) filter (where ${bothTimed}) as spans
    from me
    join schooling mine on mine.profile_id = me.id
    join schooling theirs on ${sameSchool}
    left join lateral (
      select min(read.major) as major from unnest(mine.majors) read(major)
      where lower(read.major) in (select lower(other.major) from unnest(theirs.majors) other(major))
    ) shared on true
    where case when ${bothTimed} then not isempty(${atOnce}) else ${leftIn} is not null end
    group by theirs.profile_id, coalesce(mine.school_id, mine.school_website, mine.school_words)
  ) fellow`;

/** One is an investor or works at one; the other works at a company in its portfolio. */
const investorPair = sql`
  select theirs.profile_id, investor_name as investor, theirs.company_name as portfolio_company
  from (
    select id from me
    union select company_id from me join employment mine on mine.profile_id = me.id and mine.is_current
  ) backer
  join investment on investor_id = backer.id
  join employment theirs on theirs.company_id = investment.company_id and theirs.is_current
  union
  select coalesce(theirs.profile_id, backer.id), investor_name, mine.company_name
  from me
  join employment mine on mine.profile_id = me.id and mine.is_current
  join investment using (company_id)
  left join employment theirs on theirs.company_id = investor_id and theirs.is_current
  left join profile backer on backer.id = investor_id
  where theirs.profile_id is not null or backer.id is not null`;

/** Linked by an investor: one reason per pair of investor and portfolio company. */
export const sharedInvestor: Reasons = sql`
  select profile_id, 'shared_investor' as origin, ${lit(weights.shared_investor)} as weight,
    jsonb_build_object('origin', 'shared_investor', 'investor', investor, 'portfolio_company', portfolio_company)
      as source
  from (${investorPair}) pair`;

/** Connected on the external network, in either direction. */
export const directConnection: Reasons = sql`
  select profile_id, 'xnet_connection' as origin, ${lit(weights.xnet_connection)} as weight,
    jsonb_build_object('origin', 'xnet_connection') as source
  from (
    select to_id as profile_id from me join direct_connection on from_id = me.id
    union
    select from_id from me join direct_connection on to_id = me.id
  ) edge`;

/** The connector's own export lists the person as a connection. The only evidence that belongs to a team. */
export const manualTie: Reasons = sql`
  select profile_id, 'manual_import' as origin, ${lit(weights.manual_import)} as weight,
    jsonb_build_object('origin', 'manual_import', 'overlap_start_date', connected_on) as source
  from me join manual_tie on owner_id = me.id and manual_tie.team_id = me.team_id`;

/** Everyone to compare, whether or not they overlapped in time; excludes direct connections. */
export const candidates: Reasons = sql`
  select theirs.profile_id from me join employment mine on mine.profile_id = me.id join employment theirs using (company_id)
  union
  select theirs.profile_id from me join schooling mine on mine.profile_id = me.id join schooling theirs on ${sameSchool}
  union
  select profile_id from (${investorPair}) pair
  union
  select profile_id from me join manual_tie on owner_id = me.id and manual_tie.team_id = me.team_id`;
