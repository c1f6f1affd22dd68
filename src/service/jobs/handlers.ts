import { deliverCallback } from '../callbacks/deliver.ts';
import { deliverCallbackKind } from '../callbacks/owed.ts';
import type { ServiceContext } from '../context.ts';
import { mapCompany } from '../mapping/map-company.ts';
import { mapConnector, mapConnectorKind } from '../mapping/map-connector.ts';
import { mapEmployees, mapEmployeesKind } from '../mapping/map-employees.ts';
import { mapCompanyKind } from '../mapping/task.ts';
import { buildIndexes, buildIndexesKind } from '../search/build-job.ts';
import type { JobHandlers } from './job.ts';

/** The handlers of all kinds of jobs. */
export const jobHandlers = (service: ServiceContext): JobHandlers => ({
  [mapConnectorKind]: mapConnector(service),
  [mapEmployeesKind]: mapEmployees(service),
  [mapCompanyKind]: mapCompany(service),
  [deliverCallbackKind]: deliverCallback(service),
  ...(service.cluster && { [buildIndexesKind]: buildIndexes(service.cluster) }),
});
