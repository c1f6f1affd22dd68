import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/** Size of the log from which a checkpoint is made, which bounds the replay after a kill. */
const maxLogBytes = 64 * 2 ** 20;
const intervalMs = 60_000;

/**
 * Checkpoints for a database without a background process. Without them the log would grow until the database closes,
 * and a start after a kill would replay all of it.
 */
export class Checkpoints {
  readonly #db: Kysely<Database>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #acting: Promise<void> = Promise.resolve();
  /** Number of callers that hold off checkpoints, or wait to. */
  #holders = 0;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#timer = setInterval(() => {
      // The cause also fails the next statement, which reports it.
      this.#running = this.#running.then(() => this.#checkpoint()).catch(() => undefined);
    }, intervalMs).unref();
  }

  /**
   * Runs `act` without checkpoints, for a caller that needs the log from its start. Serialized, since a database makes
   * one backup at a time.
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
