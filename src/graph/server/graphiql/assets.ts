import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A file of the page, under a name that its content makes: another content has another name. */
export class Asset {
  readonly name: string;
  readonly type: string;
  readonly #text: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(stem: string, extension: 'js' | 'css', text: string) {
    this.name = `${stem}.${hash('sha256', text, 'base64url').slice(0, 16)}.${extension}`;
    this.type = `text/${extension === 'js' ? 'javascript' : 'css'}; charset=utf-8`;
    this.#text = text;
  }

  /** Compressed once, off the event loop. */
  body(encoding: Encoding | undefined): Promise<Buffer> | string {
    if (encoding === undefined) return this.#text;
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const compressed = compress[encoding](this.#text);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}

const compress = {
  br: (text: string): Promise<Buffer> =>
    compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 } }),
  gzip: (text: string): Promise<Buffer> => compressGzip(text),
};

export type Encoding = keyof typeof compress;

/** The best encoding that a caller takes; undefined: none. One that it refuses (`q=0`) is not taken. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  const taken = (acceptEncoding ?? '')
    .split(',')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
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
