import { allOf } from '../../../contract/clause.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { firmWords } from '../../../reading/names.ts';
import { pageFrom } from '../../../reading/page.ts';
import { lookupKeys, type Website, websiteFrom } from '../../../reading/website.ts';
import { foldedKeyOf, type Identifier, keyOf } from '../../cache/record-key.ts';
import { invalidArgument } from '../../errors.ts';
import { type RevealedKinds, revealsNothing } from '../../loaders/batch-scheduler.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import { companyNamed, peopleAt } from '../../scope/company-reference.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { type ProfileReference, profileNamed } from '../../scope/profile-reference.ts';
import { companyIdentifier, profileIdentifier, type RecordBy, websiteArgument } from '../../scope/record-identifier.ts';
import { type Alumni, withAlumni } from './alumni.ts';
import { companiesAtHost, companiesAtWebsite, hasHost, hasWebsite, noCompanyAt } from './companies-at-website.ts';
import type { Exclusion } from './exclusion.ts';
import {
  excludedTarget,
  type FoundPaths,
  findPaths,
  findPathsTo,
  noPaths,
  pathsAmong,
  withSummary,
} from './find-paths.ts';
import { findPathsByName, identified, isLoaded, loadedId } from './find-target.ts';
import { findTwoSteps } from './find-two-steps.ts';
import type { HeadCounts } from './head-counts.ts';
import { emptyNetwork, inNetwork, reachesNobody } from './network-reach.ts';
import { alumniOf, alumniWith } from './overlap-query.ts';
import { allPaths, bestPathPerPerson } from './rank.ts';
import { reachOf } from './reach-loader.ts';

/** The query fields that lead to people: by their own id, and by their employer's website (which the interface names). */
const profileIdPath = 'profile_info.id';
const employerWebsitePath = 'profile_info.current_company_website';

export interface Target {
  readonly profile?: RecordBy | null | undefined;
  readonly company?: RecordBy | null | undefined;
  readonly companyWebsite?: string | null | undefined;
}

/** Options of a query for paths. */
export interface IntroQuestion {
  readonly named: RevealedKinds;
  readonly hops: number;
  readonly exclusion: Exclusion;
  /** A further filter on the people. */
  readonly query?: QueryDsl | undefined;
  /** Every connector's path, instead of the best one to each person. */
  readonly allPaths?: boolean;
  /** Head counts shared by several targets. */
  readonly headCounts?: HeadCounts;
  /** Number of best two-step paths that get exact dates, at one credit each. */
  readonly exactPaths: number;
}

/**
 * Paths to a target. `at` is the path of the target's argument, for error messages.
 *
 * @throws a BAD_USER_INPUT error unless exactly one target is given
 */
export async function pathsTo(
  scope: CredentialScope,
  to: Target,
  question: IntroQuestion,
  at = 'to',
): Promise<FoundPaths> {
  if (to.profile) {
    const target = profileNamed(scope, profileIdentifier(to.profile, `${at}.profile`));
    const found = await pathsToPerson(target, question);
    return { ...found, target, targetId: found.targetId ?? target.id };
  }
  if (to.company) {
    const target = companyNamed(scope, companyIdentifier(to.company, `${at}.company`));
    const id = await identified(target);
    if (!id) return { ...unknown, target };
    const byId = pathsIntoCompany(scope, id, question);
    // The interface documents the path of the employer's website, but not that of its id, which may be refused.
    const website = target.record?.company_info?.websites?.[0];
    const found = website ? ((await unlessRefused(byId)) ?? pathsAtWebsite(scope, website, question)) : byId;
    return { ...(await found), target };
  }
  const website = websiteArgument(to.companyWebsite, `${at}.companyWebsite`);
  if (website !== undefined)
    return { ...(await pathsAtWebsite(scope, website, question)), missing: () => noCompanyAt(scope, website) };
  throw invalidArgument(at, 'must hold exactly one of profile, company and companyWebsite.');
}

/** Paths to one person. */
export async function pathsToPerson(profile: ProfileReference, question: IntroQuestion): Promise<FoundPaths> {
  if (question.exclusion.excludes(profile)) return excludedTarget;
  return inNetwork(
    profile.scope,
    question.hops === 2 ? pathsInTwoSteps(profile, question) : pathsInOneStep(profile, question),
  );
}

async function pathsInOneStep(profile: ProfileReference, question: IntroQuestion): Promise<FoundPaths> {
  const { scope } = profile;
  const { named, query } = question;
  if (isNamed(profile)) {
    const found = await findPathsByName(profile, query, question);
    if (found) return found;
  }
  // A search by name was just tried.
  const id = await loadedId(profile);
  if (!id) return unknown;
  if (!query) return findPathsTo(profile, named, question);
  return findPaths(scope, both(isPerson(id), query), named, { ...question, rank: allPaths });
}

