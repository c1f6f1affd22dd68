import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type ASTNode, type DefinitionNode, parse, print, visit } from 'graphql';
import { schemaSdl } from '../../../src/graph/schema/index.ts';

/** The schema as it was printed by editing text, before it was printed from facts. */
const before = readFileSync(join(import.meta.dirname, '../golden/schema-8ae7a1d.graphql'), 'utf8');

/** What is meant to differ, as edits of the schema before. */
const changes = [
  // The list lacked its assumed length since its name is that of a page's list.
  ['  nodes: [Connector]\n}', '  nodes: [Connector] @listSize(assumedSize: 20)\n}'],
  // Introductions no longer pay to learn an id.
  [
    'any other identifier costs the one credit of learning the uuid, unless the record is in hand.',
    'by any other identifier it is searched for free, and costs one credit only where the upstream does not find it so.',
  ],
] as const;

const byPrinted = (a: ASTNode, b: ASTNode): number => (print(a) < print(b) ? -1 : 1);

const sorted = <Node extends ASTNode>(nodes: readonly Node[] | undefined): readonly Node[] =>
  (nodes ?? []).toSorted(byPrinted);

/** Each definition by its kind and name, printed with its members and directives in one order. */
function definitionsOf(text: string): Record<string, string> {
  const ordered = visit(parse(text, { noLocation: true }), {
    leave(node) {
      const lists = Object.entries(node).filter(
        ([key, value]) => Array.isArray(value) && key !== 'values' && value.length > 1,
      );
      return { ...node, ...Object.fromEntries(lists.map(([key, value]) => [key, sorted(value)])) };
    },
  });
  const nameOf = (node: DefinitionNode): string => `${node.kind} ${'name' in node && node.name ? node.name.value : ''}`;
  return Object.fromEntries(ordered.definitions.map((node: DefinitionNode) => [nameOf(node), print(node)]));
}

describe('the printed schema', () => {
  it('has every definition, directive, default and description that it had when it was printed by editing text', () => {
    let expected = before;
    for (const [from, to] of changes) {
      assert.ok(expected.includes(from), `The schema before must have ${JSON.stringify(from)}, but has not.`);
      expected = expected.replace(from, to);
    }
    assert.deepEqual(definitionsOf(schemaSdl()), definitionsOf(expected));
    for (const directive of ['@oneOf', '@cost', '@listSize', '@key', '@shareable'])
      assert.equal(schemaSdl().split(directive).length, expected.split(directive).length, directive);
  });
});
