import type { Config } from '../config/config.ts';
import { addressOf, embedsService } from '../config/config.ts';
import { auditPurge } from '../graph/features/forgetting/audit-purge.ts';
import type { Purge, Purged } from '../graph/features/forgetting/purge.ts';
import { purgePath, readPurged } from '../graph/features/forgetting/purge-route.ts';
import { purgeAlone } from '../graph/features/forgetting/standalone.ts';
import { openShared, stored } from '../graph/features/index.ts';
import { allNamesIn } from '../graph/state/people/people.ts';
import type { Name } from '../graph/state/people/purged-people.ts';
import { Seal } from '../graph/state/seal/seal.ts';
import { StoreUnavailable } from '../graph/state/store-unavailable.ts';
import { notePurgedAll, notePurgedPeople } from './backup/purged-list.ts';
import { CommandFailure } from './command-failure.ts';
import { jsonOf } from './graph-answer.ts';
import { askGraph, graphPlace } from './graph-channel.ts';
import { openGraphDatabase, openKeptDatabase } from './graph-database.ts';
import { secretsOf } from './kept-secret.ts';
import { openAudit, openLog } from './log.ts';
import { profileOf, wordsOf } from './upstream-profile.ts';

/**
 * Purges personal data that graphs store. If a graph runs at the address, it purges its memory, too; otherwise this
 * purges its database and the shared Redis.
 *
 * @throws {CommandFailure} if it may not have been purged everywhere
 */
export const purgeKept = async (config: Config, graphUrl: string | undefined, what: Purge): Promise<Purged> => {
  // First, since listed names are purged again when a backup is restored, even if this fails later.
  const given = allNamesIn(what);
  await notePurgedPeople(config.dataDir, given);
  const purged = (await purgeRunning(config, graphUrl, what)) ?? (await alone(config, what));
  await notePurgedPeople(config.dataDir, addedTo(given, purged.names));
  if (what.all) await notePurgedAll(config.dataDir);
  if (purged.everywhere) return purged;
  throw new CommandFailure(
    'the Redis that graphs share did not answer, so graphs may keep the records until they expire: try again.',
  );
};

/** The names that the purge found in records, in addition to those given. */
function addedTo(given: readonly Name[], all: readonly Name[]): readonly Name[] {
  const known = new Set(given.map(({ kind, value }) => `${kind}:${value}`));
  return all.filter(({ kind, value }) => !known.has(`${kind}:${value}`));
}

/** Resolves with undefined if no graph runs. */
const purgeRunning = async (config: Config, graphUrl: string | undefined, what: Purge): Promise<Purged | undefined> => {
  const place = await graphPlace(config, graphUrl);
  const answer = await askGraph(place, { method: 'POST', path: purgePath, body: what });
  if (answer === undefined) return undefined;
  const purged = readPurged(jsonOf(answer));
  if (purged) return purged;
  throw new CommandFailure(`the graph at ${place.url} purged nothing (status ${answer.status}): its log says why.`);
};

const alone = async (config: Config, what: Purge): Promise<Purged> => {
  const { service, redisUrl } = config;
  const secrets = await secretsOf(config);
  try {
    using database = await openGraphDatabase(config);
    const log = openLog(config.telemetry.logLevel, 'kith');
    const purged = await purgeAlone(
      {
        names: wordsOf(config, await profileOf(config, log)),
        upstreamUrl: embedsService(config) ? addressOf(config.service) : service.kind === 'remote' ? service.url : '',
        database,
        stored,
        openShared,
        redisUrl,
        keptDatabase: await openKeptDatabase(config),
        keep: config.credits.keep,
        secret: secrets.identity ?? secrets.secret,
        seal: new Seal(secrets),
        log,
      },
      what,
    );
    auditPurge(openAudit(log, config), what, purged);
    return purged;
  } catch (error) {
    throw error instanceof StoreUnavailable ? new CommandFailure(error.message) : error;
  }
};
