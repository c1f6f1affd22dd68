import ipaddr from 'ipaddr.js';
import type { Variable } from './env.ts';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

type WithDefault = Variable & { readonly default: string };

/** Reader of environment variables: parses them one by one, and keeps a sentence for each value that is refused. */
export class EnvReader {
  readonly problems: string[] = [];
  readonly #env: Environment;
  readonly #sources: ReadonlyMap<string, string>;

  /** @param sources the files that values came from, by the names of variables */
  constructor(env: Environment, sources: ReadonlyMap<string, string>) {
    this.#env = env;
    this.#sources = sources;
  }

  /** Whether it is set at all. */
  has(variable: Variable): boolean {
    return this.#value(variable) !== undefined;
  }

  text(variable: WithDefault): string {
    return this.#value(variable) ?? variable.default;
  }

  /** A value that is never repeated in a sentence, since it may be a secret. */
  optionalText(variable: Variable, minLength: number): string | undefined {
    const value = this.#value(variable);
    if (value !== undefined && value.length < minLength) {
      this.addProblem(variable, `must have ${minLength} characters or more, but got ${value.length}`);
    }
    return value;
  }

  integer(variable: WithDefault, min: number, max: number): number {
    const value = this.text(variable);
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.addProblem(variable, `must be an integer between ${min} and ${max}, but got "${value}"`);
    return Number(variable.default);
  }

  /** A decimal number, such as 0.5. */
  number(variable: WithDefault, min: number, max: number): number {
    const value = this.text(variable);
    const number = Number(value);
    if (/^\d+(\.\d+)?$/.test(value) && number >= min && number <= max) return number;
    this.addProblem(variable, `must be a number between ${min} and ${max}, but got "${value}"`);
    return Number(variable.default);
  }

  optionalInteger(variable: Variable, min: number, max: number): number | undefined {
    const value = this.#value(variable);
    return value === undefined ? undefined : this.integer({ ...variable, default: String(min) }, min, max);
  }

  /** A day, `YYYY-MM-DD`. */
  optionalDay(variable: Variable): string | undefined {
    const value = this.#value(variable);
    if (value === undefined || isDay(value)) return value;
    this.addProblem(variable, `must be a day such as 2030-07-15, but got "${value}"`);
    return undefined;
  }

  oneOf<const Choice extends string>(variable: WithDefault, choices: readonly [Choice, ...Choice[]]): Choice {
    const value = this.text(variable);
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.addProblem(variable, `must be one of ${choices.join(', ')}, but got "${value}"`);
    return choice ?? choices[0];
  }

  /** The value is never repeated in a sentence, since a URL can carry a password. */
  optionalUrl(variable: Variable, protocols: readonly string[]): URL | undefined {
    const value = this.#value(variable);
    if (value === undefined) return undefined;
    const url = URL.parse(value);
    if (url !== null && protocols.includes(url.protocol)) return url;
    const expected = protocols.map((protocol) => `${protocol}//`).join(' or ');
    this.addProblem(variable, `must be an address that begins with ${expected}, but got something else`);
    return undefined;
  }

  /** Several, separated by commas. */
  optionalUrls(variable: Variable, protocols: readonly string[]): readonly URL[] | undefined {
    const value = this.#value(variable);
    if (value === undefined) return undefined;
    const urls = value.split(',').map((text) => URL.parse(text.trim()));
    const right = urls.filter((url) => url !== null).filter(({ protocol }) => protocols.includes(protocol));
    if (right.length === urls.length) return right;
    const expected = protocols.map((protocol) => `${protocol}//`).join(' or ');
    this.addProblem(
      variable,
      `must be addresses that begin with ${expected}, separated by commas, but got something else`,
    );
    return undefined;
  }

  /** Addresses and networks, separated by commas. */
  networks(variable: Variable): readonly string[] {
    const networks =
      this.#value(variable)
        ?.split(',')
        .map((text) => text.trim()) ?? [];
    for (const network of networks)
      if (!ipaddr.isValid(network) && !ipaddr.isValidCIDR(network))
        this.addProblem(variable, `must hold addresses or networks such as 10.0.0.0/8, but got "${network}"`);
    return networks;
  }

  url(variable: WithDefault, protocols: readonly string[]): URL {
    return this.optionalUrl(variable, protocols) ?? new URL(variable.default);
  }

  addProblem(variable: Variable, sentence: string): void {
    const source = this.#sources.get(variable.name);
    this.problems.push(`${source === undefined ? '' : `${source}: `}${variable.name}: ${sentence}.`);
  }

  #value(variable: Variable): string | undefined {
    const value = this.#env[variable.name]?.trim();
    return value === '' ? undefined : value;
  }
}

const isDay = (text: string): boolean => {
  const moment = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text;
};
