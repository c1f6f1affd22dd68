/** The first message of a GraphQL error body; undefined if it has none. */
export function sentenceIn(answer: unknown): string | undefined {
  const errors: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'errors') : undefined;
  const [error]: unknown[] = Array.isArray(errors) ? errors : [];
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined;
  return typeof message === 'string' ? message : undefined;
}
