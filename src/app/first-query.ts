import { readFile } from 'node:fs/promises';

const operation = new URL('../../schema/operations/first-look.graphql', import.meta.url);

/** The query that a new user starts with: an example operation about people of the sample. */
export const readFirstQuery = (): Promise<string> => readFile(operation, 'utf8');
