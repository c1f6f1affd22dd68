/** The receipt of an operation: `extensions.credits`. */
export interface Receipt {
  readonly charged: number;
  readonly shared: number;
  readonly savedByPayload: number;
  readonly savedByIdentity: number;
  readonly savedByCache: number;
  /** Records kept from an earlier payment (KITH_KEEP_DAYS); absent for none. */
  readonly kept?: number;
  readonly budget: number;
  /** Credits that calls with a lost answer may have been charged. */
  readonly maybeCharged: number;
  /** The purses that paid, innermost first, with what is left; absent if there are none, or nothing was paid. */
  readonly purses?: readonly { readonly id: string; readonly label: string; readonly left: number }[];
}

/** An entry of `errors`. */
export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** The data of an operation, with errors and receipt. */
export interface Answer<Result> {
  readonly data: Result;
  /** Why members of `data` are null, with their paths. */
  readonly errors: readonly GraphError[];
  readonly credits: Receipt | undefined;
}

interface Failure {
  readonly maybeCharged: boolean;
  readonly status?: number | undefined;
  readonly errors?: readonly GraphError[] | undefined;
  readonly credits?: Receipt | undefined;
  readonly cause?: unknown;
}

/** An operation that failed without data. */
export class KithError extends Error {
  override readonly name = 'KithError';
  /**
   * Whether the operation may have been charged: its answer was lost, or its receipt says so. Such operations are not
   * retried.
   */
  readonly maybeCharged: boolean;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  readonly errors: readonly GraphError[];
  /** The receipt, if the operation ran. */
  readonly credits: Receipt | undefined;

  constructor(message: string, { maybeCharged, status, errors = [], credits, cause }: Failure) {
    super(message, { cause });
    this.maybeCharged = maybeCharged;
    this.status = status;
    this.errors = errors;
    this.credits = credits;
  }
}
