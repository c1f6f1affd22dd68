import type { Database } from '../database.ts';
import { entriesKeptMs } from '../purses/purse-store.ts';

/**
 * What 1.0.0-rc.1 has stored in tables of each feature becomes entries, once: by a table that is read, what is done where it is
 * there. Each step runs in one transaction. Sessions of then are over, as are their tokens.
 */
const steps = (retentionMs: number): Readonly<Record<string, string>> => ({
  child_team: `
    INSERT OR IGNORE INTO state_entry (partition, key, value, version)
      SELECT 'child-teams:' || owner, id, iif(name IS NULL, '{}', json_object('name', name)), 1 FROM child_team;
    DROP TABLE child_team;`,

  intro_exclusion: `
    INSERT OR IGNORE INTO state_entry (partition, key, value, version)
      SELECT 'exclusions:' || owner || ':' || team, key, entry, 1 FROM intro_exclusion;
    DROP TABLE intro_exclusion;`,

  session: 'DROP TABLE session;',

  session_code: 'DROP TABLE session_code;',

  session_receipt: `
    INSERT OR IGNORE INTO state_entry (partition, key, value, version, expires_at)
      SELECT 'receipts:' || purse.owner, purse || '/' || minute, json_group_object(operation, json_object(
        'operations', operations, 'charged', charged, 'shared', shared,
        'savedByPayload', payload, 'savedByIdentity', identity, 'savedByCache', cache)), 1, minute + ${entriesKeptMs}
      FROM session_receipt JOIN purse ON purse.id = purse GROUP BY purse, minute;
    DROP TABLE session_receipt;`,

  mapping_task: `
    INSERT OR IGNORE INTO state_entry (partition, key, value, version, expires_at)
      SELECT 'tasks:' || owner, 'started/' || task_id, started, 1, touched_at + ${retentionMs}
        FROM mapping_task WHERE started IS NOT NULL
      UNION ALL
      SELECT 'tasks:' || owner, 'recent/' || (started ->> 'startedAt') || '/' || task_id, task_id, 1, touched_at + ${retentionMs}
        FROM mapping_task WHERE started IS NOT NULL
      UNION ALL
      SELECT 'task-callback:' || (started ->> 'callback'), 'task',
          json_object('owner', owner, 'taskId', task_id), 1, touched_at + ${retentionMs}
        FROM mapping_task WHERE started ->> 'callback' IS NOT NULL
      UNION ALL
      SELECT 'tasks:' || owner, 'log/' || task_id,
          json_group_array(json_object('status', status, 'observedAt', observed_at) ORDER BY rank),
          1, max(touched_at) + ${retentionMs}
        FROM mapping_observation JOIN mapping_task USING (owner, task_id) GROUP BY owner, task_id;
    DROP TABLE mapping_observation;
    DROP TABLE mapping_task;`,

  mapping_result: `
    INSERT OR IGNORE INTO state_entry (partition, key, value, version, expires_at)
      SELECT 'task-result:' || name, 'result', result, 1, kept_at + ${retentionMs} FROM mapping_result;
    DROP TABLE mapping_result;`,

  mapping_intent: `
    INSERT OR IGNORE INTO state_entry (partition, key, value, version, expires_at)
      SELECT 'task-intent:' || name, 'intent', intent, 1, until FROM mapping_intent;
    DROP TABLE mapping_intent;`,
});

/** The tables of the state itself are there already. */
export function adoptTables(database: Database, retentionMs: number): void {
  for (const [table, statements] of Object.entries(steps(retentionMs)))
    if (database.get`SELECT name FROM sqlite_master WHERE type = 'table' AND name = ${table}`)
      database.migrate(`earlier ${table}`, [statements]);
}
