import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Html, html, prose } from './html.ts';
import { at, listAt, members, textAt } from './json.ts';
import { type Described, operationSection } from './operation.ts';
import { shapeSection } from './shape.ts';

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem 1.5rem 4rem; }
h2 { border-bottom: 1px solid var(--line); margin-top: 3rem; }
h3 { margin: 2.5rem 0 .5rem; } h4 { margin: 1rem 0 .25rem; }
table { border-collapse: collapse; width: 100%; } th, td { border-top: 1px solid var(--line); padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; }
code, pre { font: .9em ui-monospace, monospace; } pre { background: var(--soft); overflow-x: auto; padding: .75rem; }
.method { font-weight: 700; } .rule, .ours { opacity: .7; } .ours::before { content: "Our choice: "; }
.deprecated { border: 1px solid; border-radius: 3px; font-size: .75em; padding: 0 .4em; }
nav ul { columns: 2; padding-left: 1.2rem; }
`;

/** The page loads nothing and runs nothing: only its own style counts. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

/** An OpenAPI document as one page of HTML that needs no network and no script. */
export function docsPage(document: unknown): string {
  const operations = members(at(document, 'paths')).flatMap(([path, methods]) =>
    members(methods).map(([method, operation]): Described => ({ method, path, operation })),
  );
  const tags = listAt(document, 'tags')
    .map((tag) => ({
      name: textAt(tag, 'name'),
      description: textAt(tag, 'description'),
      operations: operations.filter(({ operation }) => listAt(operation, 'tags').includes(textAt(tag, 'name'))),
    }))
    // The interface names tags of which it shows no operation.
    .filter((tag) => tag.operations.length > 0);
  const title = textAt(document, 'info', 'title');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${new Html(style)}</style></head><body>
<h1>${title}</h1>
<p>${prose(textAt(document, 'info', 'description'))}</p>
<p>Every request carries an API key in the header <code>x-api-key</code>. All bodies are JSON. The same description for machines: <a href="/openapi.json">/openapi.json</a>.</p>
<nav>${tags.map(
    (tag) =>
      html`<h4>${tag.name}</h4><ul>${tag.operations.map(
        ({ method, path, operation }) =>
          html`<li><a href="#${textAt(operation, 'operationId')}">${method.toUpperCase()} ${path}</a></li>`,
      )}</ul>`,
  )}<p><a href="#shapes">Shapes</a></p></nav>
${tags.map(
  (tag) =>
    html`<h2>${tag.name}</h2><p>${prose(tag.description)}</p>${tag.operations.map((operation) => operationSection(operation, document))}`,
)}
<h2 id="shapes">Shapes</h2>
${members(at(document, 'components', 'schemas')).map(([name, schema]) => shapeSection(name, schema))}
</body></html>
`.text;
}

/** `/docs`: the description of the operations for people; `/` leads there. */
export function serveDocs(app: FastifyInstance, document: unknown): void {
  const page = docsPage(document);
  app.get('/', (_, reply) => reply.redirect('/docs'));
  app.get('/docs', (_, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
}
