import { type DocumentNode, GraphQLError, Kind } from 'graphql';
import { shortened } from './short-message.ts';

/** Maximum operations that the message names. */
const maxNamed = 10;

/** No operation can be chosen: the document has none, or `operationName` matches none; the message lists the names. */
export const operationUnknown = (document: DocumentNode, name: string | null | undefined): GraphQLError =>
  new GraphQLError(sentenceOf(document, name ?? undefined), {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  });

function sentenceOf({ definitions }: DocumentNode, name: string | undefined): string {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return 'query: must have an operation, but has none.';
  const got = name === undefined ? 'none' : `“${shortened(name)}”`;
  const names = operations.flatMap((operation) => operation.name?.value ?? []);
  if (names.length === 0) return `operationName: must be left out, as the operation has no name, but got ${got}.`;
  const listed = names.slice(0, maxNamed).map((one) => `“${shortened(one)}”`);
  const more = names.length > maxNamed ? ` or ${names.length - maxNamed} others` : '';
  return `operationName: must be one of ${listed.join(', ')}${more}, but got ${got}.`;
}
