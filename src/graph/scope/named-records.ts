import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import type { SharedKind } from '../cache/shared-cache.ts';
import type { RevealedKinds } from '../loaders/batch-scheduler.ts';
import { requiredBelow, selectionOn } from './required-members.ts';
import type { SelectedField, Within } from './selection.ts';

const kinds: ReadonlyMap<string, SharedKind> = new Map([
  ['Profile', 'profile'],
  ['Company', 'company'],
]);

/**
 * The kinds of records that may have to be paid for because the answer of a field's call names them: records linked
 * below the field that the answer's payloads do not cover. Fields below with their own calls are left out.
 */
export function namedBelow(info: SelectedField): RevealedKinds {
  const named = new Set<SharedKind>();
  visit(getNamedType(info.returnType), info.fieldNodes, info, named);
  return named;
}

function visit(
  type: GraphQLNamedType,
  nodes: SelectedField['fieldNodes'],
  within: Within,
  named: Set<SharedKind>,
): void {
  for (const object of possibleTypes(type, within)) {
    if (!isObjectType(object)) continue;
    const fields = object.getFields();
    for (const [name, selected] of selectionOn(object.name, nodes, within)) {
      const field = fields[name];
      const { callsEach, early, covers = {} } = field?.extensions.facts ?? {};
      // A field with its own calls reports its own kinds.
      if (!field || callsEach || early) continue;
      const below = getNamedType(field.type);
      let needed = false;
      for (const record of possibleTypes(below, within)) {
        const kind = kinds.get(record.name);
        if (!kind) continue;
        const members = requiredBelow(record.name, selected, within);
        // The argument `full` loads the record whatever the coverage; here its presence counts, since its value may be
        // a variable.
        const insisted = selected.some((node) => node.arguments?.some((argument) => argument.name.value === 'full'));
        if (insisted || [...members].some((member) => !(member in covers))) {
          named.add(kind);
          needed = true;
        }
      }
      // Records linked below a record that has to be loaded are not named by this call.
      if (!needed) visit(below, selected, within, named);
    }
  }
}

const possibleTypes = (type: GraphQLNamedType, { schema }: Within): readonly GraphQLNamedType[] =>
  isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
