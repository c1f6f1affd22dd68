import { GraphQLError, type GraphQLErrorOptions } from 'graphql';

/** Refusal of an operation. Several limits share an error code; `limit` says which one, for metrics. */
export class LimitError extends GraphQLError {
  readonly limit: Limit;

  constructor(limit: Limit, sentence: string, extensions: NonNullable<GraphQLErrorOptions['extensions']>) {
    super(sentence, { extensions });
    this.limit = limit;
  }
}

export type Limit = SizeLimit | RateLimit;

/** Requests a minute; concurrent operations. */
export type RateLimit = 'rate' | 'concurrency';

/** Limits of an operation's size; `objects` and `calls` limit its estimated cost. */
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

/** The operation exceeds a size limit; no call was made, and nothing was charged. */
export const operationTooLarge = (limit: SizeLimit, sentence: string): LimitError =>
  new LimitError(limit, sentence, { code: 'OPERATION_TOO_LARGE', http: { status: 400 } });
