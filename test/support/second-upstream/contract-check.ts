import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import { ErrorBody, OverageProtectionBody } from '../../../src/contract/errors.ts';
import { operations } from '../../../src/contract/operation/all.ts';
import type { Operation } from '../../../src/contract/operation/operation.ts';

export interface ContraryAnswer {
  readonly status: number;
  readonly body: object;
}

/** What the specification says of a request and its answers, by the contract's own shapes. */
export interface SpecificationCheck {
  /** The operation of a method and path. */
  operationAt(method: string, path: string): Operation | undefined;
  /** Whether a request is one that the specification allows; a member that it does not know is let through. */
  isRequest(operation: Operation, request: unknown): boolean;
  /** @throws an AssertionError where an answer to this request is none that the specification allows */
  assertAnswer(operation: Operation | undefined, request: unknown, answer: ContraryAnswer): void;
}

const statuses = [400, 401, 402, 403];

export function openSpecificationCheck(): SpecificationCheck {
  const ajv = new Ajv({
    keywords: ['x-caseless', 'x-folded', 'x-ours', 'x-pattern', 'x-query', 'x-search', 'x-shape', 'x-word'],
    formats: {
      uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
      date: /^\d{4}-\d\d-\d\d$/,
      'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    },
  });
  const compiled = new Map<object, ValidateFunction>();
  const checkOf = (schema: object, more = {}): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile({ ...schema, ...more });
    compiled.set(schema, known);
    return known;
  };

  function assertShape(schema: object, body: object, what: string): void {
    const check = checkOf(schema);
    assert.ok(check(withoutNulls(body)), `${what} disobeys the specification: ${ajv.errorsText(check.errors)}.`);
  }

  return {
    operationAt: (method, path) => operations.find((one) => one.method === method && one.path === path),
    isRequest: ({ request: schema }, request) =>
      schema === undefined || checkOf(schema, { additionalProperties: true })(request),
    assertAnswer(operation, request, { status, body }) {
      const what = `${operation?.name ?? 'The answer'} with ${status}`;
      // The provider documents a 404 for a record that is gone.
      if (!operation || status === 404) return assertShape(ErrorBody, body, what);
      if (status === 402) return assertShape(OverageProtectionBody, body, what);
      // Which of the 2xx says that a team was created is not shown.
      const answer = operation.answers[status] ?? (status < 300 ? operation.answers[200] : undefined);
      if (!answer) {
        assert.ok(statuses.includes(status), `${what}: the specification lists no such status.`);
        return assertShape(ErrorBody, body, what);
      }
      assertShape(answer.schema, body, what);
      assertBounds(request, body, what);
    },
  };
}

/** What no shape says: a page is no longer than its limit, and a record is found by what was sent. */
function assertBounds(request: unknown, body: object, what: string): void {
  const sent = membersOf(request);
  const { ids, items, results } = membersOf(body);
  const limit = typeof sent.limit === 'number' ? sent.limit : 1000;
  for (const page of 'query' in sent && 'limit' in sent ? [ids, items] : [])
    if (Array.isArray(page))
      assert.ok(page.length <= limit, `${what} holds ${page.length}, but ${limit} were asked for.`);
  for (const record of Array.isArray(results) ? results : [])
    for (const [kind, identifiers] of Object.entries(membersOf(membersOf(record).found_by)))
      for (const identifier of Array.isArray(identifiers) ? identifiers : [])
        assert.ok(
          listOf(sent[kind]).includes(identifier),
          `${what} found a record by ${identifier}, which was not sent.`,
        );
}

/** What is null is not there: whether it is left out is not shown. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
  );
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
