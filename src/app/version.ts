import { readFile } from 'node:fs/promises';

/** The version of this package, such as `1.0.0`. */
export const ownVersion = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
};
