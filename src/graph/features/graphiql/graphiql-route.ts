import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { apiKeyHeader } from '../../../contract/headers.ts';
import { HttpError } from '../../http/http-error.ts';
import type { ServePage } from '../../http/pages.ts';
import { cookieIn, pageHeader } from '../../http/session-cookie.ts';
import { type GraphiqlAssets, loadAssets } from './assets.ts';

/** Initial contents of GraphiQL. */
export interface GraphiqlOptions {
  readonly apiKey?: string;
  readonly query?: string;
}

const assetsPath = '/graphql/assets/';

/**
 * Content security policy: own files only, no inline scripts. The editor sets styles by script, which needs
 * `unsafe-inline`.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** GraphiQL: its page, and the routes of its assets, compressed, under content-hashed names and cached as immutable. */
export function openGraphiql({ apiKey, query }: GraphiqlOptions): {
  readonly page: ServePage;
  readonly routes: (app: FastifyInstance) => void;
} {
  // A browser with the explorer's cookie continues in that session.
  const options = (headers: IncomingHttpHeaders) => ({
    endpoint: '/graphql',
    title: 'Kith',
    ...(query !== undefined && { defaultQuery: query }),
    headers: JSON.stringify(cookieIn(headers) ? { [pageHeader]: '1' } : { [apiKeyHeader]: apiKey ?? '' }, null, 2),
  });
  let loaded: Promise<GraphiqlAssets> | undefined;
  const assets = (): Promise<GraphiqlAssets> => (loaded ??= loadAssets(assetsPath));

  return {
    page: async ({ headers }, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .header('vary', 'accept, cookie')
        .header('referrer-policy', 'no-referrer')
        .send(page(await assets(), options(headers))),
    routes: (app) => {
      app.get<{ Params: { name: string } }>(`${assetsPath}:name`, async ({ params, headers }, reply) => {
        const asset = (await assets()).all.find(({ name }) => name === params.name);
        if (!asset) throw new HttpError(404, 'NOT_FOUND', 'There is no such asset.');
        const { coding, body } = await asset.body(headers['accept-encoding']);
        if (coding !== undefined) reply.header('content-encoding', coding);
        return reply
          .header('content-type', asset.type)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('vary', 'accept-encoding')
          .send(body);
      });
    },
  };
}

const page = ({ style, scripts }: GraphiqlAssets, options: object): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Kith</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetsPath}${style.name}">
<script id="options" type="application/json">${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
${scripts.map(({ name }) => `<script defer src="${assetsPath}${name}"></script>`).join('\n')}
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root"></div>
</body>
</html>
`;
