import { BadUpstreamRequest } from '../../client/errors.ts';

/** Resolves with undefined if the upstream refuses the request, such as a search by a path that it does not support. */
export const unlessRefused = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof BadUpstreamRequest) return undefined;
    throw error;
  });
