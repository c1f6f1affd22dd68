import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the test stores' template lies; the same as for the rest of the tests. */
export const templateDir = join(tmpdir(), 'kith-test-template');
