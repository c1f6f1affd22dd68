import { CreditLimitReached } from '../../client/errors.ts';
import { mapNetwork, mappingStatus, type NetworkMapped } from '../../contract/operation/network-mapper.ts';
import type { Builder, Scoped } from '../builder.ts';
import { type addLookupFailures, Failure } from '../record/lookup.ts';
import type { Scope } from '../scope.ts';
import { dslOf } from '../search/dsl.ts';
import { isFinal } from './status.ts';
import type { MappingTask } from './task.ts';

/** Asks the upstream where a task stands. */
export async function readStatus(scope: Scope, id: string): Promise<MappingTask> {
  const { body } = await scope.call(mappingStatus, { task_id: id }, { signal: scope.operation.signal });
  return { scope, id, status: body.status };
}

/** Everything of a task but its stream: the type, the mutation that starts one, the query that reads one. */
export function addNetworkMap(builder: Builder, failures: ReturnType<typeof addLookupFailures>) {
  builder.objectType('MappingTask', {
    description: 'A network mapping that runs on the upstream.',
    fields: (t) => ({
      id: t.id({
        description: 'Names the task; its status can be read, and followed, by it.',
        resolve: ({ id }) => id,
      }),
      status: t.string({
        description:
          'Where it stands. Known values: `Unknown` (no such task of this team), `NotMapped`, `MappingInProgress`, `Mapped`, `MappingFailed`.',
        resolve: async (task) => task.status ?? (await readStatus(task.scope, task.id)).status,
      }),
      final: t.boolean({
        description: 'Whether the status will not change any more.',
        resolve: async (task) => isFinal(task.status ?? (await readStatus(task.scope, task.id)).status),
      }),
    }),
  });
  const map = builder.objectRef<Scoped<NetworkMapped>>('NetworkMap').implement({
    description: 'A network, mapped; one credit unless it is empty.',
    fields: (t) => ({
      items: t.field({
        type: ['Relationship'],
        nullable: { list: true, items: true },
        description: 'The people whom the partner’s network reaches.',
        resolve: ({ scope, value }) => value.items.map((item) => item && { scope, value: item }),
      }),
      count: t.field({ type: 'SafeInt', description: 'Items here.', resolve: ({ value }) => value.count }),
      totalCount: t.field({ type: 'SafeInt', description: 'Items in all.', resolve: ({ value }) => value.total_count }),
    }),
  });
  const result = builder.unionType('MapNetworkResult', {
    description: 'The network where it is mapped already, a task where it has to be mapped first.',
    types: [map, 'MappingTask', failures.creditLimit],
    resolveType: (value) =>
      value instanceof Failure ? 'CreditLimit' : 'value' in value ? 'NetworkMap' : 'MappingTask',
  });
  builder.mutationField('mapNetwork', (t) =>
    t.field({
      type: result,
      description: 'Maps connections across the partner’s network; the key needs the partner permission.',
      args: {
        dsl: t.arg({ type: 'JSON', description: 'Which people, in the interface’s own DSL; without it, all.' }),
        companyWebsite: t.arg.string({
          description: 'The website of the company to map; it may have to be mapped first.',
        }),
        callbackUrl: t.arg.string({ description: 'Called by the upstream when a mapping ends.' }),
      },
      resolve: async (_root, { dsl, companyWebsite, callbackUrl }, { operation }) => {
        const scope = operation.scope();
        try {
          const { body } = await scope.call(mapNetwork, {
            query: dslOf(dsl) ?? { match_all: {} },
            ...(companyWebsite ? { mapping_company_website: companyWebsite } : {}),
            ...(callbackUrl ? { callback_url: callbackUrl } : {}),
          });
          if ('task_id' in body) return { scope, id: body.task_id, status: undefined };
          operation.receipt.charge(mapNetwork, body.items.length);
          return { scope, value: body };
        } catch (error) {
          if (error instanceof CreditLimitReached) return new Failure(error);
          throw error;
        }
      },
    }),
  );
  builder.queryField('mappingTask', (t) =>
    t.field({
      type: 'MappingTask',
      description: 'A mapping task, with its status as it is now; free.',
      args: { id: t.arg.id({ required: true, description: 'The task’s id.' }) },
      resolve: (_root, { id }, { operation }) => readStatus(operation.scope(), id),
    }),
  );
}
