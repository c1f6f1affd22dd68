/** Credits of one purse in one period; all non-negative. */
export interface Balance {
  /** Charged. */
  readonly spent: number;
  /** Reserved for payments in flight. */
  readonly held: number;
  /** Reserved for payments with unknown outcome; counts as spent. */
  readonly uncertain: number;
}

/** Transitions of a reservation; `state/purses/README.md` has them as a table. */
export type PurseEvent =
  | { readonly kind: 'reserve'; readonly credits: number }
  /** The payment ended; credits that are neither spent nor uncertain are released. */
  | { readonly kind: 'settle'; readonly reserved: number; readonly spent: number; readonly uncertain: number }
  /** The process that held the reservation died. */
  | { readonly kind: 'lose'; readonly reserved: number }
  /** The payment of a reservation declared lost ended after all. */
  | { readonly kind: 'recover'; readonly reserved: number; readonly spent: number; readonly uncertain: number };

export const untouched: Balance = { spent: 0, held: 0, uncertain: 0 };

export function balanceAfter({ spent, held, uncertain }: Balance, event: PurseEvent): Balance {
  switch (event.kind) {
    case 'reserve':
      return { spent, held: held + event.credits, uncertain };
    case 'settle':
      return { spent: spent + event.spent, held: held - event.reserved, uncertain: uncertain + event.uncertain };
    case 'lose':
      return { spent, held: held - event.reserved, uncertain: uncertain + event.reserved };
    case 'recover':
      return { spent: spent + event.spent, held, uncertain: uncertain - event.reserved + event.uncertain };
  }
}

/** Credits that can still be reserved. */
export const freeOf = (total: number, { spent, held, uncertain }: Balance): number =>
  Math.max(0, total - spent - held - uncertain);

/** Credits that a purse grants, in multiples of `unit`. With several purses, pass the smallest `free`. */
export const granted = (credits: number, unit: number, free: number): number =>
  Math.min(credits, Math.floor(free / unit) * unit);
