import { readFileSync } from 'node:fs';

const { version }: { version?: unknown } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The header `user-agent` of requests to the data service. */
export const userAgent = `Kith/${String(version)}`;
