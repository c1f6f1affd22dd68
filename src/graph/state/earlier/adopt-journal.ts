import { existsSync, readFileSync, rmSync } from 'node:fs';
import Type from 'typebox';
import { parseJson } from '../../../contract/json.ts';
import { parse } from '../../validate.ts';
import type { Database } from '../database.ts';

/**
 * Reservations: id, credits, cause, time in ms since 1970, and the purse and period start of each account that holds
 * them.
 */
const Reserved = Type.Array(
  Type.Tuple([
    Type.String(),
    Type.Integer(),
    Type.String(),
    Type.Integer(),
    Type.Array(Type.Tuple([Type.String(), Type.Integer()])),
  ]),
);

/** Settlements: the reservation's id, its credits spent, and its credits uncertain. */
const Settled = Type.Array(Type.Tuple([Type.String(), Type.Integer(), Type.Integer()]));

/**
 * Replays the journal of purses and deletes it. Versions between 1.0.0-rc.1 and this one wrote payments to a journal
 * next to the database file first, and moved them to tables a moment later; a process that was killed left the rest.
 * Each line names the generation of the tables that it continues, so lines already moved are skipped.
 */
export function adoptJournal(database: Database): void {
  const { path = '' } = database;
  const journal = `${path}-purses`;
  if (path === '' || !existsSync(journal)) return;
  const isThere = database.get`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'purse_generation'`;
  if (isThere)
    database.transaction(() => {
      const generation = Number(database.get`SELECT number FROM purse_generation`?.number);
      const lines = readFileSync(journal, 'utf8').split('\n');
      for (const entry of entriesIn(lines, `${generation} `)) reserve(database, entry);
      for (const entry of entriesIn(lines, `${generation}-settled `)) settle(database, entry);
      database.run`UPDATE purse_generation SET number = number + 1`;
    });
  rmSync(journal, { force: true });
}

/** The JSON of the lines that start with a mark. A line that a full disk cut off is skipped. */
function entriesIn(lines: readonly string[], mark: string): readonly unknown[] {
  return lines
    .filter((line) => line.startsWith(mark))
    .map((line) => parseJson(line.slice(mark.length)))
    .filter((entry) => entry !== undefined);
}

function reserve(database: Database, entry: unknown): void {
  for (const [id, credits, cause, at, accounts] of parse(Reserved, entry))
    for (const [purse, start] of accounts) {
      if (!database.get`SELECT id FROM purse WHERE id = ${purse}`) continue;
      database.run`
        INSERT INTO purse_balance (purse, period_start, spent, held, uncertain) VALUES (${purse}, ${start}, 0, ${credits}, 0)
        ON CONFLICT DO UPDATE SET held = held + excluded.held`;
      database.run`
        INSERT INTO purse_reservation (id, purse, period_start, credits, cause, reserved_at, state)
        VALUES (${id}, ${purse}, ${start}, ${credits}, ${cause}, ${at}, 'held')`;
    }
}

function settle(database: Database, entry: unknown): void {
  for (const [id, spent, uncertain] of parse(Settled, entry)) {
    database.run`
      UPDATE purse_balance SET spent = spent + ${spent}, held = held - credits, uncertain = uncertain + ${uncertain}
      FROM purse_reservation AS held_in WHERE held_in.id = ${id} AND held_in.state = 'held'
        AND held_in.purse = purse_balance.purse AND held_in.period_start = purse_balance.period_start`;
    database.run`
      INSERT INTO purse_entry (purse, hour, cause, spent, uncertain, payments)
      SELECT purse, reserved_at - reserved_at % 3600000, cause, ${spent}, ${uncertain}, 1
        FROM purse_reservation WHERE id = ${id} AND state = 'held'
      ON CONFLICT DO UPDATE SET spent = spent + excluded.spent, uncertain = uncertain + excluded.uncertain,
        payments = payments + excluded.payments`;
    if (uncertain > 0)
      database.run`UPDATE purse_reservation SET state = 'settled', credits = ${uncertain} WHERE id = ${id} AND state = 'held'`;
    else database.run`DELETE FROM purse_reservation WHERE id = ${id} AND state = 'held'`;
  }
}
