import { GraphQLError } from 'graphql';

/** A limit of the graph refused a payment. Nothing was sent or charged. */
export abstract class SpendingRefused extends GraphQLError {
  /** The kind of limit. */
  abstract readonly scope: 'BUDGET' | 'PURSE';
}
