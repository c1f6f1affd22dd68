import Type from 'typebox';
import Value from 'typebox/value';
import { inputs } from '../inputs.ts';
import { problemWith, Refused, type Tool } from '../tool.ts';

/** A tool that prices calls of the others: the same operation with the same variables, which is not executed. */
export const quoteOf = (tools: readonly Tool[]): Tool => {
  const input = inputs({
    tool: Type.Enum(tools.map(({ name }) => name)),
    arguments: Type.Optional(Type.Object({})),
  });
  const quote: Tool['quote'] = (graph, args) => {
    const tool = Value.Check(input, args) ? tools.find(({ name }) => name === args.tool) : undefined;
    if (!Value.Check(input, args) || tool === undefined)
      throw new Refused(problemWith(input, args), 'Call quote again with the name of a tool.');
    return tool.quote(graph, args.arguments ?? {});
  };
  return {
    name: 'quote',
    description: 'What a call of another tool would cost.',
    input,
    price: '0',
    quote,
    call: async (graph, args) => ({ content: { ...(await quote(graph, args)) } }),
  };
};
