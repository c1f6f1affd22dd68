import { GraphQLError } from 'graphql';
import type { BadUpstreamRequest, CallError } from '../client/errors.ts';
import { apiKeyHeader, childTeamHeader } from '../contract/headers.ts';

/** Errors that callers can cause, with their codes in `extensions`. */

/** An invalid argument, refused before any call: nothing was sent or charged. */
export const invalidArgument = (path: string, sentence: string): GraphQLError =>
  new GraphQLError(`${path}: ${sentence}`, { extensions: { code: 'BAD_USER_INPUT' } });

/** A record that would be paid for is named by the URL of a page on a host that is not the provider's. */
export const pageElsewhere = (host: string, slug: string): GraphQLError =>
  new GraphQLError(
    `A page on ${host} does not identify a record, since ${host} is not the provider’s host: name the record by xnetSlug “${slug}” if that is meant.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );

/** A record that a row of a list is only likely to mean, and that would be paid for; nothing was sent. */
export const onlyLikely = (): GraphQLError =>
  new GraphQLError(
    'This row may mean somebody else, and what is not certain is not paid for: set `likely`, or load the record by its id.',
    { extensions: { code: 'BAD_USER_INPUT' } },
  );

/** An invalid header, or an invalid `connectionParams` member that replaces one. */
export const invalidHeader = (header: string, sentence: string): GraphQLError =>
  new GraphQLError(`${header}: ${sentence}`, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });

/** The data service's header for a child team: without it, the answer would be that of the key's own team. */
export const childTeamByHeader = (): GraphQLError =>
  invalidHeader(
    childTeamHeader,
    'must be left out: select `childTeam(id: …)`, or use a session that was opened with `childTeamId`.',
  );

/** The request has no credential; nothing was sent. */
export const missingKey = (): GraphQLError =>
  new GraphQLError(
    `The request carries no API key: send it in the header ${apiKeyHeader}, or over WebSocket as connectionParams.apiKey.`,
    { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } },
  );

/** The request has both a key and a session token, which may grant different rights; nothing was sent. */
export const twoCredentials = (): GraphQLError =>
  new GraphQLError(`The request carries an API key (${apiKeyHeader}) and a session’s token: send one of them.`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });

/** A session token that is invalid or cannot be checked; nothing was sent. */
export const sessionRefused = ({
  message,
  reason,
}: {
  readonly message: string;
  readonly reason: string;
}): GraphQLError =>
  new GraphQLError(message, {
    extensions:
      reason === 'unavailable'
        ? { code: 'UNAVAILABLE', http: { status: 503 } }
        : { code: 'UNAUTHENTICATED', http: { status: 401 } },
  });

/** A field that requires the API key itself was selected with a session token. */
export const keyAlone = (field: string): GraphQLError =>
  new GraphQLError(`${field}: is shown only to the API key itself, but a session’s token was sent.`, {
    extensions: { code: 'FORBIDDEN' },
  });

/** The session is bound to a child team, and the request names another one; nothing was sent. */
export const otherTeam = (): GraphQLError =>
  new GraphQLError('This session is bound to one team, and another was named.', { extensions: { code: 'FORBIDDEN' } });

/** The store of approvals does not answer; a decision may have been recorded even so. */
export const approvalsUnavailable = (): GraphQLError =>
  new GraphQLError('Approvals cannot be read or answered at the moment: ask again.', {
    extensions: { code: 'APPROVALS_UNAVAILABLE' },
  });

/** A record's uuid is selected, but neither a payload nor a search has it. */
export const idUnknown = (type: string, name: string | undefined): GraphQLError =>
  new GraphQLError(
    name === undefined
      ? `The id of this ${type} is not known: nothing in the data service’s answer identifies its record.`
      : `The id of this ${type} is not known: the data service has no single record of “${name}”.`,
    { extensions: { code: 'ID_UNKNOWN' } },
  );

/** An upstream may give a person and a company the same uuid; nothing was loaded. */
export const ambiguousId = (id: string): GraphQLError =>
  invalidArgument('id', `${id} is both a person and a company: ask for it by \`profile\` or by \`company\`.`);

/** The upstream no longer accepts its own pagination token; nothing was charged. */
export const cursorExpired = ({ sentences, requestId }: BadUpstreamRequest): GraphQLError =>
  new GraphQLError(
    'The data service no longer accepts this page’s cursor: it has expired, or belongs to another team. Ask again without `after`, from the first page.',
    {
      extensions: {
        code: 'CURSOR_EXPIRED',
        ...(requestId && { requestId }),
        ...(sentences.length > 0 && { upstream: sentences }),
      },
    },
  );

/** A subscription ends because the process stops; its task continues, and the caller can subscribe again. */
export const goingAway = (): GraphQLError =>
  new GraphQLError('The graph is stopping: subscribe again, with the last event’s id as `after`.', {
    extensions: { code: 'GOING_AWAY' },
  });

/** A failed call's message with the upstream's reason, unless it says the same. For the caller only: the reason may repeat the request. */
export const explained = ({ message, code, sentences: [reason] }: CallError): string =>
  reason === undefined || code === 'UNAUTHENTICATED' ? message : `${message} ${reason}`;
