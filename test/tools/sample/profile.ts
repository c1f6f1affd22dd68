import type {
  Employer,
  Experience,
  Profile,
  ProfileAccount,
  ProfileInfo,
} from '../../../src/contract/record/profile.ts';
import { type Day, isoDay, isoMoment, yearOf } from './calendar.ts';
import { isMain, type Job } from './career.ts';
import { castPeople } from './cast.ts';
import { educationRecord } from './education.ts';
import { hyphenated, numericId, plain, profileUrl, sampleId, scattered } from './identity.ts';
import { type LegacyProfile, legacyOf } from './legacy.ts';
import type { Life } from './person.ts';
import { placeLine } from './places.ts';
import { present } from './present.ts';
import type { Random } from './random.ts';
import { smartTags } from './roles.ts';
import type { World } from './world.ts';

/** A profile as fetched, and what only v2 shows of it. */
export interface SampleProfile extends Profile {
  readonly id: string;
  readonly profile_info: ProfileInfo;
  readonly legacy?: LegacyProfile;
}

/** Named people have their name alone; all others a suffix that no two ordinals share. */
function profileSlug(seed: number, { ordinal, name, random }: Life): string {
  const cast = castPeople[ordinal];
  if (cast) return cast.slug;
  const suffix = scattered(seed, ordinal);
  const spelled = hyphenated(random.chance(0.12) ? name.full : plain(name.full));
  return `${spelled}-${suffix % 3 === 0 ? String(suffix).padStart(10, '0') : suffix.toString(16).padStart(8, '0')}`;
}

function employerOf(
  random: Random,
  world: World,
  { workplace, end }: Job,
): { id: string | null; employer: Employer | null } {
  switch (workplace.kind) {
    case 'known': {
      const { id, employer, briefEmployer } = workplace.company;
      if (end === null || random.chance(0.5)) return { id, employer };
      const draw = random.number();
      return { id, employer: draw < 0.96 ? briefEmployer : draw < 0.98 ? { id } : null };
    }
    case 'vanished': {
      const id = sampleId(world.seed, 'company', world.companies.length + workplace.ordinal);
      return { id, employer: { id, name: workplace.name } };
    }
    case 'unlisted':
      return { id: null, employer: { name: workplace.name } };
  }
}

function experienceRecord(life: Life, world: World, job: Job): Experience {
  const { random, place } = life;
  const { id, employer } = employerOf(random, world, job);
  const { city, state, country } = place;
  const dated = random.chance(0.98);
  return present({
    status: random.maybe(0.97, job.end === null ? 'current' : 'past'),
    is_current: random.maybe(job.end === null ? 1 : 0.98, job.end === null),
    company_id: id,
    company: employer,
    title: random.maybe(0.99, job.title),
    seniorities: random.maybe(0.96, job.seniorities),
    function: job.role === null ? null : random.maybe(0.96, job.role.function),
    location: random.maybe(
      0.75,
      [city, state ?? country, country].filter((part, at, all) => all.indexOf(part) === at),
    ),
    description: job.role === null ? null : random.maybe(0.4, random.pick(job.role.deeds)),
    start_date: dated ? isoDay(job.start) : null,
    end_date: job.end === null ? null : random.maybe(0.98, isoDay(job.end)),
    start_date_confidence: dated
      ? random.maybe(0.9, random.chance(0.8) ? 'high' : random.pick(['medium', 'low']))
      : null,
  });
}

function accountsOf(life: Life, seed: number, slug: string): ProfileAccount[] {
  const { random, entityId, ordinal } = life;
  const connections = Math.min(30_000, Math.floor(60 / (1 - random.number()) ** 0.8));
  const account: ProfileAccount = present({
    network: 'xnet',
    id: random.maybe(0.985, String(numericId(seed, 'profile', ordinal))),
    entity_id: random.maybe(0.985, entityId),
    url: random.maybe(0.98, profileUrl(slug)),
    connections: random.maybe(0.9, connections),
    followers: random.maybe(0.85, Math.floor(connections * (0.8 + random.number()))),
    slug: random.maybe(0.985, slug),
    join_date: random.maybe(0.4, String(2003 + random.integer(0, 20))),
    url_status: random.maybe(0.5, random.chance(0.95) ? 'ok' : 'not_found'),
  });
  const elsewhere = random.pick(['chirp', 'codehub']);
  const others = random.chance(0.12)
    ? [{ network: elsewhere, url: `https://${elsewhere}.example/${encodeURIComponent(slug)}`, slug }]
    : [];
  return [account, ...others];
}

/** Addresses lie in domains that are reserved for examples. */
function addressOf({ name, ordinal }: Life, domain: string): string {
  const local = [name.given, name.family].map((part) => plain(part).replace(/[^a-z]/g, ''));
  return `${local.every((part) => part !== '') ? local.join('.') : `mail-${ordinal}`}@${domain}`;
}

