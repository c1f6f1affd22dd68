import { CallError } from '../../client/errors.ts';

/** Whether the upstream may answer if it is asked again later: trouble on the way passes, a refusal does not. */
export const isPassing = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.code !== 'UNAUTHENTICATED' &&
  error.code !== 'FORBIDDEN' &&
  error.code !== 'BAD_UPSTREAM_REQUEST';
