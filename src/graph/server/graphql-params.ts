import { isObject, parseJson } from '../../contract/json.ts';
/** What a request asks, as far as it can be read; the document itself is judged elsewhere. */
export interface GraphqlParams {
  readonly query: unknown;
  readonly documentId: unknown;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
}

const parameters: ReadonlySet<string> = new Set(['query', 'documentId', 'operationName', 'variables', 'extensions']);

export const isGraphqlParameter = (name: string): boolean => parameters.has(name);

/** Undefined for a body that is anything but an object of well-formed parameters. */
export function readGraphqlParams(text: string): GraphqlParams | undefined {
  const body = parseJson(text);
  if (!isObject(body)) return undefined;
  for (const name in body) if (!isGraphqlParameter(name)) return undefined;
  const { query, documentId, operationName, variables, extensions } = body;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  if (variables != null && !isObject(variables)) return undefined;
  if (extensions != null && !isObject(extensions)) return undefined;
  return {
    query,
    documentId,
    operationName: operationName ?? undefined,
    variables: variables ?? undefined,
    extensions: extensions ?? undefined,
  };
}
