import { catalogues } from '../../../../contract/catalogue.ts';
import { camelCase } from '../../../schema/contract-types.ts';

// The interface documents some paths for searching under another name than the record's member has. Fields of `where` are
// named as the record's fields are, and compile to the documented path, the only one that each data service must know.

const searchPaths = new Map(
  Object.values(catalogues).flatMap(({ aliases }) =>
    [...aliases].flatMap(([path, [member, ...others]]) =>
      member !== undefined && others.length === 0 && path.includes('.') ? [[member, path] as const] : [],
    ),
  ),
);

const members = new Map([...searchPaths].map(([member, path]) => [path, member]));

/** The path by which a record's member is searched. */
export const searchPathOf = (member: string): string => searchPaths.get(member) ?? member;

/** The field of `where` that compiles to a path. */
export function fieldOfPath(path: string): string {
  const plain = path.replace(/\.(?:keyword|folded)$/, '');
  return camelCase((members.get(plain) ?? plain).replace(/^.*\./, ''));
}
