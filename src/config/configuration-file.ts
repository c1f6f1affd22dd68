import { closestName, settable } from './unknown-variables.ts';

/** The settings in a configuration file by variable name, and one sentence for each problem. */
export interface FileSettings {
  readonly settings: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

/**
 * Parses a configuration file: a YAML or JSON object of variables and values. Lists are joined with commas. Scalars are
 * kept as strings (YAML's failsafe schema), so that a value is parsed like that of an environment variable.
 *
 * @param path names the file in problems
 */
export async function readConfigurationFile(text: string, path: string): Promise<FileSettings> {
  // Imported on demand: starts without a file are faster.
  const { parse } = await import('yaml');
  const settings = new Map<string, string>();
  const problems: string[] = [];
  let value: unknown;
  try {
    value = parse(text, { schema: 'failsafe' });
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    return { settings, problems: [`${path}: must be YAML or JSON, but is not: ${reason.replace(/:$/, '.')}`] };
  }
  if (value === null || value === '') return { settings, problems };
  if (typeof value !== 'object' || Array.isArray(value))
    return { settings, problems: [`${path}: must be an object of variables and values, but got something else.`] };
  for (const [name, set] of Object.entries(value)) {
    const problem = settable.has(name) ? undefined : unknownName(name);
    const written = textOf(set);
    if (problem !== undefined) problems.push(`${path}: ${problem}`);
    else if (written === undefined)
      problems.push(`${path}: ${name}: must be a value or a list of values, but got more.`);
    else settings.set(name, written);
  }
  return { settings, problems };
}

function unknownName(name: string): string {
  const closest = closestName(name);
  return `${name}: must be a variable of Kith that a file can set, but is not${closest === undefined ? '' : `; the closest is ${closest}`}.`;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  return value.every((one) => typeof one === 'string') ? value.join(',') : undefined;
}
