import { readFile } from 'node:fs/promises';

const operation = new URL('../../schema/operations/first-look.graphql', import.meta.url);

/** The query to begin with: one of the example operations, about people of the sample. */
export const readFirstQuery = (): Promise<string> => readFile(operation, 'utf8');
