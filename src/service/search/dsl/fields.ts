import { connectedUsers, usernamesPath } from '../../../contract/catalogue.ts';
import { fieldsOfObject, nestedLists, queryFields } from '../../../contract/query-fields.ts';
import type { Field } from '../tree.ts';
import { closest } from './closest.ts';
import { problem, type Reading, spend } from './reading.ts';

/** The fields that a name stands for. Reports a problem if it is unknown, or outside its nested list. */
export function fieldsNamed(name: string, at: string, reading: Reading): readonly Field[] | undefined {
  const fields = queryFields[reading.kind].get(name);
  if (fields === undefined) return unknownField(name, at, reading);
  return inPlace(name, fields, at, reading);
}

/** As `fieldsNamed`, but an object's name stands for all its fields, except those of nested lists. */
export function fieldsWithin(name: string, at: string, reading: Reading): readonly Field[] | undefined {
  if (queryFields[reading.kind].has(name)) return fieldsNamed(name, at, reading);
  const within = fieldsOfObject(reading.kind, name);
  if (within.length === 0) return unknownField(name, at, reading);
  const here = within.filter((field) => field.nestedIn === reading.nestedIn);
  return here.length > 0 ? here : inPlace(name, within, at, reading);
}

export function nestedPath(path: unknown, at: string, reading: Reading): string | undefined {
  const known = nestedLists[reading.kind];
  if (typeof path !== 'string' || !known.has(path)) {
    const close = closest(String(path), known);
    const advice = close === undefined ? `they are ${[...known].join(', ')}` : `the closest is ${close}`;
    return problem(reading, at, `must be a nested list, but got ${shortly(path)}; ${advice}`);
  }
  if (reading.nestedIn !== undefined) {
    return problem(reading, at, `must be outside ${reading.nestedIn}, in which nothing can be nested, but got ${path}`);
  }
  return path;
}

function inPlace(name: string, fields: readonly Field[], at: string, reading: Reading): readonly Field[] | undefined {
  const astray = fields.find((field) => field.nestedIn !== reading.nestedIn);
  if (astray === undefined) {
    if (name === connectedUsers || name === usernamesPath) spend(reading, at, 'lookups');
    return fields;
  }
  return problem(
    reading,
    at,
    reading.nestedIn === undefined
      ? `must be used within its nested list, but is outside it; wrap the clause: {"nested": {"path": "${astray.nestedIn}", "query": …}}`
      : `must be a field of ${reading.nestedIn}, but got ${name}; move the clause out of this nested clause`,
  );
}

function unknownField(name: string, at: string, reading: Reading): undefined {
  if (name.includes('*')) {
    return problem(reading, at, `must name one field (patterns of names are not offered), but got ${shortly(name)}`);
  }
  const otherKind = reading.kind === 'profile' ? 'company' : 'profile';
  if (queryFields[otherKind].has(name)) {
    return problem(
      reading,
      at,
      `must be a searchable field of a ${reading.kind}, but got ${name}, one of a ${otherKind}`,
    );
  }
  const close = closest(name, new Set(queryFields[reading.kind].keys()));
  const advice = close === undefined ? '/openapi.json marks them by x-search' : `the closest is ${close}`;
  return problem(reading, at, `must be a searchable field, but got ${shortly(name)}; ${advice}`);
}

const shortly = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};
