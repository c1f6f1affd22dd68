import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { KithError } from '../sdk/client.ts';
import type { Document } from '../sdk/document.ts';
import type { Receipt } from '../sdk/errors.ts';
import { credits } from './credits.ts';
import { fitted, type Shaped } from './fit.ts';
import { type Graph, NotPriced, type Price } from './graph.ts';
import { cleaned } from './untrusted.ts';

/** A tool's answer; `receipt` is absent if nothing was executed. */
export interface ToolAnswer {
  readonly content: Readonly<Record<string, unknown>>;
  readonly receipt?: Receipt | undefined;
}

/** A refused call, with what to do instead. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly next: string;
  /** The price, if that was the reason. */
  readonly price: Price | undefined;
  /** What was charged anyway. */
  readonly receipt: Receipt | undefined;

  constructor(message: string, next: string, { price, receipt }: Pick<Partial<Refused>, 'price' | 'receipt'> = {}) {
    super(message);
    this.next = next;
    this.price = price;
    this.receipt = receipt;
  }
}

/** A call that a person must confirm. */
export class NeedsApproval extends Error {
  override readonly name = 'NeedsApproval';
  readonly approval: string;
  readonly price: Price;
  /** A free call to make instead. */
  readonly freeAlternative: string;

  constructor(approval: string, price: Price, freeAlternative: string) {
    super(`This may cost ${credits(price.max)}: a person has to confirm it.`);
    this.approval = approval;
    this.price = price;
    this.freeAlternative = freeAlternative;
  }
}

/** A tool of the server. */
export interface Tool {
  readonly name: string;
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
  readonly shape: (result: Result) => Shaped;
}

interface Definition<Input extends TSchema> extends Pick<Tool, 'name' | 'description' | 'price'> {
  readonly input: Input;
  /** Maximum length of an answer, in tokens. */
  readonly maxTokens: number;
  /** A free alternative, for refusals. */
  readonly freeAlternative: string;
  /** Runs the operation that the arguments select. @throws {Refused} for contradictory arguments */
  readonly ask: <Answer>(args: Static<Input>, run: Run<Answer>) => Answer;
}

/** Prices or executes an operation. */
type Run<Answer> = <Result, Variables>(asked: Asked<Result, Variables>) => Answer;

/** Tokens reserved for the cost in an answer. */
const tokensOfCost = 40;

/**
 * Creates a tool that runs operations of the graph. A call is validated, quoted with the same document and variables,
 * refused if the purse does not cover it, confirmed by a person if it may cost more than `confirmAbove`, and executed
 * with the quoted maximum as budget.
 */
export const graphTool = <Input extends TSchema>(definition: Definition<Input>): Tool => {
  const { name, description, input, price, maxTokens, freeAlternative, ask } = definition;

  const checked = <Answer>(args: unknown, run: Run<Answer>): Answer => {
    if (!Value.Check(input, args))
      throw new Refused(problemWith(input, args), `Call ${name} again with arguments of its input schema.`);
    return ask(args, run);
  };

  const priceOf = async (graph: Graph, args: unknown): Promise<Price> =>
    checked(args, ({ document, variables }) => graph.quote(document, variables)).catch(refusing);

  const call = async (graph: Graph, args: unknown): Promise<ToolAnswer> => {
    const { approval, ...quoted } = await checked(args, ({ document, variables }) =>
      graph.ask(document, variables),
    ).catch(refusing);
    const { max, left } = quoted;
    if (left !== undefined && max > left)
      throw new Refused(`This may cost ${credits(max)}, but the purse has ${left} left.`, freeAlternative, {
        price: quoted,
      });
    const { confirmAbove } = graph.caller;
    const isApproved = approval?.state === 'GIVEN';
    if (confirmAbove !== undefined && max > confirmAbove && !isApproved) {
      if (approval?.state === 'PENDING') throw new NeedsApproval(approval.id, quoted, freeAlternative);
      if (approval?.state === 'DECLINED')
        throw new Refused('A person has declined this.', `${freeAlternative} Do not ask again.`, { price: quoted });
      throw new Refused(
        `This may cost ${credits(max)}: a person has to confirm calls of more than ${confirmAbove}, and cannot be asked now.`,
        `${freeAlternative} Or ask for less at a time.`,
        { price: quoted },
      );
    }
    return checked(args, async ({ document, variables, shape }) => {
      const {
        data,
        errors,
        credits: receipt,
      } = await graph.execute(document, variables, max, isApproved ? approval.id : undefined).catch(refusing);
      const [error] = errors;
      const shaped = shape(data);
      const fields = Object(cleaned(shaped.fields));
      const paid = receipt?.purses?.map((purse) => purse.left) ?? [];
      const stillLeft = paid.length > 0 ? Math.min(...paid) : left;
      const cost = { charged: receipt?.charged ?? 0, ...(stillLeft !== undefined && { left: stillLeft }) };
      return {
        content: {
          ...fitted({ ...shaped, fields }, maxTokens - tokensOfCost),
          ...(error && { problem: cleaned(error.message) }),
          ...cost,
        },
        receipt,
      };
    });
  };
  return { name, description, input, price, call, quote: priceOf };
};

/** @throws {Refused} */
const refusing = (error: unknown): never => {
  if (error instanceof NotPriced) throw new Refused(error.message, 'Correct the arguments, or try again.');
  if (!(error instanceof KithError)) throw error;
  const next = error.maybeCharged
    ? 'Call the tool spending before you try again.'
    : 'Correct the arguments, or try again.';
  throw new Refused(error.message, next, { receipt: error.credits });
};

/** The first problem of invalid arguments, as a sentence with its path. */
export const problemWith = (input: TSchema, args: unknown): string => {
  const [first] = Value.Errors(input, args);
  const at = first?.instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  // For unknown members, the validator reports only this keyword.
  if (first?.keyword === 'boolean') return `${at}: is not an argument.`;
  return `${at}: ${first?.message ?? 'does not fit the input schema'}.`;
};
