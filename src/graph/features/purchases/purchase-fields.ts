import type { Company } from '../../../contract/record/company.ts';
import type { Profile } from '../../../contract/record/profile.ts';
import { keyOf, ownNames } from '../../cache/record-key.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import { companyKind, profileKind } from '../../loaders/record-kind.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import { builder } from '../../schema/builder.ts';
import { Team } from '../../schema/refs.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { between } from '../../scope/record-identifier.ts';
import { hasRight, type Session } from '../../state/sessions/session.ts';
import type { Purchase } from './purchase.ts';
import { type ListedPurchase, PurchaseStore } from './purchase-store.ts';

/** What was paid for, and each team's sum of the month. */

/** The most purchases listed. */
const maxListed = 1000;

interface Bought {
  readonly kind: 'profile' | 'company';
  readonly id: string;
  readonly names: Names;
}

/** Names of records, by free means only: a record in the cache or kept, or the team's network. */
class Names {
  readonly #scope: CredentialScope;
  readonly #ids: Readonly<Record<Bought['kind'], readonly string[]>>;
  #profiles: Promise<ReadonlyMap<string, Profile>> | undefined;
  #companies: Promise<ReadonlyMap<string, Company>> | undefined;

  constructor(scope: CredentialScope, purchases: readonly Purchase[]) {
    const idsOf = (kind: Bought['kind']) => purchases.flatMap((one) => (one.kind === kind ? one.ids : []));
    this.#scope = scope;
    this.#ids = { profile: idsOf('profile'), company: idsOf('company') };
  }

  async company(id: string): Promise<string | undefined> {
    this.#companies ??= this.#readCompanies();
    return (await this.#companies).get(id)?.company_info?.name ?? undefined;
  }

  async profile(id: string): Promise<string | undefined> {
    this.#profiles ??= this.#readProfiles();
    const record = (await this.#profiles).get(id);
    if (record) return record.profile_info?.full_name ?? undefined;
    const relationship = await unlessRefused(this.#scope.relationships.load(id, revealsNothing));
    return relationship?.profile?.full_name ?? undefined;
  }

  async #readProfiles(): Promise<ReadonlyMap<string, Profile>> {
    const { profiles } = this.#scope.cache;
    const namesOf = (record: Profile) => ownNames(record, profileKind.names(record));
    return await held(this.#ids.profile, profiles, namesOf);
  }

  async #readCompanies(): Promise<ReadonlyMap<string, Company>> {
    const { companies } = this.#scope.cache;
    const namesOf = (record: Company) => ownNames(record, companyKind.names(record));
    return await held(this.#ids.company, companies, namesOf);
  }
}

/** Records that are in memory or in the shared cache, by id. */
async function held<Fetched extends Profile | Company>(
  ids: readonly string[],
  cache: {
    get(key: string, maxAgeMs: undefined): { readonly record: Fetched | undefined } | undefined;
    readonly isShared: boolean;
    lookUp(
      keys: readonly string[],
      maxAgeMs: undefined,
      ownNames: (record: Fetched) => readonly string[],
    ): Promise<{ readonly hits: ReadonlyMap<string, { readonly record: Fetched | undefined }> }>;
  },
  namesOf: (record: Fetched) => readonly string[],
): Promise<ReadonlyMap<string, Fetched>> {
  const found = new Map<string, Fetched>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const record = cache.get(keyOf({ kind: 'ids', value: id }), undefined)?.record;
    if (record) found.set(id, record);
    else missing.push(id);
  }
  if (missing.length === 0 || !cache.isShared) return found;
  const keys = new Map(missing.map((id) => [keyOf({ kind: 'ids', value: id }), id]));
  const { hits } = await cache.lookUp([...keys.keys()], undefined, namesOf);
  for (const [key, { record }] of hits) if (record) found.set(keys.get(key) ?? key, record);
  return found;
}

const PurchasedRecordKind = builder.enumType('PurchasedRecordKind', {
  description: 'The kinds of records that are paid for.',
  values: {
    PROFILE: { value: 'profile', description: 'A person, whose record was loaded.' },
    COMPANY: { value: 'company', description: 'A company, whose record was loaded.' },
    OTHER: { value: 'other', description: 'A kind that this version of the graph does not know.' },
  },
});

const PurchasedRecord = builder.objectRef<Bought>('PurchasedRecord').implement({
  description: 'A record of a person or company that was paid for.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: PurchasedRecordKind,
      nullable: false,
      description: 'Whether it is a person or a company.',
    }),
    recordId: t.exposeID('id', {
      nullable: false,
      description: 'The record’s id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`.',
    }),
    name: t.string({
      description:
        'The name, such as `Mei-Ling Torres`; free. Null if neither the team’s network nor a cached or kept record has it.',
      resolve: ({ kind, id, names }) => names[kind](id),
    }),
  }),
});

