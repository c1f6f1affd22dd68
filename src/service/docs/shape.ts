import { type Html, html, prose } from './html.ts';
import { at, listAt, members, textAt } from './json.ts';

/** Where a named shape stands on the page. */
const anchor = (name: string): string => `shape-${name}`;

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? reference;

/** A schema as a type in a line: `string (uuid)[]`, a named shape as a link to it. */
export function typeOf(schema: unknown): Html {
  const reference = textAt(schema, '$ref');
  if (reference !== '') return html`<a href="#${anchor(nameOf(reference))}">${nameOf(reference)}</a>`;
  const choices = listAt(schema, 'oneOf');
  if (choices.length > 0) {
    return html`${choices.map((choice, index) => html`${index === 0 ? '' : ' or '}${typeOf(choice)}`)}`;
  }
  const values = listAt(schema, 'enum');
  if (values.length > 0)
    return html`${values.map((value, index) => html`${index === 0 ? '' : ' | '}<code>${String(value)}</code>`)}`;
  const type = textAt(schema, 'type');
  if (type === 'array') return html`${typeOf(at(schema, 'items'))}[]`;
  const format = textAt(schema, 'format');
  return html`${type === '' ? String(at(schema, 'const') ?? 'any') : type}${format === '' ? '' : ` (${format})`}`;
}

const bounds = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minItems', 'at least'],
  ['maxItems', 'at most'],
  ['default', 'default'],
] as const;

/** What else holds of a member: its bounds and default, how it is searched, and what is this service’s own choice. */
function rules(schema: unknown): Html {
  const said = bounds.flatMap(([rule, words]) => {
    const value = at(schema, rule);
    if (value === undefined) return [];
    return [`${words} ${JSON.stringify(value)}${rule.endsWith('Items') ? ' items' : ''}`];
  });
  const search = textAt(schema, 'x-search');
  const ours = textAt(schema, 'x-ours');
  const folded = at(schema, 'x-folded') === true ? ', and without regard to accents through .folded' : '';
  const notes = [...said, ...(search === '' ? [] : [`searched as ${search}${folded}`])];
  return html`${notes.length > 0 ? html` <span class="rule">${notes.join(' · ')}</span>` : ''}${
    ours === '' ? '' : html` <span class="ours" title="This service’s own choice">${prose(ours)}</span>`
  }`;
}

/** An object schema's members as a table; nothing where it has none. */
export function membersTable(schema: unknown): Html {
  const rows = members(at(schema, 'properties'));
  if (rows.length === 0) return html``;
  const required = listAt(schema, 'required');
  return html`<table><tr><th>Member<th>Type<th>Meaning</tr>${rows.map(
    ([name, member]) =>
      html`<tr><td><code>${name}</code>${required.includes(name) ? html` <b>required</b>` : ''}<td>${typeOf(member)}<td>${prose(textAt(member, 'description'))}${rules(member)}</tr>`,
  )}</table>`;
}

export const shapeSection = (name: string, schema: unknown): Html =>
  html`<section id="${anchor(name)}"><h3>${name}</h3><p>${prose(textAt(schema, 'description'))}</p>${membersTable(schema)}</section>`;
