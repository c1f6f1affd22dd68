/** The connection to the store is lost, or none can be opened; `cause` has the reason. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
