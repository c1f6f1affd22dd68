import { join } from 'node:path';
import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';

/** Hive Gateway's supergraph from our OpenAPI document, its look-ups by POST declared to be queries. */
const lookups = ['fetchProfiles', 'fetchCompanies', 'searchProfiles', 'findRelationships'];

export const composeConfig = defineConfig({
  subgraphs: [
    {
      sourceHandler: loadOpenAPISubgraph('people', {
        source: join(import.meta.dirname, '../../../../schema/openapi.json'),
        endpoint: process.env.UPSTREAM_URL ?? '',
        ignoreErrorResponses: true,
        operationHeaders: { 'x-api-key': "{context.headers['x-api-key']}" },
        selectQueryOrMutationField: lookups.map((fieldName) => ({ type: 'query', fieldName })),
      }),
    },
  ],
});
