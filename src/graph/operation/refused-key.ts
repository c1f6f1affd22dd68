import type { ExecutionResult, GraphQLError } from 'graphql';
import { Unauthenticated } from '../../client/errors.ts';

/**
 * The result, with `data` null, of an operation that returned nothing because its credential was refused; undefined for
 * any other result. Without data, the status can be 401 in every media type; with data, the protocol requires 200.
 */
export function refusedWhole({ errors = [], data, extensions }: ExecutionResult): ExecutionResult | undefined {
  if (errors.length === 0 || !errors.every(isRefusal) || !isNothing(data)) return undefined;
  return { errors, data: null, ...(extensions && { extensions }) };
}

const isRefusal = ({ originalError, extensions }: GraphQLError): boolean =>
  originalError instanceof Unauthenticated || extensions.code === 'UNAUTHENTICATED';

/** Null or undefined, or an object with only such members, at every level. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.values(value).every(isNothing));
