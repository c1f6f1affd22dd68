import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, type OperationDefinitionNode, parse } from 'graphql';

/** An operation of `schema/operations`, with the variables that stand beside its document. */
export interface ExampleOperation {
  readonly name: string;
  readonly type: OperationDefinitionNode['operation'];
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

const directory = join(import.meta.dirname, '../../../schema/operations');

/** Every operation of `schema/operations`, by name. */
export const exampleOperations: readonly ExampleOperation[] = globSync('*.graphql', { cwd: directory })
  .flatMap(operationsIn)
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));

function operationsIn(file: string): readonly ExampleOperation[] {
  const text = readFileSync(join(directory, file), 'utf8');
  const [beside] = globSync(file.replace(/\.graphql$/, '.variables.json'), { cwd: directory });
  const variables = beside && JSON.parse(readFileSync(join(directory, beside), 'utf8'));
  return parse(text).definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION && one.name
      ? [{ name: one.name.value, type: one.operation, text, variables }]
      : [],
  );
}
