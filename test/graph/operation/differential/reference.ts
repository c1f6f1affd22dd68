import { randomUUID } from 'node:crypto';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import pino from 'pino';
import { createClient } from '../../../../src/client/client.ts';
import { GraphCache } from '../../../../src/graph/cache/graph-cache.ts';
import { budgetHeader } from '../../../../src/graph/credits/spending-refused.ts';
import { ApprovalStore } from '../../../../src/graph/features/approvals/approval-store.ts';
import { openShared, stored } from '../../../../src/graph/features/index.ts';
import { ExclusionStore } from '../../../../src/graph/features/introductions/kept-exclusions.ts';
import { TargetListStore } from '../../../../src/graph/features/lists/target-list-store.ts';
import { defaultPolling } from '../../../../src/graph/features/mapping/polling-options.ts';
import { MappingTasks } from '../../../../src/graph/features/mapping/tasks.ts';
import { resolvedOptions } from '../../../../src/graph/graph-options.ts';
import { createContext } from '../../../../src/graph/http/request-context.ts';
import { openServices } from '../../../../src/graph/open-services.ts';
import { refusedWhole } from '../../../../src/graph/operation/answer-to.ts';
import { creditOptionsOf } from '../../../../src/graph/operation/credit-options.ts';
import { maskError } from '../../../../src/graph/operation/mask-error.ts';
import type { GraphContext } from '../../../../src/graph/schema/builder.ts';
import type { Operation } from '../../../../src/graph/scope/operation.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { defaultTracking } from '../../../../src/graph/tracking.ts';
import type { TestGraph } from '../../../support/graph/graph.ts';
import { schema } from '../../../support/graph/schema.ts';
import type { Request } from './document.ts';

export interface Executed {
  readonly result: ExecutionResult;
  /** Credits that the upstream charged for it. */
  readonly charged: number;
}

/** The graph's schema, executed by graphql-js itself: no server, no cache, nothing shared between operations. */
export interface Reference extends AsyncDisposable {
  readonly schema: GraphQLSchema;
  /** The whole operation, on the terms of its caller. */
  together(key: string | undefined, request: Request, budget?: number): Promise<Executed>;
  /** Each field of the root as an operation of its own. */
  apart(key: string | undefined, request: Request): Promise<Executed>;
  /** As `apart`; and wherever a caller may insist on the whole record, this one does. */
  insisting(key: string | undefined, request: Request): Promise<Executed>;
}

/** Opens the reference over an upstream. */
export async function openReference(upstream: TestGraph['asks'], most: number): Promise<Reference> {
  const client = createClient(upstream);
  const log = pino({ level: 'silent' });
  const database = new Database(':memory:');
  const secret = 'nothing is shared';
  const own = resolvedOptions({ upstreamUrl: upstream.baseUrl, database, log, secret });
  const opened = await openServices(own, { stored, claims: [], openShared });
  const services = { ...opened, client };
  const tasks = new MappingTasks(services, defaultTracking, defaultPolling);
  const approvals = new ApprovalStore(services.state);
  services.apis.add(...[tasks, approvals, new TargetListStore(services.state)], new ExclusionStore(services.state));
  const credits = creditOptionsOf({ budget: { default: most, max: most }, cache: { keepMs: 0 } });
  const unexpected: unknown[] = [];
  const mask = maskError((error) => unexpected.push(error));

  async function run(
    apiKey: string | undefined,
    { operationName, variables }: Request,
    document: DocumentNode,
    { budget, apart = false }: { readonly budget?: number | undefined; readonly apart?: boolean },
  ): Promise<Executed> {
    const cache = new GraphCache(client.baseUrl, credits.cache, secret);
    const context = createContext(
      { ...services, cache },
      { budget: credits.budget, caps: [] },
      {
        apiKey,
        requestId: randomUUID(),
        signal: undefined,
        header: (name) => (name === budgetHeader ? budget?.toString() : undefined),
      },
    );
    const operations: Operation[] = [];
    // Only resolvers of the root take the operation from the context; all below have it from their parents.
    const contextValue: GraphContext = {
      ...context,
      get operation() {
        const operation = apart ? context.fresh() : context.operation;
        operations.push(operation);
        return operation;
      },
    };
    const { data, errors } = await execute({
      schema,
      document,
      contextValue,
      operationName,
      variableValues: variables,
    });
    await cache.close();
    if (unexpected.length > 0) throw unexpected[0];
    const result = { ...(data !== undefined && { data }), ...(errors && { errors: errors.map(mask) }) };
    return {
      // Where the key is refused, that is the whole answer.
      result: refusedWhole(result) ?? result,
      charged: [...new Set(operations)].reduce((sum, { receipt }) => sum + receipt.lines.charged, 0),
    };
  }

  return {
    schema,
    together: (key, request, budget) => run(key, request, parse(request.query), { budget }),
    apart: (key, request) => run(key, request, parse(request.query), { apart: true }),
    insisting: (key, request) => run(key, request, insistent(schema, parse(request.query)), { apart: true }),
    async [Symbol.asyncDispose]() {
      tasks.pollers.close(new Error('The reference is closed.'));
      await opened.close();
      database.close();
      await client.close();
    },
  };
}

/** The document with `full: true` on every field that takes it. */
function insistent(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter: (node) => {
          if (!types.getFieldDef()?.args.some(({ name }) => name === 'full')) return undefined;
          const others = node.arguments?.filter(({ name }) => name.value !== 'full') ?? [];
          const full = {
            kind: Kind.ARGUMENT,
            name: { kind: Kind.NAME, value: 'full' },
            value: { kind: Kind.BOOLEAN, value: true },
          } as const;
          return { ...node, arguments: [...others, full] };
        },
      },
    }),
  );
}
