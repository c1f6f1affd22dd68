import type { WatchesQuery } from '../generated/documents.ts';

export type Watch = NonNullable<WatchesQuery['watches']>[number];
