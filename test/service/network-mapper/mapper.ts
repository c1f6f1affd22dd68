import assert from 'node:assert/strict';
import { mapNetwork, mappingStatus, type NetworkMapped } from '../../../src/contract/operation/network-mapper.ts';
import { type PersonName, people, type TeamName } from '../../support/cast/cast.ts';
import type { CastService } from '../../support/service.ts';

/** What the tests ask of the network mapper, in a word each. */

/** The network, which has to be answered at once. */
export async function mapped(service: CastService, body: object, as: TeamName = 'harbor'): Promise<NetworkMapped> {
  const answer = await service.post(as, mapNetwork.path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  // What the contract says of a 200.
  return answer.body as NetworkMapped;
}

/** The id of the task that a request starts or joins. */
export async function started(service: CastService, body: object, as: TeamName = 'harbor'): Promise<string> {
  const answer = await service.post(as, mapNetwork.path, body);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  const { task_id, ...rest } = answer.body as { task_id: string };
  assert.deepEqual(rest, {});
  return task_id;
}

export async function statusOf(service: CastService, taskId: string, as: TeamName = 'harbor'): Promise<string> {
  return (await service.ask(as, mappingStatus, { task_id: taskId })).status;
}

/** Lets what runs come to its end, then removes every mapped company, so that the next test finds none. */
export async function forgetMappings({ context, store }: CastService): Promise<void> {
  await context.jobs.idle();
  await store.db.deleteFrom('job').execute();
  await store.db.deleteFrom('mapping_task').execute();
  await store.db.deleteFrom('connector').where('mapped_company_id', 'is not', null).execute();
}

/** Whom an answer reaches, in its order: each with those who know them and how well. */
export const summary = ({ items }: NetworkMapped) =>
  items.map(({ profile, connections }) => [
    nameOf(profile?.id),
    (connections ?? []).map((connection) => [
      connection?.connector_name?.split(' ')[0],
      connection?.connection_strength,
    ]),
  ]);

function nameOf(id: string | null | undefined): string {
  const found = Object.entries(people).find(([, person]) => person.id === id);
  return found ? found[0] : String(id);
}

export const only = (name: PersonName) => ({ ids: { values: [people[name].id] } });
