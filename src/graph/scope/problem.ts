/** The kinds of problems, with what each says to a caller. */
export const problemCodes = {
  NOT_FOUND: { description: 'The data service has no such record; nothing was charged.' },
  CREDIT_BUDGET: { description: 'The operation’s own budget does not allow it; nothing was charged.' },
  CREDIT_PURSE: { description: 'A purse does not have enough left, or is closed; nothing was charged.' },
  PURSE_UNAVAILABLE: {
    description: 'The store of purses does not answer, so nothing can be paid for; try again.',
  },
  CREDIT_LIMIT: { description: 'The team’s credit allowance is used up; nothing was charged.' },
  RESULT_UNAVAILABLE: { description: 'A mapping task has no result; nothing was charged.' },
  BAD_UPSTREAM_REQUEST: {
    description: 'The data service refused the request; `message` says why. Nothing was charged.',
  },
  FORBIDDEN: { description: 'The key may not do this. Nothing was charged.' },
  RATE_LIMITED: { description: 'The data service’s rate limit is reached; nothing was charged. Ask again later.' },
  UPSTREAM_FAILED: { description: 'The data service failed, with a status of 500 or above.' },
  UPSTREAM_UNREACHABLE: { description: 'The data service cannot be reached, or the connection to it was lost.' },
  UPSTREAM_TIMEOUT: { description: 'The data service did not answer in time.' },
  UPSTREAM_MALFORMED: { description: 'The data service’s answer cannot be read.' },
  CANCELLED: { description: 'The caller disconnected, or the operation’s deadline passed, before the response.' },
  OTHER: { description: 'Another problem, which `message` describes.' },
} as const;

export type ProblemCode = keyof typeof problemCodes;

const isCode = (code: string): code is ProblemCode => Object.hasOwn(problemCodes, code);

/** An error's code as a problem's code; `OTHER` for codes that problems do not have. */
export const problemCode = (code: unknown): ProblemCode => (typeof code === 'string' && isCode(code) ? code : 'OTHER');

/** A failed outcome as a value. Not an `Error`: GraphQL treats a returned `Error` as thrown. */
export interface Problem {
  /** The name of its GraphQL object type. */
  readonly typeName: string;
  readonly message: string;
  readonly code: ProblemCode;
}
