import { argumentsIn } from '../arguments.ts';
import type { Price } from '../graph.ts';
import { anyObject, inputs, text, whole } from '../inputs.ts';
import { otherNames } from '../meanings.ts';
import { Refused } from '../refused.ts';
import type { Tool } from '../tool.ts';

/** A tool that prices calls of the others: the same operation with the same variables, which is not executed. */
export const quoteOf = (tools: readonly Tool[]): Tool => {
  const input = inputs({
    tool: text('its name'),
    arguments: anyObject(),
    records: whole('without tool: how many records'),
  });
  const names = otherNames({
    tool: 'name call toolname operation action',
    arguments: 'args params input parameters toolarguments',
    records: 'people companies count',
  });
  const quote: Tool['quote'] = async (graph, args) => {
    // Of several calls, the sum.
    const { calls: listedCalls, tool_calls: toolCalls, ...rest }: Record<string, unknown> = { ...Object(args) };
    const calls = listedCalls ?? toolCalls;
    if (Array.isArray(calls) && calls.length > 0) {
      const prices = await Promise.all(calls.map((one) => quote(graph, one)));
      const sum = (of: (price: Price) => number) => prices.reduce((total, price) => total + of(price), 0);
      return { min: sum(({ min }) => min), max: sum(({ max }) => max), left: prices[0]?.left };
    }
    // A tool's name with its arguments.
    const [named, ...others] = Object.entries(rest);
    if (named && others.length === 0 && tools.some(({ name }) => name === named[0]))
      return quote(graph, { tool: named[0], arguments: named[1] });
    const { given } = argumentsIn('quote', input, args, { names });
    const called = given.tool ?? '';
    // A tool may be named with what it does, such as `find_people with details`.
    const tool = tools.find(({ name }) => name === called) ?? tools.find(({ name }) => called.startsWith(`${name} `));
    // A number of records without their names: each may cost a credit.
    if (tool !== undefined && given.records !== undefined && given.arguments === undefined)
      return { min: 0, max: tool.price === '0' ? 0 : given.records, left: undefined };
    if (tool !== undefined) return tool.quote(graph, given.arguments ?? {});
    if (given.tool !== undefined)
      throw new Refused(
        `There is no tool “${given.tool}”: this product does not ${given.tool.slice(0, 40)}. A record that is loaded costs 1 credit, again if it is no longer cached.`,
        `Call quote again with tool, one of ${tools.map(({ name }) => name).join(', ')}.`,
      );
    if (given.records !== undefined) return { min: 0, max: given.records, left: undefined };
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
