import { apiKeyHeader } from '../../contract/headers.ts';
import { type Html, html, prose } from './html.ts';
import { at, listAt, members, textAt } from './json.ts';
import { membersTable, typeOf } from './shape.ts';

export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: unknown;
}

/** One operation: what it takes and costs, an example to paste, and its answers. */
export function operationSection({ method, path, operation }: Described, document: unknown): Html {
  const resolved = (value: unknown): unknown => {
    const reference = textAt(value, '$ref');
    return reference === '' ? value : at(document, ...reference.slice(2).split('/'));
  };
  const body = at(operation, 'requestBody', 'content', 'application/json');
  const parameters = listAt(operation, 'parameters');
  const isDeprecated = at(operation, 'deprecated') === true;
  return html`<section id="${textAt(operation, 'operationId')}" class="operation">
<h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code>${isDeprecated ? html` <span class="deprecated">deprecated</span>` : ''}</h3>
<p>${prose(textAt(operation, 'summary'))} ${prose(textAt(operation, 'description'))}</p>
${
  parameters.length === 0
    ? ''
    : html`<h4>Headers and parameters</h4><table><tr><th>Name<th>Type<th>Meaning</tr>${parameters.map(
        (parameter) =>
          html`<tr><td><code>${textAt(parameter, 'name')}</code> in ${textAt(parameter, 'in')}<td>${typeOf(at(parameter, 'schema'))}<td>${prose(textAt(parameter, 'description'))}</tr>`,
      )}</table>`
}
${
  body === undefined
    ? ''
    : html`<h4>Body</h4><p>${prose(textAt(resolved(at(body, 'schema')), 'description'))}</p>${membersTable(resolved(at(body, 'schema')))}`
}
<h4>Example</h4><pre>${example(method, path + query(parameters), at(body, 'example'))}</pre>
<h4>Answers</h4><table><tr><th>Status<th>Body<th>Meaning</tr>${members(at(operation, 'responses')).map(
    ([status, answer]) => {
      const response = resolved(answer);
      return html`<tr><td>${status}<td>${typeOf(at(response, 'content', 'application/json', 'schema'))}<td>${prose(textAt(response, 'description'))}</tr>`;
    },
  )}</table>
</section>`;
}

/** The first of the query's parameters stands for all: the others are other spellings of it. */
function query(parameters: readonly unknown[]): string {
  const first = parameters.find((parameter) => textAt(parameter, 'in') === 'query');
  return first === undefined ? '' : `?${textAt(first, 'name')}=…`;
}

function example(method: string, path: string, body: unknown): string {
  const key = `-H "${apiKeyHeader}: $KEY"`;
  if (method === 'get') return `curl ${key} "$BASE_URL${path}"`;
  return `curl ${key} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body ?? {})}' "$BASE_URL${path}"`;
}
