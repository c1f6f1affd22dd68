import { GraphQLError, type GraphQLErrorOptions } from 'graphql';

/** Refuses an operation for one of several limits that share a code; which of them it was is measured. */
export class LimitError extends GraphQLError {
  readonly limit: Limit;

  constructor(limit: Limit, sentence: string, extensions: NonNullable<GraphQLErrorOptions['extensions']>) {
    super(sentence, { extensions });
    this.limit = limit;
  }
}

export type Limit = SizeLimit | RateLimit;

/** Of requests a minute, and of operations at once. */
export type RateLimit = 'rate' | 'concurrency';

/** How large an operation may be; `objects` and `calls` are what it may cost. */
export type SizeLimit =
  | 'depth'
  | 'root_fields'
  | 'aliases'
  | 'variables'
  | 'names'
  | 'input_objects'
  | 'elements'
  | 'objects'
  | 'calls';
