import { openSchema } from '../../../src/graph/graph-schema.ts';

/** The schema of the core and all features, built once a process. */
export const { schema, declared } = await openSchema();
