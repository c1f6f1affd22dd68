/** Why a row was not matched to exactly one record, or only with likelihood, as the schema has it. */
export const causes = {
  RECORDS_NOT_SEARCHED: { description: 'The network does not reach the record, and `checkRecords` was not set.' },
  NEEDS_EMPLOYER: {
    description:
      'The network does not reach the person, and of a long list all people are searched by names only with an employer.',
  },
  NEEDS_FULL_NAME: { description: 'The row has a single word of a name, and no other identifier.' },
  UNREADABLE: { description: 'The row has no identifier, or only malformed ones.' },
  REFUSED: { description: 'The data service refused a search, for example because it does not index a field.' },
  FAILED: { description: 'The data service failed or timed out, or its rate limit was reached: try again.' },
  TOO_MANY: { description: 'More records match than are read: give another identifier.' },
  NOT_FOUND: { description: 'All records were searched, and none matches.' },
  SEVERAL: { description: 'Several records match, and none is preferred.' },
  CONFLICT: {
    description: 'A record matches by one identifier, and differs in another, in the name, employer or title.',
  },
  SIMILAR: { description: 'The name, or the employer’s, is similar, not the same.' },
  NAME_ONLY: { description: 'Only the name was compared.' },
  NOT_COMPARED: { description: 'One record has this name and employer; nothing else of it could be compared.' },
  FORMER_EMPLOYER: { description: 'The person once worked for the employer.' },
  OTHER_HOST: { description: 'The page is on a host that is not the provider’s.' },
} as const;

export type MatchCause = keyof typeof causes;

export interface Reason {
  readonly cause: MatchCause;
  /** A sentence. */
  readonly text: string;
}

export const because = (cause: MatchCause, text: string): Reason => ({ cause, text });
