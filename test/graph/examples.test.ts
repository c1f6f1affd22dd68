import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { getOperationAST, Kind, parse } from 'graphql';
import { openSampleGraph, type SampleGraph } from '../support/sample-graph.ts';

const directory = join(import.meta.dirname, '../../schema/operations');
const files = globSync('*.graphql', { cwd: directory });

/** The example operations, as somebody pastes them: with the variables that stand beside them, on the sample. */
describe('the example operations', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph();
  });
  after(() => sample[Symbol.asyncDispose]());

  for (const file of files.sort()) {
    const text = readFileSync(join(directory, file), 'utf8');
    const beside = file.replace(/\.graphql$/, '.variables.json');
    const document = parse(text);
    const names = document.definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION && one.operation !== 'subscription' && one.name ? [one.name.value] : [],
    );
    for (const name of names)
      it(`answers ${name}`, async () => {
        const operation = getOperationAST(document, name);
        const needs = operation?.variableDefinitions?.some(({ type }) => type.kind === Kind.NON_NULL_TYPE) ?? false;
        const variables = globSync(beside, { cwd: directory }).map((found) =>
          JSON.parse(readFileSync(join(directory, found), 'utf8')),
        )[0];
        assert.ok(!needs || variables, `${name} needs ${beside}`);
        const response = await fetch(`${sample.graph.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': 'kith_demo_partner' },
          body: JSON.stringify({ query: text, operationName: name, variables }),
        });
        const { data, errors } = await response.json();
        assert.equal(errors, undefined, JSON.stringify(errors));
        for (const [field, value] of Object.entries(data)) assert.ok(value, field);
      });
  }
});