/** Whether a person has neither a known uuid nor a loaded record. */
const isNamed = ({ id, loader, identifiers }: ProfileReference): boolean =>
  id === undefined && !loader.known(identifiers);

/**
 * Paths in two steps, or only direct ones if the record was not loaded; none if the person does not match the query.
 * Before a charge, a free search checks that the team has a network.
 */
async function pathsInTwoSteps(profile: ProfileReference, question: IntroQuestion): Promise<FoundPaths> {
  const { scope } = profile;
  const { named, query } = question;
  if (!isLoaded(profile) && (await reachesNobody(scope))) return { ...noPaths, query, notes: [emptyNetwork] };
  // Before a charge: the list may name the person by another identifier.
  if (await isExcludedElsewhere(profile, question.exclusion)) return excludedTarget;
  if (query) {
    const id = await identified(profile);
    if (!id) return unknown;
    const request = { query: both(isPerson(id), query), limit: 0 };
    const { body } = await scope.search(searchProfiles, request, revealsNothing);
    if (body.total_count === 0) return { ...noPaths, query };
  }
  const found = await findTwoSteps(profile, question);
  if (!('note' in found)) return found;
  const direct = isNamed(profile)
    ? await findPathsByName(profile, undefined, question)
    : await findPathsTo(profile, named, question);
  return { ...(direct ?? noPaths), complete: false, notes: [found.note], problems: found.problems };
}

/** Whether the person is excluded by an identifier that a free search shows. */
async function isExcludedElsewhere(profile: ProfileReference, exclusion: Exclusion): Promise<boolean> {
  if (exclusion.isEmpty) return false;
  const id = await profile.identify();
  if (id === undefined) return false;
  const relationship = await unlessRefused(profile.scope.relationships.load(id, revealsNothing));
  return exclusion.excludes(withSummary(profile, relationship), relationship?.profile);
}

/** The queries for a company's current and former employees, and a test for the company among a person's employers. */
interface Into extends Pick<Alumni, 'isCompany'> {
  readonly people: QueryDsl;
  readonly alumni: QueryDsl;
}

/** Paths to a company's current employees, by its id; with two steps, also through former employees. */
export const pathsIntoCompany = (scope: CredentialScope, id: string, question: IntroQuestion): Promise<FoundPaths> =>
  pathsInto(scope, question, {
    people: peopleAt(id),
    alumni: alumniOf(id),
    isCompany: ({ companyId }) => companyId?.toLowerCase() === id.toLowerCase(),
  });

/**
 * As `pathsIntoCompany`, by the website in any usual spelling, since queries compare whole values: by the whole path, or
 * else a shorter one. The host alone decides only for the company whose own website it is, and only if no other has a page
 * there.
 */
async function pathsAtWebsite(scope: CredentialScope, website: string, question: IntroQuestion): Promise<FoundPaths> {
  const site = websiteFrom(website);
  if (!site) return pathsInto(scope, question, atSpelling(website));
  const together = await pathsTogether(scope, site, question);
  if (together) return together;
  const at = (key: string) => pathsInto(scope, question, atSite(key));
  // Without exactPaths the search is free, so it runs in parallel with the count.
  const begun = question.exactPaths > 0 ? undefined : at(site.key);
  // It may not be needed; its failure is then no one's.
  begun?.catch(() => undefined);
  const asGiven = () => begun ?? at(site.key);
  for (const key of lookupKeys(site)) {
    const companies = await companiesAtWebsite(scope, key);
    if (companies === undefined) return uncounted(site, await asGiven(), at);
    if (companies > 1 && site.path.length === 0) return sharedBy(companies, site.host);
    if (companies > 0) return key === site.key ? asGiven() : at(key);
  }
  const onHost = await companiesAtHost(scope, site.host);
  if (onHost === 0 || onHost === undefined) return asGiven();
  const isOwn = site.path.length > 0 && onHost === 1 && (await companiesAtWebsite(scope, site.host)) === 1;
  return isOwn ? pathsInto(scope, question, onSite(site.host)) : sharedBy(onHost, site.host);
}

/**
 * Paths in one step, read together with those at other websites of the operation. Undefined unless that suffices: all
 * people found at exactly this website name one employer, or nobody is at this website, a shorter one or another page.
 */
