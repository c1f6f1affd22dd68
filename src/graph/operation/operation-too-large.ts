import { LimitError, type SizeLimit } from './limit-error.ts';

/** The operation exceeds a size limit; no call was made, and nothing was charged. */
export const operationTooLarge = (limit: SizeLimit, sentence: string): LimitError =>
  new LimitError(limit, sentence, { code: 'OPERATION_TOO_LARGE', http: { status: 400 } });
