import { type AddConnectorRequest, addConnector as addConnectorOperation } from '../../contract/operation/team.ts';
import { trimmed } from '../../reading/padding.ts';
import { addConnectors } from '../../store/team/connector.ts';
import { endpoint } from '../endpoint.ts';
import { mapConnectorJob } from '../mapping/map-connector.ts';
import { badRequest } from '../problem.ts';
import { shown } from '../shown.ts';

/** Adds connectors and queues their mapping, in one transaction: 202 if any is new, else 200. */
export const addConnector = endpoint(addConnectorOperation, async ({ request, caller }, { store, jobs }) => {
  const sent = usernamesOf(request);
  const { added, notFound } = await store.db.transaction().execute(async (trx) => {
    const outcome = await addConnectors(trx, { teamId: caller.teamId, slugs: sent, group: request.group });
    await jobs.add(trx, ...outcome.added.map(mapConnectorJob));
    return outcome;
  });
  return { status: added.length > 0 ? 202 : 200, body: { usernames_not_found: [...notFound] } };
});

/** The usernames, as sent. */
function usernamesOf(request: AddConnectorRequest): readonly string[] {
  const [name, sent] = request.xnet_usernames
    ? ['xnet_usernames', request.xnet_usernames]
    : ['linkedin_usernames', request.linkedin_usernames ?? []];
  const empty = sent.findIndex((username) => trimmed(username) === '');
  if (empty >= 0) throw badRequest(`${name}.${empty}: must be a profile slug or URL, but got ${shown(sent[empty])}`);
  return sent;
}
