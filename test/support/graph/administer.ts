import { askGraph } from '../../../src/app/graph-channel.ts';
import type { AdminRequest } from '../../../src/graph/features/administration/exchange.ts';

/** Sends what an administrator's command sends, sealed with the graph's secret. */
export async function administer(
  url: string,
  secret: string,
  method: AdminRequest['method'],
  path: string,
  apiKey?: string,
  body?: object,
) {
  const asked = { method, path, ...(apiKey !== undefined && { apiKey }), body };
  const answer = await askGraph({ url, secrets: { secret } }, asked);
  if (answer === undefined) throw new Error(`No graph answers at ${url}.`);
  return { status: answer.status, body: JSON.parse(answer.body.toString() || 'null') };
}

/** How many entries of a kind a purge has removed or changed, from its answer. */
export const removedOf = (
  { removed }: { readonly removed: readonly { readonly name: string; readonly count: number }[] },
  kind: string,
): number | undefined => removed.find(({ name }) => name === kind)?.count;
