import Type, { type TObject } from 'typebox';
import { isSetting, type Setting } from './setting.ts';
import { configFile, type Settings, settingsSchema, variables } from './settings.ts';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; trimmed; undefined if it is unset or blank. */
export const textIn = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

/** Parses all settings, and collects one sentence for each invalid value. */
export class SettingsReader {
  readonly problems: string[] = [];
  readonly settings: Settings;
  readonly #env: Environment;
  readonly #directory: string;
  readonly #sources: ReadonlyMap<string, string>;

  /**
   * @param directory base of relative paths
   * @param sources files that values came from, by variable name
   */
  constructor(env: Environment, directory: string, sources: ReadonlyMap<string, string>) {
    // Platforms set OpenTelemetry's variables for every program; they are ignored unless KITH_OTEL is on.
    this.#env = exports(env) ? env : withoutOpenTelemetry(env);
    this.#directory = directory;
    this.#sources = sources;
    // Each parser returns a value of its setting's schema, as the tests check: to check it here would load 340 modules at every start.
    this.settings = this.#read(settingsSchema) as Settings;
  }

  /** Whether its variable is set, even to an invalid value. */
  isSet(setting: Pick<Setting, 'name'>): boolean {
    return textIn(this.#env, setting.name) !== undefined;
  }

  addProblem(setting: Pick<Setting, 'name'>, sentence: string): void {
    const source = this.#sources.get(setting.name);
    this.problems.push(`${source === undefined ? '' : `${source}: `}${setting.name}: ${sentence}.`);
  }

  #read(group: TObject): object {
    return Object.fromEntries(
      Object.entries(group.properties).flatMap(([key, member]) => {
        const value = isSetting(member) ? this.#value(member) : Type.IsObject(member) ? this.#read(member) : undefined;
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }

  #value(setting: Setting): unknown {
    const text = textIn(this.#env, setting.name);
    const value = text === undefined ? undefined : setting.parse(text, this.#directory);
    if (text !== undefined && value === undefined)
      this.addProblem(setting, `must ${setting.expected}, but got ${setting.got?.(text) ?? `"${text}"`}`);
    // The default replaces an invalid value, so that the rules between settings are checked too.
    return value ?? (setting.default === undefined ? undefined : setting.parse(setting.default, this.#directory));
  }
}

const exports = (env: Environment): boolean => textIn(env, variables.telemetry.otel.name) === 'on';

const withoutOpenTelemetry = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('OTEL_')));

/** The settings of an empty environment; relative paths resolve against the working directory. */
export const defaultSettings: Settings = new SettingsReader({}, '.', new Map()).settings;

/** All settings, in the order in which they are documented. */
export const allSettings = (): readonly Setting[] => [configFile, ...settingsIn(settingsSchema)];

const settingsIn = (group: TObject): readonly Setting[] =>
  Object.values(group.properties).flatMap((member) =>
    isSetting(member) ? [member] : Type.IsObject(member) ? settingsIn(member) : [],
  );

/** The variable that names the file with a secret's value. */
export const secretFileOf = ({ name }: Pick<Setting, 'name'>): string => `${name}_FILE`;
