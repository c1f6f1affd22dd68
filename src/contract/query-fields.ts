import {
  catalogues,
  connectedUsers,
  foldedPath,
  type SearchableKind,
  type SearchField,
  teamConnectionMembers,
  teamConnections,
  usernamesPath,
} from './catalogue.ts';

/** A field as used in a clause. `x.keyword` is the field `x` with kind `keyword`, that is, its whole values. */
export interface QueryField extends SearchField {
  /** Whether it is the accent-folded sub-field of a name; full-text clauses fold their text, too. */
  readonly folded?: boolean;
}

/** All field names that clauses accept, with the fields that they stand for. */
type Names = ReadonlyMap<string, readonly QueryField[]>;

const wholeOf = (field: QueryField): QueryField => ({ ...field, kind: 'keyword' });
const foldedOf = (field: QueryField): QueryField => ({ ...field, path: foldedPath(field.path), folded: true });

function namesOf(kind: SearchableKind): Names {
  const { fields, folded, aliases } = catalogues[kind];
  const named = new Map<string, readonly QueryField[]>([...fields].map(([path, field]) => [path, [field]]));
  for (const [alias, paths] of aliases)
    named.set(
      alias,
      paths.flatMap((path) => named.get(path) ?? []),
    );
  if (kind === 'profile') {
    named.set(usernamesPath, [{ path: usernamesPath, kind: 'keyword', nestedIn: undefined }]);
    named.set(connectedUsers, [{ path: connectedUsers, kind: 'keyword', nestedIn: undefined }]);
    for (const path of teamConnectionMembers) named.set(path, [{ path, kind: 'keyword', nestedIn: teamConnections }]);
  }
  for (const [name, of] of [...named]) {
    if (of.every((field) => field.kind === 'text')) named.set(`${name}.keyword`, of.map(wholeOf));
    if (of.every(({ path }) => folded.has(path))) named.set(foldedPath(name), of.map(foldedOf));
  }
  return named;
}

export const queryFields: Readonly<Record<SearchableKind, Names>> = {
  profile: namesOf('profile'),
  company: namesOf('company'),
};

/** The paths that `nested` accepts. */
export const nestedLists: Readonly<Record<SearchableKind, ReadonlySet<string>>> = {
  profile: new Set([...catalogues.profile.nested, teamConnections]),
  company: catalogues.company.nested,
};

/** The fields of an object, without sub-fields and aliases. */
export const fieldsOfObject = (kind: SearchableKind, object: string): readonly QueryField[] =>
  [...queryFields[kind]]
    .filter(([name, of]) => name.startsWith(`${object}.`) && of.every(({ path, folded }) => path === name && !folded))
    .flatMap(([, of]) => of);
