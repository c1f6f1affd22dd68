import { DatabaseError } from 'pg';

const uniqueViolation = '23505';
const queryCanceled = '57014';

/** The five characters that PostgreSQL names an error by (its SQLSTATE), if `error` is the database's, on either engine. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined;

/** A row would have broken a unique index or primary key: the one named, or any. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof DatabaseError &&
  error.code === uniqueViolation &&
  (constraint === undefined || error.constraint === constraint);

/** The statement was ended before its end, by the statement time-out as a rule. */
export const isQueryCanceled = (error: unknown): boolean => sqlState(error) === queryCanceled;
