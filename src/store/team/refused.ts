export type RefusedReason = 'invalid' | 'not-found' | 'not-permitted' | 'name-taken';

/** A request that cannot be fulfilled, and would fail again; the message is a sentence for users. */
export class Refused extends Error {
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, sentence: string) {
    super(sentence);
    this.reason = reason;
  }
}

export const unknownTeam = (teamId: string): Refused =>
  new Refused('not-found', `team: no team has the id "${teamId}"`);
