import type { GraphQLError } from 'graphql';
import type { Deduplicator } from '../operation/deduplicate.ts';
import type { OperationLimits } from '../operation/operation-limits.ts';
import type { PreparedOperations } from '../operation/prepare.ts';
import type { TrustedDocuments } from '../operation/trusted-documents.ts';
import type { GraphContext } from '../schema/builder.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';
import type { OperationObserver } from './measure/operation-observer.ts';
import type { Caller } from './request-context.ts';
import type { ResponseLimit } from './response-limit.ts';
import type { Print } from './use-receipt.ts';

/** What prepares, admits, executes and prints an operation, whichever transport carries it. */
export interface OperationServices {
  readonly operations: PreparedOperations;
  readonly limits: OperationLimits;
  readonly deduplicator: Deduplicator;
  readonly trusted: TrustedDocuments;
  readonly seal: SessionSeal;
  /** `began`: when the request's document was about to be read, on the clock of `performance`. */
  readonly newContext: (caller: Caller, began?: number) => GraphContext;
  readonly maskError: (error: unknown) => GraphQLError;
  readonly printed: Print;
  readonly responseLimit: ResponseLimit;
  /** Present where the graph measures itself. */
  readonly observer: OperationObserver | undefined;
}
