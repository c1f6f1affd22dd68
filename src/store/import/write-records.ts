import type { Kysely } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Tag } from '../../contract/record/profile.ts';
import type { Database } from '../database.ts';
import { findForgotten, idSign, signsOf } from '../forget/forgotten.ts';
import { withoutInvestors } from '../forget/investors.ts';
import { investorsOf } from '../record/investment.ts';
import { writeCompanies, writeProfiles } from '../record/write.ts';
import { putListEntries } from '../team/list.ts';
import { putTags } from '../team/tag.ts';
import { mergeThin, thinReplacedBy } from '../ties/thin-record.ts';
import { identifyCompanies, identifyProfiles } from './identify.ts';
import type { LineOf } from './line.ts';
import { type Outcome, outcomeOf, take } from './outcome.ts';
import type { Problem } from './parse-line.ts';
import { tallyOf } from './summary.ts';

/** The team of the records' labels, and whether invalid lines are rejected rather than imported in part. */
export interface WriteOptions {
  readonly team: string | undefined;
  readonly strict: boolean;
}

const anothers = (slug: string): Problem => ({
  problem: `slug: must not belong to another record, but ${JSON.stringify(slug)} does`,
});

const nameless: Problem = {
  problem: 'id: must be given if a record has no account of the network xnet with a slug, but is missing',
};

interface Labelled {
  readonly id: string;
  readonly line: { readonly tags?: readonly (Tag | null)[] | null };
}

/** Adds the tags of records, if the import names the team that they belong to. */
async function writeTags(
  trx: Kysely<Database>,
  kind: SearchableKind,
  records: readonly Labelled[],
  team: string | undefined,
): Promise<number> {
  if (team === undefined) return 0;
  const taggings = records.flatMap(({ id, line }) =>
    (line.tags ?? []).flatMap((tag) =>
      tag?.name ? { teamId: team, id: tag.id ?? undefined, name: tag.name, recordId: id } : [],
    ),
  );
  await putTags(trx, kind, taggings);
  return taggings.length;
}

/** The lines and their identities, without lines about forgotten people. */
async function withoutForgotten(trx: Kysely<Database>, all: readonly LineOf<'profile'>[]) {
  const found = await identifyProfiles(
    trx,
    all.map(({ line }) => line),
  );
  const signs = all.map(({ line }, at) => signsOf(found[at]?.id ?? '', line.profile_info));
  const isForgotten = await findForgotten(trx, () => signs.flat());
  const isKept = (_: unknown, at: number): boolean => !isForgotten(signs[at] ?? []);
  const lines = all.filter(isKept);
  return { lines, identities: found.filter(isKept), forgotten: all.length - lines.length };
}

/** Writes profiles, with the lists and tags of the import's team, if any. */
export async function writeProfileLines(
  trx: Kysely<Database>,
  all: readonly LineOf<'profile'>[],
  { team, strict }: WriteOptions,
): Promise<Outcome> {
  const { lines, identities, forgotten } = await withoutForgotten(trx, all);
  const merges = await thinReplacedBy(
    trx,
    lines.flatMap(({ line }, at) => {
      const id = identities[at]?.id;
      return id === undefined ? [] : { id, info: line.profile_info };
    }),
  );
  const isThin = (slug: string): boolean => merges.some((merge) => merge.slug === slug);
  const { rows, rejected } = take(lines, ({ line }, at) => {
    const { id, taken } = identities[at] ?? {};
    if (id === undefined) return nameless;
    return strict && taken !== undefined && !isThin(taken) ? anothers(taken) : { id, line };
  });
  const written = await writeProfiles(
    trx,
    rows.map(({ id, line }) => ({ id, profile_info: line.profile_info, legacy: line.legacy ?? undefined })),
  );
  await mergeThin(trx, merges);
  const entries = rows.flatMap(({ id, line }) =>
    (line.lists ?? []).flatMap((list) =>
      list?.name && team !== undefined
        ? { teamId: team, id: list.id ?? undefined, name: list.name, profileId: id, status: list.status ?? undefined }
        : [],
    ),
  );
  await putListEntries(trx, entries);
  const tags = await writeTags(trx, 'profile', rows, team);
  const profiles = tallyOf(
    written,
    rows.map(({ id }) => id),
  );
  const touchedProfiles = profiles.added + profiles.changed;
  return outcomeOf(
    { profiles, touchedProfiles, labels: entries.length + tags, moved: written.moved.length, forgotten },
    rejected,
  );
}

/** Writes companies, with the tags of the import's team, if any. */
export async function writeCompanyLines(
  trx: Kysely<Database>,
  lines: readonly LineOf<'company'>[],
  { team, strict }: WriteOptions,
): Promise<Outcome> {
  const identities = await identifyCompanies(
    trx,
    lines.map(({ line }) => line),
  );
  const { rows, rejected } = take(lines, ({ line }, at) => {
    const { id, taken } = identities[at] ?? {};
    if (id === undefined) return nameless;
    return strict && taken !== undefined ? anothers(taken) : { id, line };
  });
  const isForgotten = await findForgotten(trx, () =>
    rows.flatMap(({ line }) => investorsOf(line.company_info).map(({ id }) => idSign(id))),
  );
  const written = await writeCompanies(
    trx,
    rows.map(({ id, line }) => ({
      id,
      company_info: withoutInvestors(line.company_info, (investor) => isForgotten([idSign(investor)])),
      legacy: line.legacy ?? undefined,
    })),
  );
  const tags = await writeTags(trx, 'company', rows, team);
  return outcomeOf(
    {
      companies: tallyOf(
        written,
        rows.map(({ id }) => id),
      ),
      labels: tags,
      moved: written.moved.length,
    },
    rejected,
  );
}
