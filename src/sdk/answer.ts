import type { GraphError, Receipt } from './errors.ts';

/** An answer of the graph, as it is sent. */
export interface Payload<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly GraphError[];
  readonly extensions?: { readonly credits?: Receipt };
}

/** Reads a payload; undefined where the text is none, such as a proxy's page. */
export const parsePayload = <Result>(text: string): Payload<Result> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isPayload<Result>(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The schema vouches for the members of `data`. */
const isPayload = <Result>(value: unknown): value is Payload<Result> =>
  typeof value === 'object' &&
  value !== null &&
  ('data' in value || ('errors' in value && Array.isArray(value.errors)));
