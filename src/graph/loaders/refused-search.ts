import { BadUpstreamRequest } from '../../client/errors.ts';

/** Nothing where the upstream does not take the request, such as a search by a path that the interface does not name. */
export const unlessRefused = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof BadUpstreamRequest) return undefined;
    throw error;
  });
