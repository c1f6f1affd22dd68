/** A store that the graph needs cannot be opened, for a reason that the operator can fix. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
