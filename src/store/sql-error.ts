import { DatabaseError } from 'pg';

const uniqueViolation = '23505';
const queryCanceled = '57014';

/** PostgreSQL's error code (SQLSTATE), if `error` is a database error of either engine. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined;

/** Whether a row would have violated a unique index or primary key: the named one, or any. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof DatabaseError &&
  error.code === uniqueViolation &&
  (constraint === undefined || error.constraint === constraint);

/** Whether the statement was cancelled, usually by the statement timeout. */
export const isQueryCanceled = (error: unknown): boolean => sqlState(error) === queryCanceled;
