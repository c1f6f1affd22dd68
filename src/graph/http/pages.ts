import type { FastifyReply, FastifyRequest } from 'fastify';

export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Pages for people: what a browser gets instead of data. */
export interface Pages {
  /** At `/graphql`. */
  readonly graphql?: ServePage | undefined;
  /** At `/`, and at any path that has no route, which the page's script reads. */
  readonly addresses?: ServePage | undefined;
}

/** Whether a browser requests a page rather than an operation's answer. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;
