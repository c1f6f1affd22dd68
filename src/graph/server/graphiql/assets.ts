import { hash } from 'node:crypto';
import { type Coding, codingFor, compress } from '../../../http/compression.ts';

/** A file of the page, under a name that its content makes: another content has another name. */
export class Asset {
  readonly name: string;
  readonly type: string;
  readonly #text: string;
  readonly #compressed = new Map<Coding, Promise<Buffer<ArrayBuffer>>>();

  constructor(stem: string, extension: 'js' | 'css', text: string) {
    this.name = `${stem}.${hash('sha256', text, 'base64url').slice(0, 16)}.${extension}`;
    this.type = `text/${extension === 'js' ? 'javascript' : 'css'}; charset=utf-8`;
    this.#text = text;
  }

  /** As a caller with this `accept-encoding` takes it; compressed once. */
  async body(
    acceptEncoding: string | undefined,
  ): Promise<{ readonly coding?: Coding; readonly body: Buffer | string }> {
    const coding = codingFor(acceptEncoding);
    if (coding === undefined) return { body: this.#text };
    const compressed = this.#compressed.get(coding) ?? compress(coding, this.#text);
    this.#compressed.set(coding, compressed);
    return { coding, body: await compressed };
  }
}

/** Starts the page. Its workers come from assets, too, so that the page's policy needs no blobs. */
const start = (workers: Readonly<Record<string, string>>): string => `
const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };
const options = JSON.parse(document.getElementById('options').textContent);
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), options);
`;

export interface GraphiqlAssets {
  readonly all: readonly Asset[];
  readonly style: Asset;
  /** Run in this order. */
  readonly scripts: readonly Asset[];
}

/** GraphiQL from its package: nine megabytes of text, which a graph that nobody opens in a browser never loads. */
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
