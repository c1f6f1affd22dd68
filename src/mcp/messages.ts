/** A message as clients really send it, in the form that the protocol has. */
export function usualMessage(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(usualMessage);
  if (!isObject(message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isObject(params)) return message;
  const { arguments: args, ...others } = params;
  return args === null ? { ...rest, params: others } : message;
}

interface RpcRefusal {
  readonly jsonrpc: string;
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Why messages are refused before they are dispatched, with the id to answer; undefined if they are not. Otherwise the
 * library would answer with its validator's output, or not at all.
 *
 * @param revision as the client has agreed it; undefined before that
 */
export function refusedMessage(message: unknown, revision: string | undefined): RpcRefusal | undefined {
  if (Array.isArray(message)) {
    // Revisions are days.
    if (revision !== undefined && revision >= '2025-06-18')
      return errorOf(null, -32_600, 'A batch of messages is taken in revision 2025-03-26 only: send one at a time.');
    return message.length === 0 ? errorOf(null, -32_600, 'The batch is empty.') : undefined;
  }
  if (!isObject(message)) return errorOf(null, -32_600, 'A message must be an object.');
  // Nothing changes that a client could subscribe to, which the library would answer as a bound that is reached.
  if (message.method === 'subscriptions/listen')
    return errorOf(
      idOf(message),
      methodNotFound,
      'Method not found: no change is announced, so there is no subscription.',
    );
  if (message.method !== 'initialize') return undefined;
  const named = revisionIn(message);
  // Revisions without a handshake do not have the method, as the library says.
  if (named !== undefined || (revision !== undefined && revision >= '2026-07-28')) return undefined;
  return errorOf(
    idOf(message),
    -32_602,
    'protocolVersion: must be a revision of the protocol, such as 2025-11-25, but is missing.',
  );
}

/** The revision of the protocol that a message names: by its handshake, or where there is none by itself. */
export const revisionIn = (message: unknown): string | undefined => {
  const { params } = isObject(message) ? message : {};
  const { protocolVersion, _meta: meta } = isObject(params) ? params : {};
  const named = protocolVersion ?? (isObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined);
  return typeof named === 'string' ? named : undefined;
};

/** The code of a method that the server does not have, to which HTTP's status is 404. */
export const methodNotFound = -32_601;

const idOf = ({ id }: Readonly<Record<string, unknown>>): string | number | null =>
  typeof id === 'string' || typeof id === 'number' ? id : null;

const errorOf = (id: RpcRefusal['id'], code: number, message: string): RpcRefusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
