import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import { blocksOf, read, root } from './page.ts';

/** The scalars that the page's configuration of graphql-codegen maps. */
const mapped = (): Readonly<Record<string, string>> => {
  const config = blocksOf('docs/types.md').find(({ note }) => note === 'codegen')?.text ?? '';
  const [, entries = ''] = /scalars: \{ (.*) \}/.exec(config) ?? [];
  return Object.fromEntries(entries.split(', ').map((entry) => entry.replaceAll("'", '').split(': ')));
};

describe('docs/types.md', () => {
  it('maps every scalar of the schema, in its table and in its configuration', () => {
    const scalars = [...read('schema/graph.graphql').matchAll(/^scalar (\w+)/gm)].map(([, name = '']) => name);
    const ofFederation = ['FieldSet', '_Any'];
    const custom = scalars.filter((name) => !ofFederation.includes(name) && !name.includes('__')).toSorted();
    assert.deepEqual(Object.keys(mapped()).toSorted(), custom);
    for (const name of custom) assert.match(read('docs/types.md'), new RegExp(`^\\| \`${name}\``, 'm'));
  });

  it('generates types without any from its configuration', async () => {
    const documents = globSync('schema/operations/*.graphql', { cwd: root }).map((location) => ({
      location,
      document: parse(read(location)),
    }));
    const generated = await codegen({
      filename: 'generated.ts',
      schema: parse(read('schema/graph.graphql')),
      documents,
      pluginMap: { operations, typedDocuments },
      plugins: [{ operations: {} }, { typedDocuments: {} }],
      config: { strictScalars: true, scalars: mapped() },
    });
    assert.match(generated, /export type ProfilesQuery =/);
    assert.doesNotMatch(generated, /: any\b/);
  });
});
