import { leftIn, type PurseEntry, type PurseState, type UncertainPayment } from '../../credits/purse/purse.ts';
import { builder } from '../../schema/builder.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { type ReceiptEntry, SessionReceipts } from './session-receipts.ts';

const PurseScopeType = builder.enumType('PurseScope', {
  description: 'Which payments a purse limits. A payment within several purses draws on all of them.',
  values: {
    SESSION: {
      value: 'session',
      description: 'The payments of one session; its limit is the `total` given to `POST /session`.',
    },
    CHILD_TEAM: { value: 'team', description: 'The payments that the key makes for one of its child teams.' },
    KEY: { value: 'key', description: 'All payments of the key, in its own team and in child teams.' },
  },
});

const PursePeriod = builder.enumType('PursePeriod', {
  description: 'How often a purse is refilled, at midnight UTC.',
  values: {
    NONE: { description: 'The purse is never refilled.' },
    DAY: { description: 'The purse is refilled each day.' },
    MONTH: { description: 'The purse is refilled on the first of each month.' },
    ALLOWANCE: {
      description: 'The purse is refilled each month on `allowanceDay`, when the plan’s allowance starts.',
    },
  },
});

const PurseEntryType = builder.objectRef<PurseEntry>('PurseEntry').implement({
  description: 'What was paid from a purse for one cause within one hour.',
  fields: (t) => ({
    hour: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'The start of the hour in which the payments were reserved.',
      resolve: ({ hour }) => new Date(hour).toISOString(),
    }),
    cause: t.exposeString('cause', {
      nullable: false,
      description: 'The operation of the data service that was paid for, such as `fetchProfiles`.',
    }),
    spent: t.expose('spent', {
      type: 'SafeInt',
      nullable: false,
      description: 'Credits charged for the payments.',
    }),
    uncertain: t.expose('uncertain', {
      type: 'SafeInt',
      nullable: false,
      description: 'Credits of payments with an unknown outcome.',
    }),
    payments: t.exposeInt('payments', {
      nullable: false,
      description: 'How many payments there were.',
    }),
  }),
});

const UncertainPaymentType = builder.objectRef<UncertainPayment>('UncertainPayment').implement({
  description:
    'A payment with an unknown outcome, because its response was lost or its process died. It counts as spent; the data service’s ledger has the actual amount.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'The id of the payment, unique within the purse, such as `1f2e3d4c-55d1-4f0e-9a57-3c1f8f1c2a77`.',
    }),
    cause: t.exposeString('cause', {
      nullable: false,
      description: 'The operation of the data service that was to be paid for, such as `fetchProfiles`.',
    }),
    credits: t.expose('credits', {
      type: 'SafeInt',
      nullable: false,
      description: 'The most credits that the payment may have cost.',
    }),
    reservedAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When it was reserved, just before it was sent.',
      resolve: ({ reservedAt }) => new Date(reservedAt).toISOString(),
    }),
  }),
});

const PurseReceiptType = builder.objectRef<ReceiptEntry>('PurseReceipt').implement({
  description: 'The credits that a session’s operations with the same name cost and saved within one minute.',
  fields: (t) => {
    const credits = (description: string, read: (entry: ReceiptEntry) => number) =>
      t.field({ type: 'SafeInt', nullable: false, description, resolve: read });
    return {
      minute: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'The start of the minute in which the operations ended.',
        resolve: ({ minute }) => iso(minute),
      }),
      operation: t.string({
        description:
          'The operations’ name, such as `Person`, if it comes from a trusted document or from Kith itself; otherwise the first characters of the operation’s hash, such as `q3Xb0aVn5uYk`. Null if they have no name.',
        resolve: ({ operation }) => operation || null,
      }),
      operations: t.exposeInt('operations', {
        nullable: false,
        description: 'How many operations there were.',
      }),
      charged: credits('Credits charged for the operations.', ({ charged }) => charged),
      shared: credits(
        'Credits saved because another operation of the key paid for the same records at the same time.',
        ({ shared }) => shared,
      ),
      savedByPayload: credits(
        'Credits saved because a free response had every selected value.',
        ({ savedByPayload }) => savedByPayload,
      ),
      savedByIdentity: credits(
        'Credits saved because two identifiers named one record.',
        ({ savedByIdentity }) => savedByIdentity,
      ),
      savedByCache: credits(
        'Credits saved because a paid record was still cached.',
        ({ savedByCache }) => savedByCache,
      ),
    };
  },
});

const iso = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());

const amount = (description: string, read: (purse: PurseState) => number) => ({ description, read });

