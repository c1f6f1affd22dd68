import type { Static, TSchema } from 'typebox';
import { KithError } from '../sdk/client.ts';
import type { Document } from '../sdk/document.ts';
import type { Receipt } from '../sdk/errors.ts';
import { argumentsIn, flatArguments, type Reading } from './arguments.ts';
import { credits } from './credits.ts';
import { fitted, type Shaped } from './fit.ts';
import type { AskedPrice, Graph, Price } from './graph.ts';
import { Refused } from './refused.ts';
import { inToolWords } from './tool-words.ts';
import { cleaned } from './untrusted.ts';

/** A tool's answer; `receipt` is absent if nothing was executed. */
export interface ToolAnswer {
  readonly content: Readonly<Record<string, unknown>>;
  readonly receipt?: Receipt | undefined;
}

/** A call that a person must confirm. */
export class NeedsApproval extends Error {
  override readonly name = 'NeedsApproval';
  readonly approval: string;
  readonly price: Price;
  /** What the call does, such as `load the record of Mei-Ling Torres (get_person)`. */
  readonly purpose: string;
  /** A free call to make instead. */
  readonly freeAlternative: string;

  constructor(
    approval: string,
    price: Price,
    { purpose, freeAlternative }: { purpose: string; freeAlternative: string },
  ) {
    super(`This may cost ${credits(price.max)}: a person has to confirm it.`);
    this.approval = approval;
    this.price = price;
    this.purpose = purpose;
    this.freeAlternative = freeAlternative;
  }
}

/** A tool of the server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  /** Price of a call, in credits: `0`, or a sentence. */
  readonly price: string;
  /** @throws {Refused} @throws {NeedsApproval} */
  call(graph: Graph, args: unknown): Promise<ToolAnswer>;
  /** Gets the price of that call. @throws {Refused} */
  quote(graph: Graph, args: unknown): Promise<Price>;
}

/** An operation with its variables, and the function that shapes its result. */
interface Asked<Result, Variables> {
  readonly document: Document<Result, Variables, 'query'>;
  readonly variables: Variables;
  /** Names the call for a person who has to confirm it, such as `load the record of Mei-Ling Torres`. */
  readonly purpose: string;
  /** The operation is free by its arguments, so that it needs no quote. */
  readonly isFree?: boolean;
  /** The most credits that the caller allows; undefined for the price as quoted. */
  readonly maxCredits?: number | undefined;
  readonly shape: (result: Result) => Shaped | Promise<Shaped>;
}

/** An operation that a tool will run: it can be priced, and executed. */
interface Prepared extends Pick<Asked<never, never>, 'purpose' | 'isFree' | 'maxCredits'> {
  price(graph: Graph, purpose?: string): Promise<AskedPrice>;
  execute(graph: Graph, budget: number, approval?: string): Promise<Executed>;
}

interface Executed {
  readonly shaped: Shaped;
  readonly problem: string | undefined;
  readonly receipt: Receipt | undefined;
}

/** Prepares an operation of a tool. */
export const prepared = <Result, Variables>({
  document,
  variables,
  shape,
  ...terms
}: Asked<Result, Variables>): Prepared => ({
  ...terms,
  price: (graph, purpose) => graph.quote(document, variables, purpose),
  execute: async (graph, budget, approval) => {
    const { data, errors, credits: receipt } = await graph.execute(document, variables, budget, approval);
    return { shaped: await shape(data), problem: errors[0]?.message, receipt };
  },
});

interface Definition<Input extends TSchema> extends Pick<Tool, 'name' | 'title' | 'description' | 'price'>, Reading {
  readonly input: Input;
  /** Gathers arguments that models write apart, before they are validated. */
  readonly gathered?: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** A free alternative, for refusals. */
  readonly freeAlternative: string;
  /** What the arguments select: an operation to run, or an answer at once. @throws {Refused} for contradictory arguments */
  readonly ask: (args: Static<Input>, graph: Graph) => Prepared | Shaped | Promise<Prepared | Shaped>;
}

/** Maximum length of an answer, in tokens. */
const maxTokens = 2500;

/** Tokens reserved for the cost in an answer. */
const tokensOfCost = 60;

/**
 * Creates a tool that runs operations of the graph. A call is validated, quoted with the same document and variables,
 * refused if the purse does not cover it, confirmed by a person if it may cost more than `confirmAbove`, and executed
 * with the quoted maximum as budget. What is free is executed at once, with a budget of 0.
 */
