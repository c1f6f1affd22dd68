import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { variables } from '../config/settings.ts';
import { parseJson } from '../contract/json.ts';
import type { UpstreamProfile } from '../contract/upstream-profile.ts';
import type { Words } from '../contract/wire-names.ts';
import { CommandFailure } from './command-failure.ts';
import { unreadable } from './named-file.ts';

/**
 * Reads the file of the data service's profile, if the configuration names one.
 *
 * @throws {CommandFailure} if the file cannot be used
 */
export const profileOf = async (
  { service, upstream: { profile: file } }: Config,
  log: Logger,
): Promise<UpstreamProfile | undefined> => {
  if (file === undefined) return undefined;
  const [{ UpstreamProfile }, { default: Value }] = await Promise.all([
    import('../contract/upstream-profile.ts'),
    import('typebox/value'),
  ]);
  const read = parseJson(await readFile(file, 'utf8').catch(unreadable(file)));
  if (!Value.Check(UpstreamProfile, read))
    throw new CommandFailure(
      `${file}: must be the profile of a data service, as kith doctor --upstream --json writes it.`,
    );
  if (service.kind === 'remote' && read.url !== service.url)
    log.warn(
      { file, of: read.url, upstream: service.url },
      `The profile that ${variables.upstream.profile.name} names is of another address; it is used all the same.`,
    );
  return read;
};

/** The data service's words: those that are configured; of a remote one, otherwise those of its profile. */
export const wordsOf = ({ service }: Config, profile: UpstreamProfile | undefined): Words | undefined =>
  service.kind === 'remote' && profile ? { ...profile.names, ...service.names } : service.names;
