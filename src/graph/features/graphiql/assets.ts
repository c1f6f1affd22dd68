import { hash } from 'node:crypto';
import { CompressedText } from '../../../http/compression.ts';

/** A file of the page, with a hash of its content in its name. */
export class Asset extends CompressedText {
  readonly name: string;
  readonly type: string;

  constructor(stem: string, extension: 'js' | 'css', text: string) {
    super(text);
    this.name = `${stem}.${hash('sha256', text, 'base64url').slice(0, 16)}.${extension}`;
    this.type = `text/${extension === 'js' ? 'javascript' : 'css'}; charset=utf-8`;
  }
}

/** The start script of the page. Workers are assets too, so that the page's policy need not allow blobs. */
const start = (workers: Readonly<Record<string, string>>): string => `
const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };
const options = JSON.parse(document.getElementById('options').textContent);
// GraphiQL takes the document from the address by itself.
const variables = new URLSearchParams(location.search).get('variables');
if (variables !== null) options.variables = variables;
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), options);
`;

export interface GraphiqlAssets {
  readonly all: readonly Asset[];
  readonly style: Asset;
  /** Run in this order. */
  readonly scripts: readonly Asset[];
}

/** Loads GraphiQL from its package: nine megabytes of text, loaded only when a browser opens the page. */
export async function loadAssets(path: string): Promise<GraphiqlAssets> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const script = (stem: string, text: string) => new Asset(stem, 'js', text);
  const editor = script('editor', graphiql.editorWorkerService);
  const json = script('json', graphiql.jsonWorker);
  const graphql = script('graphql', graphiql.graphqlWorker);
  const urlOf = ({ name }: Asset): string => path + name;
  const style = new Asset('graphiql', 'css', graphiql.css);
  const scripts = [
    script('graphiql', graphiql.js),
    script('start', start({ editorWorkerService: urlOf(editor), json: urlOf(json), graphql: urlOf(graphql) })),
  ];
  return { all: [style, ...scripts, editor, json, graphql], style, scripts };
}
