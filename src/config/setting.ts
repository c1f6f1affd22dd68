import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import Type, { type TSchema } from 'typebox';
import { parseWords } from '../contract/wire-names.ts';

/** The metadata of a setting, common to all types. */
interface Facts {
  /** The variable that sets it; a configuration file sets it by the same name. */
  readonly name: string;
  /** Text of docs/configuration.md. */
  readonly description: string;
  /** Value if the variable is unset or blank, in the variable's form; absent: no value. */
  readonly default?: string;
  /** Messages must not repeat the value, and the variable `…_FILE` can name a file that contains it. */
  readonly secret?: true;
  /** A running process applies a new value when its configuration is reloaded. */
  readonly reloads?: true;
}

/** Parser of a variable's text. */
interface Reading {
  /** What the text must be; continues the sentence "must …". */
  readonly expected: string;
  /** What a message shows of an invalid text; absent: the whole text. */
  got?(text: string): string;
  /**
   * @param directory base of relative paths
   * @returns undefined if the text is invalid
   */
  parse(text: string, directory: string): unknown;
}

/** For values that can contain a password. */
const hidden = (): string => 'something else';

/** A setting: the JSON Schema of its value, its metadata and its parser. */
export type Setting<Schema extends TSchema = TSchema> = Schema & Facts & Reading;

export const isSetting = (schema: TSchema): schema is Setting => 'name' in schema && 'parse' in schema;

const setting = <Schema extends TSchema>(schema: Schema, facts: Facts, reading: Reading): Setting<Schema> =>
  Object.assign(schema, facts, reading);

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** An integer. `unit` is the factor from the variable to the value, such as 1000 from seconds to milliseconds. */
export const integer = ({ minimum, maximum, unit = 1, ...facts }: Facts & Range & { readonly unit?: number }) =>
  setting(Type.Integer({ minimum: minimum * unit, maximum: maximum * unit }), facts, {
    expected: `be an integer between ${minimum} and ${maximum}`,
    parse: (text) =>
      /^\d+$/.test(text) && within(Number(text), { minimum, maximum }) ? Number(text) * unit : undefined,
  });

/** A decimal number, such as 0.5. */
export const number = ({ minimum, maximum, ...facts }: Facts & Range) =>
  setting(Type.Number({ minimum, maximum }), facts, {
    expected: `be a number between ${minimum} and ${maximum}`,
    parse: (text) =>
      /^\d+(\.\d+)?$/.test(text) && within(Number(text), { minimum, maximum }) ? Number(text) : undefined,
  });

const within = (value: number, { minimum, maximum }: Range): boolean => value >= minimum && value <= maximum;

/** `on` or `off`. */
export const flag = (facts: Facts) =>
  setting(Type.Boolean(), facts, {
    expected: 'be one of on, off',
    parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  });

export const choice = <const Choices extends string[]>({
  choices,
  ...facts
}: Facts & { readonly choices: readonly [...Choices] }) =>
  setting(Type.Enum([...choices]), facts, {
    expected: `be one of ${choices.join(', ')}`,
    parse: (text) => choices.find((candidate) => candidate === text),
  });

/** A text of which messages show only the length. */
export const secret = ({ minLength, ...facts }: Omit<Facts, 'secret'> & { readonly minLength: number }) =>
  setting(
    Type.String({ minLength }),
    { ...facts, secret: true },
    {
      expected: `have ${minLength} characters or more`,
      got: (text) => String(text.length),
      parse: (text) => (text.length >= minLength ? text : undefined),
    },
  );

/** A text that matches a pattern. */
export const text = ({
  pattern = /^/,
  expected = 'be a text',
  ...facts
}: Facts & { readonly pattern?: RegExp; readonly expected?: string }) =>
  setting(Type.String(), facts, {
    expected,
    ...(facts.secret && { got: hidden }),
    parse: (value) => (pattern.test(value) ? value : undefined),
  });

/** A data service's words for the contract's placeholders, such as `xnet=acme,fundingdb=basefund`. */
export const words = (facts: Facts) => {
  const word = Type.Optional(Type.String());
  return setting(Type.Object({ xnet: word, fundingdb: word }), facts, {
    expected: 'hold names of services such as xnet=acme,fundingdb=basefund',
    got: (text) => {
      const read = parseWords(text);
      return 'problem' in read ? `"${text}", which ${read.problem}` : `"${text}"`;
    },
    parse: (text) => {
      const read = parseWords(text);
      return 'words' in read ? read.words : undefined;
    },
  });
};

/** The path of a file or directory; the value is absolute. */
export const path = (facts: Facts) =>
  setting(Type.String(), facts, {
    expected: 'be a path',
    parse: (value, directory) => resolve(directory, value),
  });

/** A day, `YYYY-MM-DD`. */
export const day = (facts: Facts) =>
  setting(Type.String(), facts, {
    expected: 'be a day such as 2030-07-15',
    parse: (value) => (isDay(value) ? value : undefined),
  });

const isDay = (value: string): boolean => {
  const moment = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === value;
};

