import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandFailure } from '../command-failure.ts';
import { unreadable } from '../named-file.ts';

/** A file with somebody's connections. */
export interface GivenExport {
  readonly file: string;
  readonly of: string;
}

const table = /\.(?:csv|tsv|tab|txt|xlsx?)$/i;

/**
 * The exports in the arguments of an import, each with its owner: `NAME=FILE`, or one file with `--of`. Undefined if
 * the arguments are files of records.
 *
 * @throws {CommandFailure} for a table that is not there, or has no name of its owner
 */
export const exportsIn = async (
  given: readonly string[],
  { of, directory }: { readonly of: string | undefined; readonly directory: string },
): Promise<readonly GivenExport[] | undefined> => {
  const pairs = given.map((text) => /^([^=]*[^=\s][^=]*)=(.+)$/s.exec(text));
  const [only, ...others] = given;
  if (of !== undefined) {
    if (only !== undefined && others.length === 0) return [{ file: only, of }];
    throw new CommandFailure(`--of: must go with one file, but got ${given.length}; name the owners as NAME=FILE.`);
  }
  if (pairs.some((pair) => pair !== null))
    return pairs.map((pair, at) => {
      if (pair === null)
        throw new CommandFailure(`${given[at]}: must say whose connections it has, such as “Ada Moreau=${given[at]}”.`);
      const [, owner = '', file = ''] = pair;
      return { file, of: owner };
    });
  const unowned = given.find((file) => table.test(file));
  if (unowned === undefined) return undefined;
  await stat(resolve(directory, unowned)).catch(unreadable(unowned));
  throw new CommandFailure(
    `${unowned}: must be newline-delimited JSON, but is a table. If it is somebody’s export of their connections, say whose: --of "Ada Moreau".`,
  );
};