async function pathsTogether(
  scope: CredentialScope,
  website: Website,
  question: IntroQuestion,
): Promise<FoundPaths | undefined> {
  if (question.hops !== 1) return undefined;
  const { query, named } = question;
  const people = both(hasWebsite(employerWebsitePath, website.key), query);
  const keys = [...new Set([...lookupKeys(website), website.host])];
  const all = await unlessRefused(
    Promise.all(
      keys.map(async (key) => {
        const site = websiteFrom(key);
        return site && (await reachOf(scope).atWebsite(site, query, named));
      }),
    ),
  );
  const [reached, ...shorter] = all ?? [];
  if (!reached) return undefined;
  if (reached.items.length === 0) {
    const isAnybody = shorter.some((other) => other === undefined || other.items.length > 0);
    const onHost = isAnybody ? 0 : await unlessRefused(reachOf(scope).companiesOnPagesOf(website.host));
    return isAnybody || onHost !== 0 ? undefined : inNetwork(scope, Promise.resolve({ ...noPaths, query: people }));
  }
  const names = new Set(reached.items.map(({ profile }) => firmWords(profile?.current_company_name ?? '').join(' ')));
  if (names.size !== 1 || names.has('')) return undefined;
  const found = pathsAmong(
    scope,
    { ...reached, total: reached.items.length, query: people },
    { ...question, rank: question.allPaths ? allPaths : bestPathPerPerson },
  );
  return inNetwork(scope, found);
}

/** Where companies can't be counted: several may share the website, and whose the host is, is not known. */
async function uncounted(
  site: Website,
  exact: FoundPaths,
  at: (key: string) => Promise<FoundPaths>,
): Promise<FoundPaths> {
  const isPage = site.path.length > 0 && pageFrom(site.key) === undefined;
  const found = isPage && exact.people === 0 ? await at(site.host) : exact;
  return { ...found, complete: site.path.length > 0 && found === exact && found.people > 0 && found.complete };
}

const atSite = (key: string): Into => ({
  people: hasWebsite(employerWebsitePath, key),
  alumni: alumniWith((path) => hasWebsite(path, key)),
  isCompany: ({ website = '' }) => websiteFrom(website)?.key === key,
});

/** Any page of the host. */
const onSite = (host: string): Into => ({
  people: hasHost(employerWebsitePath, host),
  alumni: alumniWith((path) => hasHost(path, host)),
  isCompany: ({ website = '' }) => websiteFrom(website)?.host === host,
});

/** For text that is not a website. */
const atSpelling = (text: string): Into => ({
  people: hasWebsite(employerWebsitePath, text),
  alumni: alumniWith((path) => hasWebsite(path, text)),
  isCompany: ({ website }) => website === text.trim(),
});

const sharedBy = (companies: number, host: string): FoundPaths => ({
  ...noPaths,
  notes: [
    companies === 1
      ? `The company with a website on ${host} has it on another page: name the company by its id or slug, or by its website including the path.`
      : `${companies} companies have websites on ${host}: name the company by its id or slug, or by its website including the path.`,
  ],
});

const pathsInto = (scope: CredentialScope, question: IntroQuestion, into: Into): Promise<FoundPaths> =>
  inNetwork(scope, pathsThereOrOnce(scope, question, into));

async function pathsThereOrOnce(
  scope: CredentialScope,
  question: IntroQuestion,
  { people, alumni, isCompany }: Into,
): Promise<FoundPaths> {
  const { named, query, hops, exactPaths } = question;
  const ranking = { ...question, rank: question.allPaths ? allPaths : bestPathPerPerson };
  const present = findPaths(scope, both(people, query), named, ranking);
  if (hops === 1) return present;
  const once = findPaths(scope, both(former(alumni, people), query), named, ranking);
  return withAlumni(present, once, { isCompany, exactPaths });
}

/** Deduplication key of a target as it is given; after the look-up, `FoundPaths.targetId` says more. */
export function keyOfTarget(to: Target, at: string): string {
  if (to.profile) return `profile ${nameOf(profileIdentifier(to.profile, `${at}.profile`))}`;
  if (to.company) return `company ${nameOf(companyIdentifier(to.company, `${at}.company`))}`;
  const website = websiteArgument(to.companyWebsite, `${at}.companyWebsite`) ?? '';
  return `website ${websiteFrom(website)?.key ?? website}`;
}

const nameOf = (identifier: Identifier): string => foldedKeyOf(keyOf(identifier));

const unknown: FoundPaths = { ...noPaths, isUnknown: true };

const isPerson = (id: string): QueryDsl => ({ terms: { [profileIdPath]: [id] } });
const both = (one: QueryDsl, other: QueryDsl | undefined): QueryDsl => allOf([one, other]) ?? one;
const former = (alumni: QueryDsl, people: QueryDsl): QueryDsl => ({ bool: { filter: [alumni], must_not: [people] } });
