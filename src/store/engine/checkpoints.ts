import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/** How much log a start after a kill replays at most, beside what one minute adds to it. */
const maxLogBytes = 64 * 2 ** 20;
const intervalMs = 60_000;

/**
 * Checkpoints of a database that has no background process for them: without, its log would grow until it is closed,
 * and a start after a kill would replay all of it.
 */
export class Checkpoints {
  readonly #db: Kysely<Database>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #acting: Promise<void> = Promise.resolve();
  /** How many act, or wait to. */
  #holders = 0;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#timer = setInterval(() => {
      // A failure here fails everybody's next statement, too, and is reported there.
      this.#running = this.#running.then(() => this.#checkpoint()).catch(() => undefined);
    }, intervalMs).unref();
  }

  /**
   * Does something that needs the log from its beginning on: no checkpoint is made before it ends. One at a time, since
   * a database makes one backup at a time.
   */
  without<Value>(act: () => Promise<Value>): Promise<Value> {
    this.#holders += 1;
    const done = Promise.all([this.#running, this.#acting]).then(act);
    this.#acting = done
      .catch(() => undefined)
      .then(() => {
        this.#holders -= 1;
      });
    return done;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #checkpoint(): Promise<void> {
    if (this.#holders > 0) return;
    const { rows } = await sql<{ bytes: number }>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(
      this.#db,
    );
    if ((rows[0]?.bytes ?? 0) > maxLogBytes) await sql`checkpoint`.execute(this.#db);
  }
}
