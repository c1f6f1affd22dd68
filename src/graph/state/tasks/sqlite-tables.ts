import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';

/** Times are in milliseconds since 1970. The key of a result or an intent is the SHA-256 of its name, in hex. */
const migrations = [
  `CREATE TABLE mapping_task (
     owner TEXT NOT NULL,
     task_id TEXT NOT NULL,
     started TEXT,
     touched_at INTEGER NOT NULL,
     PRIMARY KEY (owner, task_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX mapping_task_touched ON mapping_task (touched_at);
   CREATE INDEX mapping_task_callback ON mapping_task (started ->> 'callback');
   CREATE INDEX mapping_task_recent ON mapping_task (owner, started ->> 'startedAt');

   CREATE TABLE mapping_observation (
     owner TEXT NOT NULL,
     task_id TEXT NOT NULL,
     rank INTEGER NOT NULL,
     status TEXT NOT NULL,
     observed_at TEXT NOT NULL,
     PRIMARY KEY (owner, task_id, rank),
     FOREIGN KEY (owner, task_id) REFERENCES mapping_task ON DELETE CASCADE
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE mapping_result (name TEXT PRIMARY KEY, result TEXT NOT NULL, kept_at INTEGER NOT NULL) STRICT;
   CREATE INDEX mapping_result_kept ON mapping_result (kept_at);

   CREATE TABLE mapping_intent (name TEXT PRIMARY KEY, intent TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
   CREATE INDEX mapping_intent_until ON mapping_intent (until);`,
];

export const migrateTables = (database: Database): void => database.migrate('mapping', migrations);

/** The primary key of a result or an intent. */
export const nameHash = (name: string): string => createHash('sha256').update(name).digest('hex');