/** Amounts of one period, in credits. */
const amounts = {
  total: amount('Credits that may be spent in each period.', ({ total }) => total),
  spent: amount('Credits that were charged in this period.', ({ spent }) => spent),
  reserved: amount('The most credits that payments in flight may cost.', ({ held }) => held),
  uncertain: amount(
    'Credits that payments with an unknown outcome may have cost; they count as spent.',
    (p) => p.uncertain,
  ),
  left: amount(
    'Credits that can still be spent in this period: `total` less `spent`, `reserved` and `uncertain`.',
    leftIn,
  ),
};

/** Maximum number of entries, and of uncertain payments, returned for a purse. */
const maxEntries = 1000;

export const PurseType = builder.objectRef<Scoped<PurseState>>('Purse').implement({
  description: 'A limit on the credits that a session, child team or key spends over time. Free to read.',
  fields: (t) => {
    const credits = ({ description, read }: ReturnType<typeof amount>) =>
      t.field({ type: 'SafeInt', nullable: false, description, resolve: ({ value }) => read(value) });
    return {
      id: t.id({
        nullable: false,
        description: 'The purse’s id, a uuid such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`.',
        resolve: ({ value }) => value.id,
      }),
      label: t.string({
        nullable: false,
        description: 'The purse’s name, such as `May campaign`; errors mention it.',
        resolve: ({ value }) => value.label,
      }),
      scope: t.field({
        type: PurseScopeType,
        nullable: false,
        description: 'The payments that the purse limits: the key’s, a child team’s or a session’s.',
        resolve: ({ value }) => value.scope,
      }),
      childTeamId: t.field({
        type: 'ID',
        description:
          'The child team that the payments are for, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; null if they are for the key’s own team.',
        resolve: ({ value }) => value.childTeamId,
      }),
      period: t.field({
        type: PursePeriod,
        nullable: false,
        description: 'How often the purse is refilled to its total.',
        resolve: ({ value: { period } }) => {
          if (period === 'none') return 'NONE';
          if (period === 'day') return 'DAY';
          return period === 'month' ? 'MONTH' : 'ALLOWANCE';
        },
      }),
      allowanceDay: t.int({
        description: 'The day of the month, 1 to 31, on which the plan’s allowance begins; null for other periods.',
        resolve: ({ value: { period } }) => (period.startsWith('allowance-') ? Number(period.slice(10)) : null),
      }),
      periodStartedAt: t.field({
        type: 'DateTime',
        description: 'When the current period began; null for a purse that is never refilled.',
        resolve: ({ value: { period, periodStart } }) => (period === 'none' ? null : iso(periodStart)),
      }),
      total: credits(amounts.total),
      spent: credits(amounts.spent),
      reserved: credits(amounts.reserved),
      uncertain: credits(amounts.uncertain),
      left: credits(amounts.left),
      createdAt: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'When the purse was made.',
        resolve: ({ value }) => iso(value.createdAt),
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When its session ends; null for a purse that lasts until it is closed.',
        resolve: ({ value }) => iso(value.expiresAt),
      }),
      closedAt: t.field({
        type: 'DateTime',
        description: 'When the purse was closed; null while it is open.',
        resolve: ({ value }) => iso(value.closedAt),
      }),
      entries: t.field({
        type: [PurseEntryType],
        nullable: { list: true, items: false },
        description: `Payments from it by cause and hour, latest first, at most ${maxEntries}; null if the store does not answer.`,
        resolve: async ({ scope, value: { owner, id } }) =>
          (await scope.services.purses.store.entries(owner, id)).slice(0, maxEntries),
      }),
      receipts: t.field({
        type: [PurseReceiptType],
        nullable: { list: true, items: false },
        description: `The credits that operations of the purse’s session cost and saved, grouped by minute and operation name: latest first, at most ${maxEntries}. Operations that neither cost nor saved credits are left out. Empty unless the purse is a session’s; null if the store does not answer.`,
        resolve: ({ scope, value: { owner, id } }) =>
          scope.services.apis.of(SessionReceipts).entries(owner, id, maxEntries),
      }),
      uncertainPayments: t.field({
        type: [UncertainPaymentType],
        nullable: { list: true, items: false },
        description: `Payments with an unknown outcome, earliest first, at most ${maxEntries}; null if the store does not answer.`,
        resolve: async ({ scope, value: { owner, id } }) =>
          (await scope.services.purses.store.uncertain(owner, id)).slice(0, maxEntries),
      }),
    };
  },
});
