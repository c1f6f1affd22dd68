import { Ajv, type ErrorObject } from 'ajv';
import { isKnownDate } from '../../contract/partial-date.ts';
import { isUuid } from '../../reading/uuid.ts';
import { type ImportLine, lineKinds } from './line.ts';

/** The problem of a line, as a sentence. */
export interface Problem {
  readonly problem: string;
}

/** A valid line, with sentences about its omitted parts. */
export interface ReadLine {
  readonly content: ImportLine;
  /** Members that were omitted because they do not match the contract. */
  readonly leftOut: readonly string[];
  /** Dates without a year; they stay in the record, but make no connections. */
  readonly unknownDates: readonly string[];
}

type Read = (value: unknown, number: number) => ReadLine | Problem;

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

/** Parses a line as JSON; returns the problem if it is not valid. */
function parse(text: string): { readonly value: unknown } | Problem {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    return { problem: `line: must be JSON, but ${error instanceof Error ? error.message : 'it is not'}` };
  }
}

/** Maximum number of problems reported per line. */
const maxMistakes = 20;

const isDate = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'format' && String(params.format).startsWith('date');

/** Members that identify the record are never omitted. */
const identifying = /^(?:\/(?:id|(?:profile|company)_info(?:\/id)?))?$/;

/** Removes the member at a JSON pointer from a value. */
function leaveOut(value: unknown, pointer: string): void {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = path.pop();
  const parent = path.reduce<unknown>((at, part) => (isContainer(at) ? Reflect.get(at, part) : undefined), value);
  if (last === undefined || !isContainer(parent)) return;
  // Elements of lists become null, so that the others keep their indices.
  if (Array.isArray(parent)) Reflect.set(parent, last, null);
  else Reflect.deleteProperty(parent, last);
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Creates the parser of lines. It validates records by the contract and accepts unknown members. An invalid member of a
 * record is omitted and reported, and an unknown date is reported, so that one mistake does not lose a person. All
 * mistakes of a line are reported together.
 *
 * @param strict rejects records with such a member or date instead
 * @example
 * const parse = lineParser({ strict: true });
 * const read = parse('{"connection":{"from":"mei-ling-torres","to":"grace-hollingworth"}}', 1);
 */
export function lineParser({ strict = false } = {}): (text: string, number: number) => ReadLine | Problem {
  const date = { validate: isKnownDate };
  const formats = { uuid: { validate: isUuid }, date, 'date-time': date };
  const settings = { strict: false, verbose: true, formats } as const;
  const ajv = new Ajv(settings);
  const everyMistake = new Ajv({ ...settings, allErrors: true });
  const reader = (kind: ImportLine['kind'], schema: object): Read => {
    const isRecord = kind === 'profile' || kind === 'company';
    // Safe: the schema is that of the kind; unknown dates are strings.
    const contentOf = (line: unknown, number: number) => ({ kind, number, line }) as ImportLine;
    const isValid = ajv.compile(schema);
    let every: ReturnType<typeof ajv.compile> | undefined;
    return (value, number) => {
      if (isValid(value)) return { content: contentOf(value, number), leftOut: [], unknownDates: [] };
      every ??= everyMistake.compile(schema);
      every(value);
      const mistakes = every.errors ?? [];
      const problem = { problem: mistakes.slice(0, maxMistakes).map(sentenceOf).join('; ') };
      if (strict || !isRecord || mistakes.some(({ instancePath }) => identifying.test(instancePath))) return problem;
      const misfits = mistakes.filter((mistake) => !isDate(mistake));
      for (const { instancePath } of misfits) leaveOut(value, instancePath);
      every(value);
      if (every.errors?.some((mistake) => !isDate(mistake))) return problem;
      const sentences = (of: readonly ErrorObject[]) => of.slice(0, maxMistakes).map(sentenceOf);
      return {
        content: contentOf(value, number),
        leftOut: sentences(misfits),
        unknownDates: mistakes.filter(isDate).map(sentenceOf),
      };
    };
  };
  const readers = new Map(lineKinds.map(([member, kind, schema]) => [member, reader(kind, schema)]));

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
