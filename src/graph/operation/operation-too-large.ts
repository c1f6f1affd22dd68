import { LimitError, type SizeLimit } from './limit-error.ts';

/** The operation asks more than it may; nothing was sent, and nothing was charged. */
export const operationTooLarge = (limit: SizeLimit, sentence: string): LimitError =>
  new LimitError(limit, sentence, { code: 'OPERATION_TOO_LARGE', http: { status: 400 } });
