import { slugKey, slugOfUrl } from '../../../contract/identifier.ts';
import type { Profile } from '../../../contract/record/profile.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import { PaymentRequired } from '../../credits/payment-required.ts';
import type { RecordNames } from '../../loaders/batch-scheduler.ts';
import type { Scope } from '../../operation/scope.ts';
import { today } from '../date-order.ts';
import { failureOf } from '../lookup-failures.ts';
import { type ProfileReference, profileOfSummary } from '../profile/profile-reference.ts';
import { type ConnectionNode, connectionsOf } from '../relationship/connection-node.ts';
import { type Bridge, BridgeSearch, unlessRefused } from './bridge-search.ts';
import { CallBudget } from './call-budget.ts';
import { employersOf } from './career.ts';
import type { Exclusion } from './exclusion.ts';
import { type Found, toldOf } from './find-paths.ts';
import { HeadCounts } from './head-counts.ts';
import { knownTies } from './known-ties.ts';
import { type Destination, potentialStep } from './potential-step.ts';
import { type IntroPath, type KnownTie, ranked, waysTo } from './rank.ts';

/** What a search in two steps is bounded by. */
export interface TwoSteps {
  readonly named: RecordNames;
  readonly exclusion: Exclusion;
  /** How many of the best paths have the bridge's record loaded, for a credit each. */
  readonly exactPaths: number;
  /** Every connector's way through somebody, rather than the best. */
  readonly everyWay?: boolean;
  readonly headCounts?: HeadCounts;
}

/**
 * The ways to a person through one who may know them: the person's record tells the career (one credit), free searches
 * find who in the network was there at the same time. Direct ways come with them.
 */
export async function findTwoSteps(profile: ProfileReference, options: TwoSteps): Promise<Found> {
  const { scope } = profile;
  const { named, exclusion } = options;
  const early = profile.id === undefined ? undefined : directTies(scope, profile.id, named);
  const [loaded, directly] = await Promise.all([loadRecord(profile), early]);
  const { record, isUnknown = false, note } = loaded;
  const id = profile.id;
  const direct = directly ?? (id === undefined ? undefined : await directTies(scope, id, named));
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(direct?.refused ? ['The data service does not search by a person’s id: direct ties were not looked for.'] : []),
  ];
  const remarks: string[] = [];
  const now = today();
  const employers = record ? employersOf(record, now) : [];
  if (record && employers.length === 0)
    notes.push('The target’s record tells no dated career, so that nobody was looked for who shared it.');
  const calls = new CallBudget(Math.max(1, employers.length));
  calls.search(2);
  const { headCounts = new HeadCounts(scope) } = options;
  const { bridges, notes: stopped } = await new BridgeSearch(scope, named, calls).find(employers, headCounts);
  notes.push(...stopped);

  const to: Destination = { profile, name: record?.profile_info?.full_name ?? 'the target', employers };
  const [directKnown = []] = await knownTies(
    [exclusion.connections(connectionsOf(scope, direct?.relationship, toldOf(profile, direct?.relationship)))],
    headCounts,
    { now, calls: calls.count(2) },
  );
  const through = await throughBridges(bridges, to, { ...options, directKnown, headCounts, now });
  if (isConnector(profile.slug, through.connectors))
    remarks.push(`${to.name} is a connector of the team, who can be asked directly.`);
  return {
    paths: through.paths,
    people: through.paths.length > 0 ? 1 : 0,
    waysIn: through.paths.length,
    complete: notes.length === 0,
    isUnknown,
    notes: [...notes, ...remarks, ...through.remarks],
  };
}

async function directTies(
  scope: Scope,
  id: string,
  named: RecordNames,
): Promise<{ readonly relationship?: Relationship | undefined; readonly refused: boolean }> {
  const answer = await unlessRefused(scope.relationships.load(id, named).then((relationship) => ({ relationship })));
  return answer ? { ...answer, refused: false } : { refused: true };
}

interface LoadedRecord {
  readonly record?: Profile;
  /** There is none. */
  readonly isUnknown?: boolean;
  /** Why it is not known whether there is one. */
  readonly note?: string;
}

