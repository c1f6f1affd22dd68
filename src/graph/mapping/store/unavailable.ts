/** The place where the journal should be can't be had, for a reason that whoever runs the graph can see to. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
}
