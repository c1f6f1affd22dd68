import { createHash } from 'node:crypto';

/**
 * The short code of a field in tokens: four characters derived from the path alone, so that it is stable when other
 * fields are added or removed. A test ensures that no two paths share a code.
 */
export const codeOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, 4);
