/** The code of an error of the system, such as `ENOENT`; undefined for others. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** For a file that need not be there: the other errors of its use are thrown. */
export function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
