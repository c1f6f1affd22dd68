import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { Refused } from './refused.ts';

export interface ManualStrength {
  readonly teamId: string;
  readonly connectorId: string;
  readonly profileId: string;
  /** 0 to 1, like a connection's strength; null removes it. */
  readonly strength: number | null;
}

/**
 * Sets manually how well a connector of the team knows a profile; reported next to the computed strength.
 *
 * @throws {Refused} `not-found` unless both exist and the connector is the team's; `invalid` out of bounds
 */
export async function putManualStrength(db: Kysely<Database>, set: ManualStrength): Promise<void> {
  const { teamId, connectorId, profileId, strength } = set;
  if (strength === null) {
    await db
      .deleteFrom('manual_strength')
      .where('team_id', '=', teamId)
      .where('connector_id', '=', connectorId)
      .where('profile_id', '=', profileId)
      .execute();
    return;
  }
  if (!(strength >= 0 && strength <= 1)) {
    throw new Refused('invalid', `manual_strength: must be between 0 and 1, but got ${strength}`);
  }
  const put = await db
    .insertInto('manual_strength')
    .columns(['team_id', 'connector_id', 'profile_id', 'strength'])
    .expression((from) =>
      from
        .selectFrom('connector')
        .innerJoin('profile', (on) => on.on('profile.id', '=', profileId))
        .select((select) => [
          'connector.team_id',
          'connector.id',
          'profile.id as profile_id',
          select.val(strength).as('strength'),
        ])
        .where('connector.id', '=', connectorId)
        .where('connector.team_id', '=', teamId),
    )
    .onConflict((conflict) => conflict.columns(['connector_id', 'profile_id']).doUpdateSet({ strength }))
    .returning('connector_id')
    .executeTakeFirst();
  if (!put)
    throw new Refused('not-found', 'manual_strength: must name a connector of the team and a profile, but got others');
}