interface Shown extends ListedPurchase {
  readonly names: Names;
}

const PurchaseType = builder.objectRef<Shown>('Purchase').implement({
  description: 'What one answer of the data service was charged for.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'The purchase’s id among those of the key, an opaque string such as `0000000000000042-0000-0`.',
    }),
    at: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When it was paid, such as `2026-03-01T12:00:00.000Z`.',
      resolve: ({ at }) => new Date(at).toISOString(),
    }),
    session: t.string({
      description:
        'The name of the session that paid, such as `ada@brightwater.example`; its id if it has none. Null if the key itself paid.',
      resolve: ({ session }) => session?.label ?? session?.id,
    }),
    teamId: t.exposeID('childTeamId', {
      description:
        'The child team for which it was paid, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; null for the key’s own team.',
    }),
    operation: t.exposeString('operation', {
      description: 'The operation’s name in its document, such as `PersonRecord`; null for one without.',
    }),
    cause: t.exposeString('cause', {
      nullable: false,
      description: 'The operation of the data service that was paid for, such as `fetchProfiles`.',
    }),
    credits: t.expose('credits', {
      type: 'SafeInt',
      nullable: false,
      description: 'The credits that were charged.',
    }),
    records: t.field({
      type: [PurchasedRecord],
      nullable: false,
      description:
        'The records that were paid for, the first 100; empty for what is no record, such as a mapping’s result.',
      resolve: ({ kind, ids, names }) => (kind ? ids.map((id) => ({ kind, id, names })) : []),
    }),
  }),
});

/**
 * Whether a caller sees a purchase: the key all, a session with the right to act those of its team, any other session its
 * own.
 */
const isShown = (session: Session | undefined, { session: buyer, childTeamId }: Purchase): boolean => {
  if (!session || buyer?.id === session.id) return true;
  if (!hasRight(session, 'act')) return false;
  return session.childTeamId === undefined || childTeamId === session.childTeamId;
};

const damaged =
  'purchases: some are damaged in the graph’s store, and left out; the sums of spentThisMonth, and the data service’s usage, count them.';

builder.queryField('purchases', (t) =>
  t.field({
    type: [PurchaseType],
    nullable: { list: true, items: false },
    sizedBy: 'first',
    description:
      'What this graph has paid for with the key in the last 90 days, latest first. A session without the right to act sees its own purchases. Free.',
    args: { first: t.arg.int({ defaultValue: 100, description: `How many to return, 1 to ${maxListed}.` }) },
    resolve: async (_root, args, { operation }) => {
      const first = between(1, maxListed, args.first ?? 100, 'first');
      const scope = operation.scope();
      if (!operation.session) await scope.confirm();
      const store = operation.services.apis.of(PurchaseStore);
      const { shown, isDamaged } = await store.latest(scope.payer.owner, first, (one) =>
        isShown(operation.session, one),
      );
      if (isDamaged) operation.warnings.add(damaged);
      const teams = Map.groupBy(shown, ({ childTeamId }) => childTeamId);
      const names = new Map(
        [...teams].map(([team, purchases]) => [team, new Names(operation.scope(team), purchases)] as const),
      );
      return shown.flatMap((one) => {
        const own = names.get(one.childTeamId);
        return own ? [{ ...one, names: own }] : [];
      });
    },
  }),
);

builder.objectField(Team, 'spentThisMonth', (t) =>
  t.field({
    type: 'SafeInt',
    description:
      'The credits that this graph has paid for the team with the key since the first of the month, UTC. Free; null if the store does not answer.',
    resolve: ({ services, payer, credential }) =>
      services.apis.of(PurchaseStore).inMonth(payer.owner, credential.childTeamId, services.seal.clock.now()),
  }),
);
