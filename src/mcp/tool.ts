import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { KithError } from '../sdk/client.ts';
import type { Document } from '../sdk/document.ts';
import type { Receipt } from '../sdk/errors.ts';
import { credits } from './credits.ts';
import { fitted, type Shaped } from './fit.ts';
import { type Graph, NotPriced, type Price } from './graph.ts';
import { cleaned } from './untrusted.ts';

/** What a tool answers; `receipt` is absent where nothing was executed. */
export interface ToolAnswer {
  readonly content: Readonly<Record<string, unknown>>;
  readonly receipt?: Receipt | undefined;
}

/** A call that is not answered, and what to do instead. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly next: string;
  /** What was refused for its price. */
  readonly price: Price | undefined;
  /** What was charged nevertheless. */
  readonly receipt: Receipt | undefined;

  constructor(message: string, next: string, { price, receipt }: Pick<Partial<Refused>, 'price' | 'receipt'> = {}) {
    super(message);
    this.next = next;
    this.price = price;
    this.receipt = receipt;
  }
}

/** A call for which a person is to be asked. */
export class NeedsApproval extends Error {
  override readonly name = 'NeedsApproval';
  readonly approval: string;
  readonly price: Price;
  /** What can be called meanwhile. */
  readonly freeAlternative: string;

  constructor(approval: string, price: Price, freeAlternative: string) {
    super(`This may cost ${credits(price.max)}: a person has to confirm it.`);
    this.approval = approval;
    this.price = price;
    this.freeAlternative = freeAlternative;
  }
}

/** A tool as the server lists and calls it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: TSchema;
  /** What a call can cost, in credits: `0`, or a sentence. */
  readonly price: string;
  /** @throws {Refused} @throws {NeedsApproval} */
  call(graph: Graph, args: unknown): Promise<ToolAnswer>;
  /** The price of that call. @throws {Refused} */
  quote(graph: Graph, args: unknown): Promise<Price>;
}

/** One operation with its variables, and how its result is shown. */
interface Asked<Result, Variables> {
  readonly document: Document<Result, Variables, 'query'>;
  readonly variables: Variables;
  readonly shape: (result: Result) => Shaped;
}

interface Definition<Input extends TSchema> extends Pick<Tool, 'name' | 'description' | 'price'> {
  readonly input: Input;
  /** Bound of an answer, in tokens. */
  readonly maxTokens: number;
  /** The call that costs nothing, for a refusal to name. */
  readonly freeAlternative: string;
  /** Runs whichever operation the arguments ask for. @throws {Refused} for arguments that contradict one another */
  readonly ask: <Answer>(args: Static<Input>, run: Run<Answer>) => Answer;
}

/** What is done with an operation: it is priced, or executed. */
type Run<Answer> = <Result, Variables>(asked: Asked<Result, Variables>) => Answer;

/** Room that what an answer costs takes of its bound. */
const tokensOfCost = 40;

/**
 * A tool over operations of the graph. A call is validated, quoted by the same document and variables, refused where the
 * purse does not cover it, left to a person to confirm if it may cost more than the caller spends unasked, and executed within the
 * quoted maximum.
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

/** What is wrong with arguments, as a sentence that names the place. */
export const problemWith = (input: TSchema, args: unknown): string => {
  const [first] = Value.Errors(input, args);
  const at = first?.instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  // Of a member that the schema does not have, it says nothing else.
  if (first?.keyword === 'boolean') return `${at}: is not an argument.`;
  return `${at}: ${first?.message ?? 'does not fit the input schema'}.`;
};
