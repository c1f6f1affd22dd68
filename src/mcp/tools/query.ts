import { type DocumentNode, GraphQLError, getOperationAST, Kind, parse } from 'graphql';
import type { Document } from '../../sdk/document.ts';
import { anyObject, inputs, text, whole } from '../inputs.ts';
import { otherNames } from '../meanings.ts';
import { Refused } from '../refused.ts';
import { graphTool, prepared, type Tool } from '../tool.ts';
import { freeNamesIn, marked } from '../untrusted.ts';

const input = inputs({
  document: text('GraphQL'),
  variables: anyObject(),
  max_credits: whole('default 0'),
});

/**
 * Parses a document that holds exactly one query.
 *
 * @throws {Refused} for a syntax error, or any other operation
 */
function queryIn(source: string): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(source, { noLocation: true, maxTokens: 10_000 });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [{ line, column } = { line: 1, column: 1 }] = error.locations ?? [];
    throw new Refused(`${error.message} (line ${line}, column ${column})`, 'Correct the document. Nothing was spent.');
  }
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const operation = getOperationAST(document);
  if (operations.length !== 1 || !operation)
    throw new Refused(
      `The document must hold one operation, but holds ${operations.length}.`,
      'Send one query at a time.',
    );
  if (operation.operation !== 'query')
    throw new Refused(
      `query runs queries only, but this is a ${operation.operation}. Nothing was run.`,
      'Ask your user to do that in the explorer, or send a query.',
    );
  return document;
}

const tool = graphTool({
  name: 'query',
  title: 'Query the graph',
  description: 'Run any GraphQL query of the graph, for at most max_credits; schema shows what there is.',
  input,
  price: 'up to max_credits',
  freeAlternative: 'Ask for fewer records: ids, totalCount and relationships are free.',
  names: otherNames({ document: 'query graphql q', variables: 'vars', max_credits: 'maxcost budget credits' }),
  ask: ({ document: source, variables = {}, max_credits: maxCredits = 0 }) => {
    if (source === undefined) throw new Refused('document must be given.', 'Call query again with a GraphQL document.');
    const parsed = queryIn(source);
    const operation = getOperationAST(parsed);
    const document: Document<unknown, unknown, 'query'> = { operation: 'query', text: source };
    return prepared({
      document,
      variables,
      purpose: `run ${operation?.name ? `the query ${operation.name.value}` : 'a query of its own'}`,
      maxCredits,
      shape: (data) => ({
        fields: { data: marked(data, freeNamesIn(parsed)) },
        isMarked: true,
        cutNext:
          'The answer was too long and is cut: ask for a smaller first or fewer fields; pageInfo { endCursor } and after continue a list.',
      }),
    });
  },
});

/** Continues with the graph’s hint for a field that a model has guessed, or with the part of the schema that concerns it. */
const guessed = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const [, field, type, hint = ''] = /Cannot query field "(\w+)" on type "(\w+)"\.\s*(.*)/s.exec(error.message) ?? [];
    if (field === undefined) throw error;
    const isHint = hint !== '' && !hint.startsWith('Did you mean');
    const next = isHint ? hint : `Call schema with about: "${type === 'Query' ? field : type}".`;
    throw new Refused(error.message, next, { price: error.price, receipt: error.receipt });
  }
};

export const query: Tool = {
  ...tool,
  call: (graph, args) => guessed(tool.call(graph, args)),
  quote: (graph, args) => guessed(tool.quote(graph, args)),
};
