// Serves the page and exchanges the API key for a session token. Stands for your own backend.
import { createServer } from 'node:http';
import { build } from 'esbuild';

const { KITH_URL: graph = 'http://localhost:4000', KITH_API_KEY: apiKey, PORT: port = '3000' } = process.env;
if (!apiKey) throw new Error('KITH_API_KEY must be set.');

const { outputFiles } = await build({
  entryPoints: ['src/main.jsx'],
  bundle: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const page =
  '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/main.js"></script>';

const openSession = async () => {
  const response = await fetch(`${graph}/session`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 600, total: 50 }),
  });
  return JSON.stringify({ ...(await response.json()), url: `${graph}/graphql` });
};

const server = createServer(async (request, response) => {
  if (request.url === '/api/session' && request.method === 'POST')
    response.setHeader('content-type', 'application/json').end(await openSession());
  else if (request.url === '/main.js')
    response.setHeader('content-type', 'text/javascript').end(outputFiles[0].contents);
  else response.setHeader('content-type', 'text/html').end(page);
});
server.listen(Number(port), '127.0.0.1', () => console.log(`The page is at http://localhost:${server.address().port}`));
