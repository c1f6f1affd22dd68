import { GraphQLError } from 'graphql';

/** A limit of the graph's own does not allow a payment; nothing was sent and nothing charged for it. */
export abstract class SpendingRefused extends GraphQLError {
  /** Whose limit it is. */
  abstract readonly scope: 'BUDGET' | 'PURSE';
}
