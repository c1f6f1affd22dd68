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
  if (message.method === 'tools/call') {
    const problem = problemWithCall(message.params);
    return problem === undefined ? undefined : errorOf(idOf(message), invalidParams, problem);
  }
  if (message.method !== 'initialize') return undefined;
  const named = revisionIn(message);
  // Revisions without a handshake do not have the method, as the library says.
  if (named !== undefined || (revision !== undefined && revision >= '2026-07-28')) return undefined;
  return errorOf(
    idOf(message),
    invalidParams,
    'protocolVersion: must be a revision of the protocol, such as 2025-11-25, but is missing.',
  );
}

/** The code of parameters that a method does not take. */
const invalidParams = -32_602;

/** Maximum nesting depth of a tool's arguments: they are read recursively. */
const maxLevels = 64;

function problemWithCall(params: unknown): string | undefined {
  if (!isObject(params)) return 'params: must be an object with the name of a tool and its arguments.';
  const { name, arguments: args } = params;
  if (typeof name !== 'string') return 'name: must be the name of a tool, such as get_person.';
  if (args !== undefined && args !== null && !isObject(args))
    return 'arguments: must be an object with a member for each argument, such as {"person": "ada-lovelace"}.';
  return isNested(args, maxLevels) ? `arguments: must be nested at most ${maxLevels} deep.` : undefined;
}

/** Whether lists and objects are nested deeper than `levels`; level by level, since recursion could be too deep. */
function isNested(value: unknown, levels: number): boolean {
  let level: readonly object[] = [value].filter(isContainer);
  for (let deep = 0; level.length > 0; deep += 1) {
    if (deep === levels) return true;
    level = level.flatMap((one) => Object.values(one)).filter(isContainer);
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

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
