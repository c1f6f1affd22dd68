import { type DocumentNode, type FieldNode, isObjectType, Kind, visit } from 'graphql';
import type { FieldRequirements } from './field-facts.ts';
import { collectFields, type Within } from './selection.ts';

/** The members of a record that a selection needs. */
export type RequiredMembers = ReadonlySet<string>;

/** The fields selected on one type, by name; each alias of a field adds a node. */
export type Selection = ReadonlyMap<string, readonly FieldNode[]>;

/** The fields selected on a type below some field nodes, through fragments. */
export function selectionOn(typeName: string, nodes: readonly FieldNode[], info: Within): Selection {
  const type = info.schema.getType(typeName);
  if (!isObjectType(type)) return new Map();
  const sets = nodes.map(({ selectionSet }) => selectionSet);
  return collectFields(sets, type, info, ({ name }) => name.value);
}

/** The members that a field needs, as selected at these nodes. */
export const listNeeds = (needs: FieldRequirements, nodes: readonly FieldNode[], info: Within): readonly string[] =>
  typeof needs === 'function'
    ? needs(
        (below) => requiredBelow(below, nodes, info),
        nodes.some((node) => insists(node, info)),
      )
    : needs;

/** The argument with which a caller requests the whole record behind a link. */
const insisting = 'full';

function insists(node: FieldNode, { variableValues }: Within): boolean {
  const value = node.arguments?.find(({ name }) => name.value === insisting)?.value;
  if (value?.kind === 'Variable') return variableValues[value.name.value] === true;
  return value?.kind === 'BooleanValue' && value.value;
}

/** The members needed by the fields selected on a record's type, below some field nodes. */
export function requiredBelow(typeName: string, nodes: readonly FieldNode[], info: Within): RequiredMembers {
  const members = new Set<string>();
  const type = info.schema.getType(typeName);
  if (!isObjectType(type)) return members;
  const fields = type.getFields();
  for (const [name, selected] of selectionOn(typeName, nodes, info)) {
    const declared = fields[name]?.extensions.facts?.needs;
    if (declared === undefined) continue;
    for (const member of listNeeds(declared, selected, info)) members.add(member);
  }
  return members;
}

/** The names of all variables that affect selections (in directives) or required members (`full`). */
export function decidingVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      for (const { value } of directive.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
    Argument({ name, value }) {
      if (name.value === insisting && value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
