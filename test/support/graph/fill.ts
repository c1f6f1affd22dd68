import type { Database } from '../../../src/graph/state/database.ts';

/** As on a full disk: what is noted of tasks can be read, and takes nothing in. */
export function fill(database: Database): void {
  database.migrate('full tasks', [
    `CREATE TRIGGER full_tasks BEFORE INSERT ON state_entry WHEN new.partition GLOB 'task*'
       BEGIN SELECT RAISE(FAIL, 'There is no space left.'); END`,
  ]);
}
