import { once } from 'node:events';
import { createServer } from 'node:http';

/** A span as a collector gets it. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** A collector that takes OTLP over HTTP, as JSON, and keeps it. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly SentSpan[];
  /** All bodies that came, as they came. */
  readonly text: string;
  /** The paths that were posted to. */
  readonly paths: ReadonlySet<string>;
}

export async function openCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const spans: SentSpan[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    paths.add(request.url ?? '');
    bodies.push(body);
    if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    paths,
    get text() {
      return bodies.join('\n');
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}

interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SentSpan, 'attributes'> & {
        readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
      })[];
    }[];
  }[];
}

const spansIn = ({ resourceSpans }: OtlpTraces): readonly SentSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ name, traceId, spanId, parentSpanId, attributes }) => ({
      ...{ name, traceId, spanId, parentSpanId },
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
      ),
    }));
