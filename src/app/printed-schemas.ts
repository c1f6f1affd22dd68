import { subgraphSdl } from '../graph/features/federation/sdl.ts';
import { openSchema } from '../graph/graph-schema.ts';
import { sdlOf } from '../graph/schema/index.ts';
import { openApiText } from '../service/document.ts';
import { endpoints } from '../service/endpoints.ts';

/** The schema files that are generated and committed under `schema/`. */
export interface PrintedSchema {
  readonly file: string;
  print(): Promise<string>;
}

export const printedSchemas = {
  graph: { file: 'graph.graphql', print: async () => sdlOf((await openSchema()).declared) },
  subgraph: { file: 'subgraph.graphql', print: async () => subgraphSdl((await openSchema()).declared) },
  openapi: { file: 'openapi.json', print: async () => `${openApiText(endpoints.map(({ operation }) => operation))}\n` },
} as const satisfies Record<string, PrintedSchema>;
