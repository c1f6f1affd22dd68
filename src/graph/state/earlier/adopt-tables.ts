import type { Database } from '../database.ts';
import { entriesKeptMs } from '../purses/payment.ts';
import { adoptJournal } from './adopt-journal.ts';

/**
 * SQL that converts the tables of 1.0.0-rc.1, one or more per feature, into entries of the state; by the table whose
 * existence triggers it. Each step runs once, in one transaction. Sessions are not converted: they and their tokens
 * end.
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

  purse: `
    CREATE TEMP TABLE earlier_reservation AS
      SELECT r.id, min(owner) AS owner, state, reserved_at, concat(char(10), concat_ws(
          char(9), r.id, credits, cause, reserved_at, group_concat(period_start || ' ' || purse, char(9)))) AS line
        FROM purse_reservation AS r JOIN purse ON purse.id = purse GROUP BY r.id;
    INSERT OR IGNORE INTO state_entry (partition, key, value, version, expires_at)
      SELECT DISTINCT 'purse-owners', owner, '', 1, NULL FROM purse WHERE scope <> 'session' AND closed_at IS NULL
      UNION ALL
      SELECT 'purses:' || owner, 'place/' || coalesce(child_team, 'key'), id, 1, NULL
        FROM purse WHERE scope <> 'session' AND closed_at IS NULL
      UNION ALL
      SELECT 'purses:' || owner, 'purse/' || id, json_patch('{}', json_object(
          'id', id, 'scope', scope, 'childTeamId', child_team, 'label', label, 'total', total, 'period', period,
          'createdAt', created_at, 'expiresAt', expires_at, 'closedAt', closed_at, 'format', 2)), 1, NULL
        FROM purse
      UNION ALL
      SELECT 'purses:' || owner,
          printf('by-end/%016d/%s', coalesce(closed_at, expires_at, ${Number.MAX_SAFE_INTEGER}), id), '', 1, NULL FROM purse
      UNION ALL
      SELECT 'purses:' || owner, 'balance/' || purse || '/' || period_start,
          spent || ' ' || held || ' ' || uncertain, 1, NULL FROM purse_balance JOIN purse ON purse.id = purse
      UNION ALL
      SELECT 'purses:' || owner, printf('hour/%s/%016d/%s', purse, hour, cause),
          spent || ' ' || uncertain || ' ' || payments, 1, NULL FROM purse_entry JOIN purse ON purse.id = purse
      UNION ALL
      SELECT 'purses:' || owner, 'held/earlier', group_concat(line, ''), 1, NULL
        FROM earlier_reservation WHERE state = 'held' GROUP BY owner
      UNION ALL
      SELECT 'purses:' || owner, 'uncertain/' || iif(state = 'lost', 'lost/', 'unanswered/') || id, line, 1,
          reserved_at + ${entriesKeptMs}
        FROM earlier_reservation WHERE state <> 'held';
    DROP TABLE earlier_reservation;
    DROP TABLE purse_reservation;
    DROP TABLE purse_entry;
    DROP TABLE purse_balance;
    DROP TABLE purse;
    DROP TABLE IF EXISTS purse_generation;`,
});

/** Runs the steps whose tables exist. The state's own tables must exist. */
export function adoptTables(database: Database, retentionMs: number): void {
  adoptJournal(database);
  for (const [table, statements] of Object.entries(steps(retentionMs)))
    if (database.get`SELECT name FROM sqlite_master WHERE type = 'table' AND name = ${table}`)
      database.migrate(`earlier ${table}`, [statements]);
}