/** What a profile says of its main current job; nothing where there is none. */
function currentJob({ random, career }: Life, experience: readonly Experience[]) {
  const current = career.filter(({ end }) => end === null);
  const job = current.find(isMain) ?? current[0];
  const entry = job && experience[career.indexOf(job)];
  if (!job || !entry) return { job: undefined, members: {} };
  const known = job.workplace.kind === 'known' ? job.workplace.company : undefined;
  const { employer } = known ?? {};
  return {
    job,
    members: {
      current_title: entry.title ?? null,
      current_function: entry.function ?? null,
      current_seniorities: entry.seniorities ?? null,
      current_company_id: entry.company_id ?? null,
      current_company_name: known?.name ?? entry.company?.name ?? null,
      current_company_logo_url: employer?.logo_url ?? null,
      current_company_location: known ? random.maybe(0.93, placeLine(known.place)) : null,
      current_company_xnet_url: known?.accounts[0]?.url ?? null,
      current_company_size: employer?.size ?? null,
      current_company_websites: employer?.websites ?? null,
      current_company_industries: employer?.industries ?? null,
    },
  };
}

function changes({ career, random }: Life, updated: Day) {
  const latest = career.find(isMain) ?? career[0];
  const stay = latest && career.filter(({ workplace }) => workplace === latest.workplace).at(-1);
  return {
    latest_role_change_at: latest ? random.maybe(0.95, isoDay(latest.start)) : null,
    latest_company_change_at: stay ? random.maybe(0.93, isoDay(stay.start)) : null,
    current_job_updated_at: latest?.end === null ? random.maybe(0.9, isoMoment(updated, random.number())) : null,
  };
}

function certificatesOf({ random, role }: Life, today: Day) {
  return random.some(role.certificates, random.integer(1, 2)).map(([name, organization]) => {
    const from = yearOf(today) - random.integer(0, 9);
    return present({
      name: random.maybe(0.97, name),
      organization: random.maybe(0.92, organization),
      start_date: random.maybe(0.85, random.chance(0.5) ? String(from) : `${from}-0${random.integer(1, 9)}-01`),
      end_date: random.maybe(0.35, String(from + 3)),
    });
  });
}

export function profileRecord(world: World, life: Life): SampleProfile {
  const { random, place, name, role, career, id } = life;
  const { seed, today } = world;
  const slug = life.cast || random.chance(0.995) ? profileSlug(seed, life) : null;
  const experience = career.map((job) => experienceRecord(life, world, job));
  const { job, members } = currentJob(life, experience);
  const domain = job?.workplace.kind === 'known' ? job.workplace.company.domain : null;
  const employer = members.current_company_name;
  const created = today - random.integer(200, 2400);
  const updated = today - random.integer(0, 190);
  const mononym = !life.cast && random.chance(0.008);
  const split = random.chance(0.99);
  const info: ProfileInfo = present({
    id,
    full_name: mononym ? name.given : name.full,
    first_name: split ? name.given : null,
    last_name: split && !mononym ? name.family : null,
    headline: random.maybe(0.94, job && employer ? `${job.title} · ${employer}` : `${role.function} professional`),
    about: random.maybe(
      0.4,
      `${random.pick(role.deeds)} Based in ${place.city}. ${random.pick(role.skills)} is the part I enjoy most.`,
    ),
    xnet_url: slug === null ? null : random.maybe(0.99, profileUrl(slug)),
    work_email: domain === null ? null : random.maybe(0.6, addressOf(life, domain)),
    personal_emails: random.maybe(0.3, [addressOf(life, random.pick(['example.com', 'example.org', 'example.net']))]),
    ...members,
    experience: career.length > 0 ? experience : random.maybe(0.5, experience),
    current_location: random.maybe(0.95, placeLine(place)),
    location_locality: random.maybe(0.93, place.city),
    location_region: place.state === null ? null : random.maybe(0.93, place.state),
    location_country: random.maybe(0.97, place.country),
    location_continent: random.maybe(0.96, place.continent),
    skills: random.maybe(0.9, random.chance(0.04) ? [] : random.some(role.skills, random.integer(2, 6))),
    education: life.studies.length > 0 ? life.studies.map((study) => educationRecord(random, study)).reverse() : null,
    social_media: slug === null ? null : accountsOf(life, seed, slug),
    smart_tags: random.maybe(0.35, random.some(smartTags, random.integer(1, 2))),
    ...changes(life, updated),
    updated_at: random.maybe(0.98, isoMoment(updated, random.number())),
    created_at: random.maybe(0.98, isoMoment(created, random.number())),
    last_refresh_at: random.maybe(0.85, isoMoment(updated, random.number())),
    certifications: random.chance(0.22) ? certificatesOf(life, today) : null,
    image_url: random.maybe(0.7, `https://images.xnet.example/in/${numericId(seed, 'profile', life.ordinal)}.jpg`),
    hiring: random.maybe(0.45, random.chance(0.2)),
    open_to_work: random.maybe(0.5, random.chance(0.15)),
  });
  const legacy = legacyOf(world, life, job);
  return { id, profile_info: info, ...(legacy === undefined ? {} : { legacy }) };
}
