import { uuidFrom } from '../record/uuid.ts';

/** A list or tag by its name, as a team puts it on a record. */
export interface Label {
  readonly teamId: string;
  /** Used if the label is new to the team. Default: follows from the team and the name. */
  readonly id?: string | undefined;
  readonly name: string;
}

/** One row for each label: within a team, a name is one list or one tag. */
export const labelRows = (kind: 'list' | 'tag', labels: readonly Label[]) => [
  ...new Map(
    labels.map(({ teamId, id, name }) => {
      const named = `${kind} ${teamId} ${name}`;
      return [named, { id: id ?? uuidFrom(named), team_id: teamId, name }];
    }),
  ).values(),
];

export const labelColumns = { id: 'uuid', team_id: 'uuid', name: 'text' };
