import type { SpendQuery } from '../generated/documents.ts';

/** What operations of one name came to within a minute. */
export type Receipt = NonNullable<NonNullable<SpendQuery['purse']>['receipts']>[number];

/** What was paid, and the ways in which it was not. */
export const kinds = ['charged', 'savedByPayload', 'savedByIdentity', 'savedByCache'] as const;
export type Kind = (typeof kinds)[number];

export const totalsOf = (receipts: readonly Receipt[]): Readonly<Record<Kind, number>> =>
  receipts.reduce(
    (sum, receipt) => ({
      charged: sum.charged + receipt.charged,
      savedByPayload: sum.savedByPayload + receipt.savedByPayload,
      savedByIdentity: sum.savedByIdentity + receipt.savedByIdentity,
      savedByCache: sum.savedByCache + receipt.savedByCache,
    }),
    { charged: 0, savedByPayload: 0, savedByIdentity: 0, savedByCache: 0 },
  );

/** One receipt for each group, in the order in which groups come. */
export const sumBy = (receipts: readonly Receipt[], groupOf: (receipt: Receipt) => string): readonly Receipt[] =>
  [...Map.groupBy(receipts, groupOf).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const [operations, shared] = [sum(group, 'operations'), sum(group, 'shared')];
    return [{ ...first, ...totalsOf(group), operations, shared }];
  });

const sum = (receipts: readonly Receipt[], member: 'operations' | 'shared'): number =>
  receipts.reduce((total, receipt) => total + receipt[member], 0);
