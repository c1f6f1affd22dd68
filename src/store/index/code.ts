import { createHash } from 'node:crypto';

/**
 * The short code by which tokens name a field: four characters made of the path alone, so a code never changes when
 * other fields come or go (the tests hold that no two paths of the catalogue share one).
 */
export const codeOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, 4);
