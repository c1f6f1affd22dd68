import type { ProfileBy } from '../generated/documents.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The identifier in an address: a uuid, else a slug on the external network. */
export const isUuid = (text: string): boolean => uuid.test(text);

export const personBy = (key: string): ProfileBy => (isUuid(key) ? { id: key } : { xnetSlug: key });
