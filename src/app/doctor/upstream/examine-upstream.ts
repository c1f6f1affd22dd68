import { creditUsage } from '../../../contract/operation/credits.ts';
import type { UpstreamProfile } from '../../../contract/upstream-profile.ts';
import type { Words } from '../../../contract/wire-names.ts';
import { checkAddress, usageIn } from './check-address.ts';
import {
  checkErrors,
  checkFetches,
  checkPages,
  checkQueries,
  checkTraffic,
  checkWord,
  type Examination,
  type Findings,
} from './checks.ts';
import { checkCoverage, type Segment } from './coverage.ts';
import { checkChildTeam, checkConnectorIds, checkOrigins } from './network-checks.ts';
import { checkPurchase } from './purchase.ts';
import type { Row } from './row.ts';
import { type CallerOptions, UpstreamCaller } from './upstream-caller.ts';

export interface UpstreamExamination extends Omit<CallerOptions, 'names'> {
  /** The configured names. */
  readonly names: Words | undefined;
  /** Whether the findings are written to a profile. */
  readonly writesProfile?: boolean;
  /** The id of one of the key's child teams, whose search is compared. */
  readonly childTeam?: string | undefined;
  /** If present, each field is counted among the records that this selects. */
  readonly fields: Segment | undefined;
  /** Whether it may buy one record, for up to two credits. */
  readonly mayBuy: boolean;
  readonly now?: (() => Date) | undefined;
}

/**
 * Finds out how an upstream behaves where the interface leaves a choice. Free, unless it may buy. Prints neither the
 * key nor personal data.
 *
 * @throws {import('../../command-failure.ts').CommandFailure} if the upstream cannot be reached or refuses the key
 */
export async function examineUpstream(
  options: UpstreamExamination,
): Promise<{ readonly rows: readonly Row[]; readonly profile: UpstreamProfile }> {
  const { names, childTeam, fields, mayBuy, now = () => new Date() } = options;
  await using caller = new UpstreamCaller(options);
  const rows: Row[] = [];
  const found: Findings = {
    format: 1,
    url: options.url,
    examinedAt: now().toISOString(),
    names: { ...names },
    people: null,
    companies: null,
    network: null,
    unknownPaths: 'refused',
    unindexed: [],
    fields: {},
    origins: {},
    longestPage: { search: 1000, relationships: 1000 },
    totalsCappedAt: null,
    relationshipsNeedQuery: false,
    chargesOncePerKey: null,
    longestAnswerBytes: null,
    recordBytes: null,
    limitsRate: false,
  };
  const examination: Examination = {
    caller,
    configured: names,
    writesProfile: options.writesProfile ?? false,
    found,
    row: (check, what, means, state = 'ok') => rows.push({ check, found: what, means, state }),
  };
  const before = await checkAddress(caller);
  await checkWord(examination);
  await checkErrors(examination);
  const id = await checkQueries(examination);
  await checkConnectorIds(examination);
  await checkOrigins(examination);
  if (childTeam !== undefined) await checkChildTeam(examination, childTeam);
  await checkPages(examination, id);
  await checkFetches(examination);
  const after = usageIn(await caller.call(creditUsage, undefined));
  const { calls, bytes } = caller;
  const cost = before === undefined || after === undefined ? undefined : after - before;
  examination.row(
    'cost of these checks',
    `${cost ?? 'unknown'} credits, ${calls} calls, ${Math.ceil(bytes / 1024)} kB`,
    cost === 0 ? 'Nothing was charged.' : 'Searches, and fetches that find nobody, must be free: ask your provider.',
    cost === 0 ? 'ok' : 'warning',
  );
  checkTraffic(examination);
  if (fields) await checkCoverage(examination, fields);
  if (mayBuy) await checkPurchase(examination);
  return { rows, profile: found };
}
