import { join } from 'node:path';

/** The client is linked from the checkout, which is outside of this folder. */
export default { turbopack: { root: join(import.meta.dirname, '../..') } };
