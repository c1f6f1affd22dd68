import { hash } from 'node:crypto';
import { isObject } from '../../../contract/json.ts';
import type { DocumentManifest } from '../../operation/documents.ts';

/** The identifier that the GraphQL over HTTP specification derives from a document's text. */
export const sha256Id = (text: string): string => `sha256:${hash('sha256', text)}`;

/**
 * Parses registered documents: a JSON object of ids and documents, as Relay's compiler writes it, or an operation
 * manifest of Apollo's tools (`apollo-persisted-query-manifest`). An id has no colon, begins with `x-`, or is `sha256:`
 * followed by the hash of its document.
 *
 * @throws {TypeError} or {SyntaxError} for any other text
 */
export function parseManifest(text: string): DocumentManifest {
  const value: unknown = JSON.parse(text);
  if (!isObject(value))
    throw new TypeError('The file of trusted documents must hold a JSON object of ids and documents.');
  const documents = new Map<string, string>();
  for (const [id, document] of entriesOf(value)) {
    if (typeof document !== 'string')
      throw new TypeError(`The trusted document "${id}" must be a string, but got ${typeof document}.`);
    if (documents.has(id) && documents.get(id) !== document)
      throw new TypeError(`The trusted document "${id}" must be given once, but got two that differ.`);
    checkId(id, document);
    documents.set(id, document);
  }
  return documents;
}

const apolloFormat = 'apollo-persisted-query-manifest';

function entriesOf(value: Fields): readonly (readonly [id: string, document: unknown])[] {
  if (value.format !== apolloFormat) return Object.entries(value);
  const { version, operations } = value;
  if (version !== 1) throw new TypeError(`The version of the ${apolloFormat} must be 1, but got ${version}.`);
  if (!Array.isArray(operations)) throw new TypeError(`The ${apolloFormat} must have a list of operations.`);
  return operations.map((operation: unknown, at) => {
    const { id, body } = isObject(operation) ? operation : {};
    if (typeof id !== 'string')
      throw new TypeError(`operations[${at}].id of the ${apolloFormat} must be a string, but got ${typeof id}.`);
    return [id, body] as const;
  });
}

function checkId(id: string, document: string): void {
  if (!id.includes(':') || id.startsWith('x-')) return;
  if (!id.startsWith('sha256:'))
    throw new TypeError(
      `The id "${id}" of a trusted document must have no colon, or begin with "sha256:" or "x-": other prefixes are reserved.`,
    );
  if (id !== sha256Id(document))
    throw new TypeError(`The id "${id}" must be the hash of its document, which is ${sha256Id(document)}.`);
}

type Fields = Readonly<Record<string, unknown>>;
