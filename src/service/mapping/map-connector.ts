import type { ServiceContext } from '../context.ts';
import { type Job, type JobHandler, textOf } from '../jobs/job.ts';
import { connect } from './connect.ts';

export const mapConnectorKind = 'map-connector';

/** The job that maps a connector. Add it in the transaction that adds the connector. */
export const mapConnectorJob = (connectorId: string): Job => ({
  kind: mapConnectorKind,
  payload: { connector_id: connectorId },
  uniqueKey: `${mapConnectorKind}:${connectorId}`,
});

/** Computes a connector's connections. The connector ends as `mapped`, or `failed` after the last attempt. */
export const mapConnector = ({ store: { db }, now }: Pick<ServiceContext, 'store' | 'now'>): JobHandler => ({
  run: async (payload) => {
    await connect(db, textOf(payload, 'connector_id'), now());
    return undefined;
  },
  gaveUp: async (payload) => {
    await db
      .updateTable('connector')
      .set({ status: 'failed' })
      .where('id', '=', textOf(payload, 'connector_id'))
      .execute();
  },
});
