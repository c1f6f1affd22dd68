import { type DocumentNode, type FragmentDefinitionNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

/** The fields that may stand at each name of a result: by alias, with those below them. */
export interface SelectedFields {
  readonly names: ReadonlySet<string>;
  readonly below: () => ReadonlyMap<string, SelectedFields>;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function fieldsOf(
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
): ReadonlyMap<string, SelectedFields> {
  const found = new Map<string, { names: Set<string>; sets: SelectionSetNode[] }>();
  const seen = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const one of selections) {
      if (one.kind === Kind.FIELD) {
        const key = one.alias?.value ?? one.name.value;
        const entry = found.get(key) ?? { names: new Set(), sets: [] };
        entry.names.add(one.name.value);
        if (one.selectionSet) entry.sets.push(one.selectionSet);
        found.set(key, entry);
      } else if (one.kind === Kind.INLINE_FRAGMENT) collect(one.selectionSet);
      else if (!seen.has(one.name.value)) {
        seen.add(one.name.value);
        const fragment = fragments.get(one.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  if (selectionSet) collect(selectionSet);
  return new Map(
    [...found].map(([key, { names, sets }]) => [
      key,
      {
        names,
        below: () =>
          fieldsOf({ kind: Kind.SELECTION_SET, selections: sets.flatMap(({ selections }) => selections) }, fragments),
      },
    ]),
  );
}

/** The fields at each name of a document's result. */
export function selectedIn(document: DocumentNode): ReadonlyMap<string, SelectedFields> {
  const fragments = new Map(
    document.definitions.flatMap((one): [string, FragmentDefinitionNode][] =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
    ),
  );
  return fieldsOf(getOperationAST(document)?.selectionSet, fragments);
}