interface Addresses {
  /** Such as `https:`. */
  readonly protocols: readonly string[];
  /** No user, password, query or fragment is allowed: the URL is shown, or credentials are set elsewhere. */
  readonly bare?: true;
}

const bareness = ' and hold no user, password, query or fragment';

/** A URL; one trailing slash is removed. Only a secret one may hold a user and password: others are shown. */
export const url = ({ protocols, bare, ...facts }: Facts & Addresses) =>
  setting(Type.String(), facts, {
    expected: `be an address that begins with ${begins(protocols)}${bare ? bareness : facts.secret ? '' : ' and hold no user or password'}`,
    got: hidden,
    parse: (value) => {
      const parsed = URL.parse(value);
      if (parsed === null || !protocols.includes(parsed.protocol)) return undefined;
      if (!facts.secret && `${parsed.username}${parsed.password}` !== '') return undefined;
      if (bare && `${parsed.search}${parsed.hash}` !== '') return undefined;
      return parsed.href.replace(/\/$/, '');
    },
  });

const begins = (protocols: readonly string[]): string => protocols.map((protocol) => `${protocol}//`).join(' or ');

/** URLs without a path, query or fragment, separated by commas; a user and password are allowed. */
export const origins = ({ protocols, ...facts }: Facts & Pick<Addresses, 'protocols'>) =>
  setting(Type.Readonly(Type.Array(Type.String())), facts, {
    expected: `be addresses that begin with ${begins(protocols)}, without a path, query or fragment, separated by commas`,
    got: hidden,
    parse: (value) => {
      const urls = partsOf(value).map((part) => URL.parse(part));
      const right = urls.filter(
        (one) => one !== null && protocols.includes(one.protocol) && `${one.pathname}${one.search}${one.hash}` === '/',
      );
      return right.length === urls.length ? right.map((one) => one?.href) : undefined;
    },
  });

/** Texts, separated by commas; `none` for an empty list. */
const list = (facts: Facts, expected: string, holds: (part: string) => boolean) =>
  setting(Type.Readonly(Type.Array(Type.String())), facts, {
    expected,
    parse: (value) => {
      const parts = value === 'none' ? [] : partsOf(value);
      return parts.every(holds) ? parts : undefined;
    },
  });

/** Origins of web pages, separated by commas; `none` for an empty list. */
export const webOrigins = (facts: Facts) =>
  list(facts, 'hold origins such as https://app.example', (part) => URL.parse(part)?.origin === part);

/** IP addresses and CIDR networks, separated by commas; `none` for an empty list. */
export const networks = (facts: Facts) =>
  list(
    facts,
    'hold addresses or networks such as 10.0.0.0/8',
    (part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part),
  );

/** A subset of the choices, separated by commas; `none` for an empty list. */
export const choices = <const Choices extends string[]>({
  choices: all,
  ...facts
}: Facts & { readonly choices: readonly [...Choices] }) =>
  setting(Type.Readonly(Type.Array(Type.Enum([...all]))), facts, {
    expected: `hold any of ${all.join(', ')}, separated by commas, or be none`,
    parse: (value) => {
      const parts = value === 'none' ? [] : partsOf(value);
      const known = all.filter((one) => parts.includes(one));
      return parts.every((part) => all.some((one) => one === part)) ? known : undefined;
    },
  });

const partsOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A port, or an address and a port (`0.0.0.0:9464`, `[::]:9464`), to listen on; the default address is 127.0.0.1. */
export const listener = (facts: Facts) =>
  setting(Type.Object({ host: Type.String(), port: Type.Integer() }), facts, {
    expected: 'be a port between 0 and 65535, or an address and a port such as 0.0.0.0:9464',
    parse: (value) => {
      const [, ipv6, name, digits] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d+)$/.exec(value) ?? [];
      const port = Number(digits);
      return digits !== undefined && port <= 65_535 ? { host: ipv6 ?? name ?? '127.0.0.1', port } : undefined;
    },
  });

/** Headers in OpenTelemetry's form: `name=value`, separated by commas, each percent-encoded. Names become lower case. */
export const headers = ({ except = [], ...facts }: Facts & { readonly except?: readonly string[] }) =>
  setting(Type.Readonly(Type.Record(Type.String(), Type.String())), facts, {
    expected: `hold name=value, separated by commas, each percent-encoded${
      except.length > 0 ? `, and set none of ${except.join(', ')}` : ''
    }`,
    got: hidden,
    parse: (value) => {
      const pairs = partsOf(value).map((part) => /^([\w%.-]+)=(.+)$/.exec(part));
      try {
        const decoded = pairs.map((pair) => [decode(pair?.[1]).toLowerCase(), decode(pair?.[2])] as const);
        const isRight = decoded.every(
          ([name, text]) => /^[\w.-]+$/.test(name) && /^[\x20-\x7e]+$/.test(text) && !except.includes(name),
        );
        return isRight ? Object.fromEntries(decoded) : undefined;
      } catch {
        // Invalid percent-encoding.
        return undefined;
      }
    },
  });

const decode = (part = ''): string => decodeURIComponent(part.trim());