/** The person's record, or why it was not had; a quote is told that it costs. */
async function loadRecord(profile: ProfileReference): Promise<LoadedRecord> {
  const [first, ...rest] = profile.identifiers;
  if (!first) return { note: 'The target has no name by which its record could be loaded.' };
  try {
    const record =
      profile.record ?? profile.loader.known(profile.identifiers) ?? (await profile.loader.load([first, ...rest]));
    profile.take(record);
    return record ? { record } : { isUnknown: true };
  } catch (error) {
    if (error instanceof PaymentRequired) throw error;
    return {
      note: `The target’s record was not loaded, so that nobody was looked for who shared an employer. ${failureOf(error).message}`,
    };
  }
}

interface Through extends Omit<TwoSteps, 'headCounts'> {
  readonly directKnown: readonly KnownTie[];
  readonly headCounts: HeadCounts;
  readonly now: number;
}

/** The best way through each bridge, by connectors who do not know the target themselves. */
async function throughBridges(
  bridges: readonly Bridge[],
  to: Destination,
  { exclusion, directKnown, headCounts, now, exactPaths, everyWay }: Through,
) {
  const { scope } = to.profile;
  const direct = new Set(directKnown.map(({ connection }) => connection.value.connector_id));
  const people = bridges.flatMap((found) => {
    const { profile } = found.relationship;
    if (!profile || profile.id?.toLowerCase() === to.profile.id?.toLowerCase()) return [];
    const reference = profileOfSummary(scope, profile);
    const all = connectionsOf(scope, found.relationship, reference);
    return exclusion.excludes(reference) ? [] : [{ found, reference, all }];
  });
  const connectors = slugsOf([...people.flatMap(({ all }) => all), ...directKnown.map(({ connection }) => connection)]);
  const asked = people.filter(({ reference }) => isConnector(reference.slug, connectors));
  const others = people.filter(({ reference }) => !isConnector(reference.slug, connectors));
  const leading = ({ value }: ConnectionNode): boolean =>
    !direct.has(value.connector_id) && !isSame(value.connector_xnet_url, to.profile.slug);
  const ties = await knownTies(
    others.map(({ all }) => exclusion.connections(all).filter(leading)),
    headCounts,
    { now, calls: 0 },
  );
  const pathThrough = (at: number, record: Profile | undefined): readonly IntroPath[] => {
    const [bridge, known] = [others[at], ties[at]];
    if (!bridge || !known) return [];
    const step = potentialStep(scope, { profile: bridge.reference, found: bridge.found, record }, to, headCounts, now);
    const ways = waysTo(known, step);
    return everyWay ? ways : ways.slice(0, 1);
  };
  const bridgeOf = new Map<IntroPath, number>();
  for (const [at, { reference }] of others.entries())
    for (const path of pathThrough(at, scope.profiles.known(reference.identifiers))) bridgeOf.set(path, at);
  const best = ranked([...waysTo(directKnown), ...bridgeOf.keys()]);
  const exact = best.slice(0, exactPaths).map(async (path) => {
    const at = bridgeOf.get(path);
    const reference = at === undefined ? undefined : others[at]?.reference;
    if (at === undefined || !reference) return path;
    const { record } = await loadRecord(reference.fork());
    return pathThrough(at, record)[0] ?? path;
  });
  const told = new Set(directKnown.map(({ connection }) => slugIn(connection.value.connector_xnet_url)));
  return {
    paths: [...ranked(await Promise.all(exact)), ...best.slice(exactPaths)],
    connectors,
    remarks: asked
      .filter(({ reference }) => !told.has(slugKey(reference.slug ?? '')))
      .map(
        ({ found }) =>
          `${found.relationship.profile?.full_name ?? 'Somebody'} is a connector of the team, was at an employer at the same time as ${to.name}, and can be asked directly.`,
      ),
  };
}

const slugIn = (url: string | null | undefined): string => slugKey((url ? slugOfUrl(url) : undefined) ?? '');

const slugsOf = (connections: readonly ConnectionNode[]): ReadonlySet<string> =>
  new Set(connections.map(({ value }) => slugIn(value.connector_xnet_url)));

const isConnector = (slug: string | undefined, connectors: ReadonlySet<string>): boolean =>
  slug !== undefined && slug !== '' && connectors.has(slugKey(slug));

const isSame = (url: string | null | undefined, slug: string | undefined): boolean =>
  slug !== undefined && slugIn(url) === slugKey(slug);
