import { isObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { type JsonSchema, membersOf } from '../contract/schema.ts';

type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** The required members of an answer, with their JSON types. */
type Shape = readonly (readonly [name: string, type: JsonType])[];

const shapes = new WeakMap<Operation, ReadonlyMap<number, Shape>>();

/**
 * Checks the required top-level members of a successful answer; unknown and nested members are not checked. Normalizes
 * in place: a required list that is null becomes empty, and an integer in a string becomes a number.
 *
 * @param status if it is not declared, the answer may have the shape of any of the operation's answers
 * @returns the problem, in words of the contract only; undefined if there is none
 */
export function problemWith(body: unknown, operation: Operation, status: number): string | undefined {
  const declared = shapesOf(operation);
  const shape = declared.get(status);
  if (shape) return mismatch(body, shape);
  let problem: string | undefined;
  for (const other of declared.values()) {
    problem = mismatch(body, other);
    if (problem === undefined) return undefined;
  }
  return problem;
}

function mismatch(body: unknown, shape: Shape): string | undefined {
  if (!isObject(body)) return `expected an object, but got ${articled(typeOf(body))}`;
  for (const [name, type] of shape) {
    const value = body[name];
    if (value === null && type === 'array') Reflect.set(body, name, []);
    else if (type === 'number' && isWholeNumber(value)) Reflect.set(body, name, Number(value));
    else if (value === undefined) return `${name}: is missing`;
    else if (typeOf(value) !== type) return `${name}: expected ${articled(type)}, but got ${articled(typeOf(value))}`;
  }
  return undefined;
}

const isWholeNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value));

/** Memoized per operation. */
function shapesOf(operation: Operation): ReadonlyMap<number, Shape> {
  let known = shapes.get(operation);
  if (!known) {
    known = new Map(
      Object.entries(operation.answers).map(([status, { schema }]) => [Number(status), shapeOf(schema)] as const),
    );
    shapes.set(operation, known);
  }
  return known;
}

function shapeOf(schema: JsonSchema): Shape {
  const required = new Set(schema.required);
  return membersOf(schema)
    .filter(([name]) => required.has(name))
    .map(([name, member]) => [name, jsonType(member)] as const);
}

function jsonType({ type }: JsonSchema): JsonType {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'object':
    case 'array':
    case 'boolean':
      return type;
    default:
      // A string or an enum: an upstream may have more values than the contract.
      return 'string';
  }
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

const articled = (type: JsonType): string => (type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`);
