import type { Client } from '../../../client/client.ts';
import { CallError } from '../../../client/errors.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';

/** The client, each of whose calls is measured: those of operations, of polls, and of whatever else the graph does. */
export function observedClient(client: Client, metrics: Metrics): Client {
  const record = (operation: string, began: number, outcome: { readonly status?: number | undefined }): void =>
    metrics.record('http.client.request.duration', (performance.now() - began) / 1000, {
      'kith.upstream.operation': operation,
      ...(outcome.status !== undefined && { 'http.response.status_code': outcome.status }),
      ...(outcome instanceof CallError && { 'error.type': outcome.code }),
    });
  return {
    ...client,
    async call(operation, request, credential, options) {
      const began = performance.now();
      try {
        const answer = await client.call(operation, request, credential, options);
        record(operation.name, began, answer);
        return answer;
      } catch (error) {
        if (error instanceof CallError) record(operation.name, began, error);
        throw error;
      }
    },
  };
}
