import { companyIdentifiers, profileIdentifiers } from '../../../src/contract/identifier.ts';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openService } from '../../../src/service/server.ts';
import type { Store } from '../../../src/store/open.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { sampleCompanies, sampleProfiles } from '../../tools/sample/generate.ts';
import type { Between } from '../graph/between.ts';
import { openTestGraph, type TestGraph } from '../graph/graph.ts';
import { openTestStore } from '../store.ts';
import { sampleSeed, sampleSize } from './sample-seed.ts';

/** A sample person, under every name. */
export interface SampleName {
  readonly id: string;
  readonly slug: string;
  readonly url: string;
  readonly xnetId: number;
  readonly entityId: string;
}

export interface SampleGraph extends TestGraph {
  /** The people of the sample who have every kind of name, in the order of ids. */
  readonly profiles: readonly SampleName[];
  /** How many people the sample has. */
  readonly people: number;
  readonly childTeamId: string;
  /** A slug of every company that has one. */
  readonly companySlugs: readonly string[];
  readonly companyIds: readonly string[];
  /** A company's website that no earlier call has answered. */
  nextWebsite(): string;
  /** From now on the service's jobs wait before they run. */
  holdJobs(): void;
  releaseJobs(): void;
}

/** The sample on a service of ours, whose records a test may change. */
export interface OwnSampleGraph extends SampleGraph {
  readonly store: Store;
}

export interface SampleOptions {
  readonly profiles?: number;
  readonly graph?: Partial<GraphOptions>;
}

/** The names in a sample. */
export function namesIn(size: ReturnType<typeof sampleSize>) {
  const websites = sampleCompanies(size)
    .map((company) => company.company_info?.websites?.[0])
    .filter((website) => typeof website === 'string');
  return {
    people: size.profiles,
    companySlugs: [...sampleCompanies(size)].flatMap((one) => companyIdentifiers(one).xnet_names.slice(0, 1)),
    companyIds: [...sampleCompanies(size)].map(({ id }) => id),
    profiles: [...sampleProfiles(size)].flatMap(nameOf).sort((a, b) => (a.id < b.id ? -1 : 1)),
    childTeamId: demoTeams.child.id,
    nextWebsite: () => websites.next().value ?? '',
  };
}

/** The graph over the whole product: the sample set, its teams mapped, on a real service. */
export async function openSampleGraph(
  { profiles, graph: options = {} }: SampleOptions = {},
  openBetween?: (url: string) => Promise<Between>,
): Promise<OwnSampleGraph> {
  const size = sampleSize(profiles);
  const gate = openGate();
  const store = await openTestStore({ seed: sampleSeed(size) });
  const service = await openService({
    store,
    secret: 'a secret for tests, which is long enough',
    urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
    beforeJob: gate.pass,
    traffic: { load: noLoadGuard },
  });
  const graph = await openTestGraph(service.url, options, openBetween);
  return Object.assign(graph, {
    ...namesIn(size),
    store,
    holdJobs: gate.hold,
    releaseJobs: gate.release,
    [Symbol.asyncDispose]: async () => {
      gate.release();
      await graph.close();
      await service.close();
      await store.close();
    },
  });
}

function nameOf(profile: Parameters<typeof profileIdentifiers>[0]): SampleName[] {
  const { xnet_names: names, xnet_ids: ids, xnet_entity_ids: entityIds } = profileIdentifiers(profile);
  const [[slug], [xnetId], [entityId], url] = [names, ids, entityIds, profile.profile_info?.xnet_url];
  return profile.id && slug && url && xnetId && entityId
    ? [{ id: profile.id, slug, url, xnetId: Number(xnetId), entityId }]
    : [];
}

/** A gate that jobs pass, or wait at while it is held. */
function openGate() {
  let held: PromiseWithResolvers<void> | undefined;
  return {
    hold: () => {
      held ??= Promise.withResolvers<void>();
    },
    release: () => {
      held?.resolve();
      held = undefined;
    },
    pass: () => held?.promise,
  };
}
