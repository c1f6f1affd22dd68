/** What an operation was charged; its members are those of `extensions.credits`. */
export interface Receipt {
  readonly charged: number;
  readonly shared: number;
  readonly savedByPayload: number;
  readonly savedByIdentity: number;
  readonly savedByCache: number;
  readonly budget: number;
  /** Credits of calls that broke off: they may have been charged. */
  readonly maybeCharged: number;
  /** What the purses that bound the caller have left, the innermost first; absent where none does, or nothing was paid. */
  readonly purses?: readonly { readonly id: string; readonly label: string; readonly left: number }[];
}

/** An entry of `errors` in an answer. */
export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** Data, what is missing in it, and what it cost. */
export interface Answer<Result> {
  readonly data: Result;
  /** Why members of `data` are null, each with its path. */
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

/** An operation without data. */
export class KithError extends Error {
  override readonly name = 'KithError';
  /** The operation may have been charged: its answer was lost, or its receipt says so. Not repeated by itself, then. */
  readonly maybeCharged: boolean;
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  readonly errors: readonly GraphError[];
  /** The receipt, where the operation ran. */
  readonly credits: Receipt | undefined;

  constructor(message: string, { maybeCharged, status, errors = [], credits, cause }: Failure) {
    super(message, { cause });
    this.maybeCharged = maybeCharged;
    this.status = status;
    this.errors = errors;
    this.credits = credits;
  }
}
