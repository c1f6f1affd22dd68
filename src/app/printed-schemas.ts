import { schemaSdl, subgraphSdl } from '../graph/schema/index.ts';
import { openApiText } from '../service/document.ts';
import { endpoints } from '../service/endpoints.ts';

/** The schema files that are generated and committed under `schema/`. */
export interface PrintedSchema {
  readonly file: string;
  print(): string;
}

export const printedSchemas = {
  graph: { file: 'graph.graphql', print: schemaSdl },
  subgraph: { file: 'subgraph.graphql', print: subgraphSdl },
  openapi: { file: 'openapi.json', print: () => `${openApiText(endpoints.map(({ operation }) => operation))}\n` },
} as const satisfies Record<string, PrintedSchema>;