export const graphTool = <Input extends TSchema>(definition: Definition<Input>): Tool => {
  const { name, title, description, input, price, freeAlternative, gathered, names } = definition;

  const asked = async (graph: Graph, args: unknown) => {
    const flat = flatArguments(input, args, names);
    const { given, readAs } = argumentsIn(name, input, gathered ? gathered(flat) : flat, definition);
    return { one: await definition.ask(given, graph), readAs };
  };

  const priceOf = (graph: Graph, args: unknown): Promise<Price> =>
    asked(graph, args)
      .then(({ one }) => ('fields' in one || one.isFree ? nothing : one.price(graph)))
      .catch(refusing);

  const call = (graph: Graph, args: unknown): Promise<ToolAnswer> => answer(graph, args).catch(refusing);

  const answer = async (graph: Graph, args: unknown): Promise<ToolAnswer> => {
    const { one, readAs } = await asked(graph, args);
    if ('fields' in one) return answered({ shaped: one, problem: undefined, receipt: undefined }, readAs);
    if (one.isFree) return answered(await one.execute(graph, 0), readAs);
    const { approval, ...quoted } = await one.price(graph, `${one.purpose} (${name})`);
    const { max, left } = quoted;
    const { maxCredits } = one;
    if (maxCredits !== undefined && max > maxCredits)
      throw new Refused(
        `This may cost ${credits(max)}, more than the ${maxCredits} of max_credits.`,
        `Call ${name} again with max_credits: ${max}, or ask for less.`,
        { price: quoted },
      );
    if (left !== undefined && max > left)
      throw new Refused(`This may cost ${credits(max)}, but the purse has ${left} left.`, freeAlternative, {
        price: quoted,
      });
    const { confirmAbove } = graph.caller;
    const isApproved = approval?.state === 'GIVEN';
    if (confirmAbove !== undefined && max > confirmAbove && !isApproved) {
      if (approval?.state === 'PENDING')
        throw new NeedsApproval(approval.id, quoted, { purpose: `${one.purpose} (${name})`, freeAlternative });
      if (approval?.state === 'DECLINED')
        throw new Refused('A person has declined this.', `${freeAlternative} Do not ask again.`, { price: quoted });
      throw new Refused(
        `This may cost ${credits(max)}: a person has to confirm calls of more than ${confirmAbove}, and cannot be asked now.`,
        `${freeAlternative} Or ask for less at a time.`,
        { price: quoted },
      );
    }
    // Where the caller names the bound, the operation may spend up to it, but never more than may be spent unasked.
    const unasked = isApproved ? max : (confirmAbove ?? Number.POSITIVE_INFINITY);
    const budget = maxCredits === undefined ? max : Math.min(maxCredits, unasked);
    return answered(await one.execute(graph, budget, isApproved ? approval.id : undefined), readAs, left);
  };
  return { name, title, description, input, price, call, quote: priceOf };
};

const nothing: Price = { min: 0, max: 0, left: undefined };

/** An answer within its bound of tokens, with what it cost. */
function answered(
  { shaped, problem, receipt }: Executed,
  readAs: Readonly<Record<string, string>>,
  left?: number,
): ToolAnswer {
  const paid = receipt?.purses?.map((purse) => purse.left) ?? [];
  const stillLeft = paid.length > 0 ? Math.min(...paid) : left;
  const cost = { charged: receipt?.charged ?? 0, ...(stillLeft !== undefined && { left: stillLeft }) };
  const fields = {
    ...(Object.keys(readAs).length > 0 && { read_as: cleaned(readAs) }),
    ...Object(shaped.isMarked ? shaped.fields : cleaned(shaped.fields)),
    ...(problem !== undefined && { problem: cleaned(inToolWords(problem)) }),
  };
  const [, argument] = /^(\w+): must be /.exec(problem ?? '') ?? [];
  const content = fitted({ ...shaped, fields }, maxTokens - tokensOfCost);
  return { content: { ...content, ...(argument !== undefined && { next: { [argument]: null } }), ...cost }, receipt };
}

/** @throws {Refused} */
const refusing = (error: unknown): never => {
  if (!(error instanceof KithError)) throw error;
  throw new Refused(inToolWords(error.message), nextAfter(error), { receipt: error.credits });
};

const nextAfter = ({ status, maybeCharged, errors }: KithError): string => {
  if (maybeCharged) return 'Call the tool spending before you try again.';
  if (errors[0]?.extensions?.code === 'APPROVAL_REFUSED') return 'Call the tool again.';
  if (status === 401) return 'The session has ended: ask your user to connect you again.';
  if (status === 403) return 'The session may not do this: tell your user.';
  if (status === undefined) return 'The graph does not answer: tell your user, or try again later.';
  return 'Correct the arguments, or try again.';
};
