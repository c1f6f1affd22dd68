import { unpadded } from './padding.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a uuid, in any case. A request with another id fails as a whole. */
export const isUuid = (text: string): boolean => uuid.test(text);

/**
 * Parses a uuid into lower case; undefined for other texts, including one in braces.
 *
 * @example
 * uuidFrom(' 9E396919-BD21-5A3E-8B17-B812C61E055E '); // '9e396919-bd21-5a3e-8b17-b812c61e055e'
 */
export function uuidFrom(text: string): string | undefined {
  const id = unpadded(text);
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/**
 * An id created by the graph, in its stored form: a uuid in lower case. Other texts are returned unchanged, and match
 * nothing.
 */
export const foldedId = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);
