import { isLoopback } from './address.ts';
import { type Environment, SettingsReader } from './read-settings.ts';
import { type Settings, variables } from './settings.ts';

/** All settings, validated; read at the start and again on each reload. */
export interface Config extends Omit<Settings, 'service'> {
  readonly service: RemoteService | EmbeddedService;
}

export interface RemoteService {
  readonly kind: 'remote';
  /** Without a trailing slash. */
  readonly url: string;
  /** Its words for the contract's `xnet` and `fundingdb`. */
  readonly names?: NonNullable<Settings['upstream']['names']>;
  readonly allow: Settings['service']['allow'];
}

export interface EmbeddedService extends Omit<Settings['service'], 'databaseUrl' | 'searchUrls' | 'searchApiKey'> {
  readonly kind: 'embedded';
  readonly host: string;
  readonly store: StoreChoice;
  /** The cluster that answers searches; undefined: the store answers them. */
  readonly search: SearchConfig | undefined;
}

/** Whether calls to the data service go through a proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name. */
export const mayUseProxy = ({ service }: Config): boolean => {
  if (service.kind !== 'remote') return false;
  const { hostname } = new URL(service.url);
  return !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
};

export type StoreChoice =
  | { readonly kind: 'pglite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** A search cluster. */
export interface SearchConfig {
  /** Origins, without credentials. */
  readonly urls: readonly string[];
  readonly auth: { readonly username: string; readonly password: string } | { readonly apiKey: string } | undefined;
}

/** A configuration with an embedded data service. */
export type EmbeddingConfig = Config & { readonly service: EmbeddedService };

export const embedsService = (config: Config): config is EmbeddingConfig => config.service.kind === 'embedded';

/** Either a valid configuration, or one sentence for each problem. */
export type ConfigResult =
  | { readonly config: Config; readonly problems?: never }
  | { readonly config?: never; readonly problems: readonly string[] };

/**
 * Reads and validates the environment.
 *
 * @param directory base of relative paths
 * @param sources files that values came from, by variable name; problems name the file
 */
export const readConfig = (
  env: Environment,
  directory = '.',
  sources: ReadonlyMap<string, string> = new Map(),
): ConfigResult => {
  const reader = new SettingsReader(env, directory, sources);
  judge(reader);
  const { service, ...settings } = reader.settings;
  const config = { ...settings, service: serviceOf(reader) };
  return reader.problems.length > 0 ? { problems: reader.problems } : { config };
};

/** Checks the rules between settings. */
const judge = (reader: SettingsReader): void => {
  const { port, redisUrl, upstream, service, credits, access, mapping, telemetry } = reader.settings;
  const needs = 'but got nothing';
  const other = (than: { readonly name: string }, got: number): string =>
    `must be a different port from ${than.name}, but got ${got} for both`;

  if (upstream.url === undefined && port !== 0 && service.port === port)
    reader.addProblem(variables.service.port, other(variables.port, port));
  if (upstream.url === undefined && upstream.names !== undefined)
    reader.addProblem(
      variables.upstream.names,
      `needs ${variables.upstream.url.name}, but got nothing there; ${variables.service.names.name} sets the words of the embedded service`,
    );
  if (upstream.url === undefined && upstream.headers !== undefined)
    reader.addProblem(
      variables.upstream.headers,
      `needs ${variables.upstream.url.name}, but got nothing there: an embedded service takes no other headers`,
    );
  if (telemetry.metrics && telemetry.metrics.port !== 0 && telemetry.metrics.port === port)
    reader.addProblem(variables.telemetry.metrics, other(variables.port, port));
  if (redisUrl !== undefined && !reader.isSet(variables.secret))
    reader.addProblem(
      variables.secret,
      `must be set if ${variables.redisUrl.name} is set, to the same value on every graph, ${needs}`,
    );
  if (credits.budget.max < credits.budget.default)
    reader.addProblem(
      variables.credits.budget.properties.max,
      `must not be less than ${variables.credits.budget.properties.default.name}, but got ${credits.budget.max}`,
    );
  if (access.trustedOnly !== '0' && access.trustedDocuments === undefined)
    reader.addProblem(
      variables.access.trustedOnly,
      `needs ${variables.access.trustedDocuments.name}, but got nothing there`,
    );
  if (access.mcpIssuer !== undefined && access.mcpIssuerKey === undefined)
    reader.addProblem(
      variables.access.mcpIssuerKey,
      `must be set if ${variables.access.mcpIssuer.name} is set, ${needs}`,
    );
  if (access.mcpIssuer !== undefined && mapping.publicUrl === undefined)
    reader.addProblem(
      variables.mapping.publicUrl,
      `must be set if ${variables.access.mcpIssuer.name} is set, ${needs}`,
    );
  if (service.searchUrls !== undefined && !reader.isSet(variables.service.databaseUrl))
    reader.addProblem(
      variables.service.databaseUrl,
      `must be set if ${variables.service.searchUrls.name} is set, ${needs}`,
    );
};

/** Search settings are validated even if the data service is remote. */
const serviceOf = (reader: SettingsReader): RemoteService | EmbeddedService => {
  const { host, dataDir, upstream, service } = reader.settings;
  const { databaseUrl, searchUrls, searchApiKey, ...rest } = service;
  const search = searchUrls && searchOf(reader, searchUrls, searchApiKey);
  return upstream.url !== undefined
    ? { kind: 'remote', url: upstream.url, allow: service.allow, ...(upstream.names && { names: upstream.names }) }
    : {
        kind: 'embedded',
        host,
        store: databaseUrl === undefined ? { kind: 'pglite', dataDir } : { kind: 'postgres', url: databaseUrl },
        search,
        ...rest,
      };
};

const searchOf = (reader: SettingsReader, addresses: readonly string[], apiKey: string | undefined): SearchConfig => {
  const urls = addresses.map((address) => new URL(address));
  const users = new Set(urls.map(({ username, password }) => `${username}:${password}`).filter((user) => user !== ':'));
  const { searchUrls, searchApiKey } = variables.service;
  if (users.size > 1) reader.addProblem(searchUrls, 'must name one user for all nodes, but got several');
  if (users.size > 0 && apiKey !== undefined)
    reader.addProblem(searchApiKey, `cannot be set together with a user in ${searchUrls.name}; remove one of the two`);
  const decoded = [...users].flatMap((user) => user.split(':')).map(percentDecoded);
  if (decoded.includes(undefined))
    reader.addProblem(
      searchUrls,
      'must have a user and password in percent-encoding (%25 for %), but got something else',
    );
  const [username = '', password = ''] = decoded;
  return {
    urls: urls.map(({ origin }) => origin),
    auth: apiKey !== undefined ? { apiKey } : users.size > 0 ? { username, password } : undefined,
  };
};

/** Undefined for what is not percent-encoded UTF-8. */
function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const servesLoopbackOnly = (config: { readonly host: string }): boolean => isLoopback(config.host);

/** Base URL of a server that listens on this host and port; IPv6 addresses are bracketed. */
export const addressOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
