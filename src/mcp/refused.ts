import type { Receipt } from '../sdk/errors.ts';
import type { Price } from './graph.ts';

/** A refused call, with what to do instead: in words, or the arguments to repeat the call with, null for those to leave out. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly next: string | Readonly<Record<string, unknown>>;
  /** The price, if that was the reason. */
  readonly price: Price | undefined;
  /** What was charged anyway. */
  readonly receipt: Receipt | undefined;

  constructor(
    message: string,
    next: Refused['next'],
    { price, receipt }: Pick<Partial<Refused>, 'price' | 'receipt'> = {},
  ) {
    super(message);
    this.next = next;
    this.price = price;
    this.receipt = receipt;
  }
}
