import { Ajv, type ErrorObject } from 'ajv';
import { isUuid } from '../../contract/identifier.ts';
import type { CompanyLine, ConnectionLine, ImportLine, ListLine, NoteLine, ProfileLine, TagLine } from './line.ts';
import { lineSchemas } from './line-schema.ts';

/** A line that can't be taken; the sentence says why. */
export interface Problem {
  readonly problem: string;
}

type Read = (value: unknown, number: number) => ImportLine | Problem;

/** `path: what was expected, but got what came`. */
function sentenceOf({ instancePath, keyword, params, data, message }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const got = JSON.stringify(data)?.slice(0, 100);
  switch (keyword) {
    case 'required':
      return `${path}.${String(params.missingProperty)}: must be present, but is missing`;
    case 'type':
      return `${path || 'line'}: must be of type ${[params.type].flat()[0]}, but got ${got}`;
    case 'format':
      return `${path}: must be a ${String(params.format)}, but got ${got}`;
    default:
      return `${path || 'line'}: ${message}, but got ${got}`;
  }
}

/** The value of a line's text, or the sentence that says why it is no JSON. */
function parse(text: string): { readonly value: unknown } | Problem {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    return { problem: `line: must be JSON, but ${error instanceof Error ? error.message : 'it is not'}` };
  }
}

/**
 * Makes the function that reads a line's text. It holds records to the contract's types and lets members pass that the
 * contract does not know; a date only has to begin with a year, since sources give odd ones.
 */
export function lineParser(): (text: string, number: number) => ImportLine | Problem {
  const date = /^\d{4}(?!\d)/;
  const formats = { uuid: { validate: isUuid }, date, 'date-time': date };
  const ajv = new Ajv({ strict: false, verbose: true, formats });
  const reader = <Line>(schema: object, accept: (line: Line, number: number) => ImportLine): Read => {
    const isValid = ajv.compile<Line>(schema);
    return (value, number) =>
      isValid(value) ? accept(value, number) : { problem: (isValid.errors ?? []).slice(0, 1).map(sentenceOf).join() };
  };
  const { profile_info, company_info, connection, list, tag, note } = lineSchemas;
  const readers = new Map([
    ['profile_info', reader<ProfileLine>(profile_info, (line, number) => ({ kind: 'profile', number, line }))],
    ['company_info', reader<CompanyLine>(company_info, (line, number) => ({ kind: 'company', number, line }))],
    ['connection', reader<ConnectionLine>(connection, (line, number) => ({ kind: 'connection', number, line }))],
    ['list', reader<ListLine>(list, (line, number) => ({ kind: 'list', number, line }))],
    ['tag', reader<TagLine>(tag, (line, number) => ({ kind: 'tag', number, line }))],
    ['note', reader<NoteLine>(note, (line, number) => ({ kind: 'note', number, line }))],
  ]);

  return (text, number) => {
    const parsed = parse(text);
    if ('problem' in parsed) return parsed;
    const { value } = parsed;
    const present = Object.keys(typeof value === 'object' && value !== null ? value : {});
    const [read, ...others] = present.flatMap((member) => readers.get(member) ?? []);
    if (read && others.length === 0) return read(value, number);
    return {
      problem: `line: must have one of ${[...readers.keys()].join(', ')}, but has ${read ? 'several' : 'none'}`,
    };
  };
}
