/** A connection to the store is gone, or none is to be had: what ended it is the cause. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
