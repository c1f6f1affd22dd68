import type { ExecutionResult, GraphQLError } from 'graphql';
import { Unauthenticated } from '../../client/errors.ts';

/**
 * The result of an operation that got nothing because its key was refused: without data, so that its status may say so,
 * whatever media type is accepted (where there is data, the protocol asks for 200). Undefined for any other result.
 */
export function refusedWhole({ errors = [], data, extensions }: ExecutionResult): ExecutionResult | undefined {
  if (errors.length === 0 || !errors.every(isRefusal) || !isNothing(data)) return undefined;
  return { errors, data: null, ...(extensions && { extensions }) };
}

const isRefusal = ({ originalError, extensions }: GraphQLError): boolean =>
  originalError instanceof Unauthenticated || extensions.code === 'UNAUTHENTICATED';

/** Null, or an object in which everything is. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.values(value).every(isNothing));
