/** A store that the graph needs can't be opened, for a reason that whoever runs the graph can see to. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
