import type { Receipt } from '../sdk/errors.ts';
import type { Price } from './graph.ts';

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
