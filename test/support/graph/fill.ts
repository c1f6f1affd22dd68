import type { Database } from '../../../src/graph/state/database.ts';

/** As on a full disk: what is noted of tasks can be read, and takes nothing in. */
export function fill(database: Database): void {
  for (const table of ['mapping_task', 'mapping_intent', 'mapping_result'])
    database.migrate(`a full ${table}`, [
      `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(FAIL, 'There is no space left.'); END`,
    ]);
}
