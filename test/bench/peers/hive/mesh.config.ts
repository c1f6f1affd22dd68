import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';

/** Hive Gateway's supergraph from our OpenAPI document, its look-ups by POST declared to be queries. */
const lookups = ['fetchProfiles', 'fetchCompanies', 'searchProfiles', 'findRelationships'];

/** Queries of searches are JSON here: of a clause that holds clauses, Mesh makes an input type without fields, and refuses it. */
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../schema/openapi.json'), 'utf8'));
const { schemas }: { schemas: Record<string, unknown> } = document.components;
for (const name of Object.keys(schemas)) if (name.endsWith('Query')) schemas[name] = { title: name, type: 'object' };
const source = resolve('openapi.json');
writeFileSync(source, JSON.stringify(document));

export const composeConfig = defineConfig({
  subgraphs: [
    {
      sourceHandler: loadOpenAPISubgraph('people', {
        source,
        endpoint: process.env.UPSTREAM_URL ?? '',
        ignoreErrorResponses: true,
        operationHeaders: { 'x-api-key': "{context.headers['x-api-key']}" },
        selectQueryOrMutationField: lookups.map((fieldName) => ({ type: 'query', fieldName })),
      }),
    },
  ],
});
