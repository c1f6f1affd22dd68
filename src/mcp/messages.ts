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

/**
 * Why messages are refused before they are dispatched, with the id to answer; undefined if they are not. Otherwise the
 * library would answer with its validator's output, or not at all.
 *
 * @param revision as the client has agreed it; undefined before that
 */
export function refusedMessage(message: unknown, revision: string | undefined): object | undefined {
  if (Array.isArray(message)) {
    // Revisions are days.
    if (revision !== undefined && revision >= '2025-06-18')
      return errorOf(null, -32_600, 'A batch of messages is taken in revision 2025-03-26 only: send one at a time.');
    return message.length === 0 ? errorOf(null, -32_600, 'The batch is empty.') : undefined;
  }
  if (!isObject(message)) return errorOf(null, -32_600, 'A message must be an object.');
  if (message.method !== 'initialize') return undefined;
  const { protocolVersion } = isObject(message.params) ? message.params : {};
  if (typeof protocolVersion === 'string') return undefined;
  return errorOf(
    idOf(message),
    -32_602,
    'protocolVersion: must be a revision of the protocol, such as 2025-11-25, but is missing.',
  );
}

const idOf = ({ id }: Readonly<Record<string, unknown>>): string | number | null =>
  typeof id === 'string' || typeof id === 'number' ? id : null;

const errorOf = (id: string | number | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
