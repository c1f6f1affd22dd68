import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLField,
  GraphQLInt,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';
import { subgraphSdl } from '../../../../src/graph/features/federation/sdl.ts';
import { sdlOf } from '../../../../src/graph/schema/index.ts';
import type { FieldRequirements } from '../../../../src/graph/scope/field-facts.ts';
import { declared, schema } from '../../../support/graph/schema.ts';

const documents = { schema: parse(sdlOf(declared)), subgraph: parse(subgraphSdl(declared)) };

/** What the subgraph lacks, by its coordinate, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'Query.node': 'a supergraph is likely to have a field of its own by the name',
  'Query.node.id': 'an argument of that',
  'Query.nodes': 'as node',
  'Query.nodes.ids': 'an argument of that',
  'Query.viewer': 'as node',
  Node: 'nothing answers with it where node is left out',
  'Node.id': 'a field of that',
};

/** What the subgraph has beside the schema, by its coordinate, with the reason. */
const added: Readonly<Record<string, string>> = {
  [Kind.SCHEMA_EXTENSION]: 'links to federation’s specification, and imports its directives',
};

/** Types that implement an interface which is left out. */
const nodes: readonly string[] = ['Company', 'Profile'];

/** Federation’s own, which the schema’s document applies nowhere. */
const ofFederation: readonly string[] = ['key', 'shareable', 'cost', 'listSize'];

const isDefinition = (node: ASTNode): boolean => /(Definition|Extension)$/.test(node.kind);

/**
 * What a document says of each definition by itself: description, type, default, interfaces and directives, without those
 * of federation. The key is its coordinate, such as `Team.connectors.scan`.
 */
function statementsOf(document: DocumentNode): ReadonlyMap<string, string> {
  const statements = new Map<string, string>();
  const names: string[] = [];
  visit(document, {
    enter(node) {
      if (!isDefinition(node)) return;
      names.push('name' in node && node.name ? node.name.value : node.kind);
      statements.set(names.join('.'), print(withoutMembers(node)));
    },
    leave(node) {
      if (isDefinition(node)) names.pop();
    },
  });
  return statements;
}

const withoutMembers = (definition: ASTNode): ASTNode =>
  visit(definition, {
    enter: (node) => (node !== definition && isDefinition(node) ? null : undefined),
    Directive: ({ name }) => (ofFederation.includes(name.value) ? null : undefined),
  });

/** The directives of a name that a document applies, as written, by the coordinate of what they stand at. */
function applied(document: DocumentNode, name: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (at: string, directives: readonly DirectiveNode[] = []): void => {
    const directive = directives.find((one) => one.name.value === name);
    if (directive) found.set(at, print(directive));
  };
  for (const definition of document.definitions) {
    if (!('name' in definition) || !definition.name || !('fields' in definition)) continue;
    note(definition.name.value, definition.directives);
    for (const field of definition.fields ?? []) note(`${definition.name.value}.${field.name.value}`, field.directives);
  }
  return found;
}

/** The fields of objects that stand in the subgraph, with their coordinates. */
const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('_'))
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ type, field, at: `${type.name}.${field.name}` })),
  )
  .filter(({ field, at }) => !field.name.startsWith('_') && !(at in leftOut));

const needsMore = (needs: FieldRequirements = []): boolean =>
  typeof needs === 'function' || needs.some((member) => member !== 'id');

/** The credits that a field's facts, or those of its record, name once for all arguments. */
function creditsOf(type: GraphQLObjectType, { extensions: { facts } }: GraphQLField<unknown, unknown>) {
  if (typeof facts?.credits === 'number') return facts.credits;
  return needsMore(facts?.needs) ? type.extensions.facts?.credits : undefined;
}

/** The lists that a page has. */
const pageLists = ({ type }: GraphQLField<unknown, unknown>): readonly string[] => {
  const page = getNullableType(type);
  return isObjectType(page)
    ? Object.values(page.getFields())
        .filter(({ extensions }) => extensions.facts?.ofPage)
        .map(({ name }) => name)
        .sort()
    : [];
};

describe('the subgraph’s document', () => {
  const inSchema = statementsOf(documents.schema);
  const inSubgraph = statementsOf(documents.subgraph);

  it('has each definition of the schema, and no other', () => {
    assert.ok(inSchema.size > 1_000);
    const missing = [...inSchema.keys()].filter((at) => !inSubgraph.has(at));
    const more = [...inSubgraph.keys()].filter((at) => !inSchema.has(at));
    assert.deepEqual(missing.sort(), Object.keys(leftOut).sort());
    assert.deepEqual(more.sort(), Object.keys(added).sort());
  });

  it('says of each what the schema says: its description, type and default', () => {
    for (const [at, statement] of inSchema)
      if (!(at in leftOut))
        assert.equal(
          inSubgraph.get(at),
          nodes.includes(at) ? statement.replace(' implements Node', '') : statement,
          at,
        );
  });

  for (const [name, document] of Object.entries(documents))
    it(`has @oneOf at each input type that is a OneOf, in the document of the ${name}`, () => {
      const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
      const oneOf = inputs.filter((type) => type.isOneOf).map((type) => type.name);
      assert.ok(oneOf.length >= 3);
      assert.deepEqual([...applied(document, 'oneOf').keys()].sort(), oneOf.sort());
    });

  it('has @cost at each field whose facts name its credits', () => {
    const costs = applied(documents.subgraph, 'cost');
    const priced = fields.filter(({ type, field }) => creditsOf(type, field) !== undefined);
    assert.ok(priced.length > 50);
    for (const { type, field, at } of priced)
      assert.equal(costs.get(at), `@cost(weight: ${creditsOf(type, field)})`, at);
  });

  it('has @listSize at each field that answers a page, with the argument that sizes it', () => {
    const sizes = applied(documents.subgraph, 'listSize');
    const pages = fields.filter(({ field }) => pageLists(field).length > 0);
    assert.ok(pages.length > 10);
    for (const { field, at } of pages) {
      const sizedBy = field.extensions.facts?.sizedBy;
      const lists = pageLists(field).map((list) => `"${list}"`);
      // Gateways slice by a number alone: of a list of rows they assume a length.
      const isNumber = field.args.some(({ name, type }) => name === sizedBy && getNullableType(type) === GraphQLInt);
      assert.equal(
        sizes.get(at),
        isNumber
          ? `@listSize(slicingArguments: ["${sizedBy}"], sizedFields: [${lists.join(', ')}], requireOneSlicingArgument: false)`
          : `@listSize(assumedSize: 20, sizedFields: [${lists.join(', ')}])`,
        at,
      );
    }
  });

  it('has @listSize at each other list of objects, and at no list of a page', () => {
    const sizes = applied(documents.subgraph, 'listSize');
    const lists = fields.filter(({ field }) => isListType(getNullableType(field.type)));
    for (const { field, at } of lists) {
      const isAssumed = isCompositeType(getNamedType(field.type)) && !field.extensions.facts?.ofPage;
      assert.equal(/^@listSize\(assumedSize: \d+\)$/.test(sizes.get(at) ?? ''), isAssumed, at);
    }
  });
});
