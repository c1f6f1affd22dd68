import Type from 'typebox';
import { argumentsIn } from '../arguments.ts';
import { anyObject, inputs, oneOf, whole } from '../inputs.ts';
import { Refused } from '../refused.ts';
import type { Tool } from '../tool.ts';

/** A tool that prices calls of the others: the same operation with the same variables, which is not executed. */
export const quoteOf = (tools: readonly Tool[]): Tool => {
  const input = inputs({
    tool: Type.Optional(oneOf(tools.map(({ name }) => name))),
    arguments: anyObject(),
    records: whole('without tool: how many records'),
  });
  const otherNames = {
    people: 'records',
    companies: 'records',
    count: 'records',
    name: 'tool',
    args: 'arguments',
    params: 'arguments',
    call: 'tool',
  };
  const quote: Tool['quote'] = (graph, args) => {
    const given = argumentsIn('quote', input, args, otherNames);
    const tool = tools.find(({ name }) => name === given.tool);
    if (tool !== undefined) return tool.quote(graph, given.arguments ?? {});
    if (given.records !== undefined) return Promise.resolve({ min: 0, max: given.records, left: undefined });
    throw new Refused(
      'tool: must be the name of a tool.',
      `Call quote again with tool, one of ${tools.map(({ name }) => name).join(', ')}.`,
    );
  };
  return {
    name: 'quote',
    title: 'Quote a call',
    description: 'What a call of another tool would cost; nothing is spent. A record costs 1, one that is not found 0.',
    input,
    price: '0',
    quote,
    call: async (graph, args) => ({ content: { ...(await quote(graph, args)), charged: 0 } }),
  };
};
