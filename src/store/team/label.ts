import { uuidFrom } from '../record/uuid.ts';

/** The name of a list or tag that a team assigns to a record. */
export interface Label {
  readonly teamId: string;
  /** Used if the label is new to the team. Default: derived from the team and the name. */
  readonly id?: string | undefined;
  readonly name: string;
}

/** A row per label: within a team a name identifies one list or tag. */
export const labelRows = (kind: 'list' | 'tag', labels: readonly Label[]) => [
  ...new Map(
    labels.map(({ teamId, id, name }) => {
      const named = `${kind} ${teamId} ${name}`;
      return [named, { id: id ?? uuidFrom(named), team_id: teamId, name }];
    }),
  ).values(),
];

export const labelColumns = { id: 'uuid', team_id: 'uuid', name: 'text' };
