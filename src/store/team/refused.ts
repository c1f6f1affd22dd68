export type RefusedReason = 'invalid' | 'not-found' | 'not-permitted' | 'name-taken';

/** What was asked for can't be done, and asking again won't help; the message is a sentence to show. */
export class Refused extends Error {
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, sentence: string) {
    super(sentence);
    this.reason = reason;
  }
}

export const unknownTeam = (teamId: string): Refused =>
  new Refused('not-found', `team: no team has the id "${teamId}"`);
