import { type Kysely, sql } from 'kysely';
import { nameWords } from '../../reading/names.ts';
import { pageFrom } from '../../reading/page.ts';
import type { Database } from '../database.ts';
import { findForgotten, signsOf } from '../forget/forgotten.ts';
import { findNames, slugNames } from '../record/names.ts';
import { recordId, uuidFrom } from '../record/uuid.ts';
import { writeProfiles } from '../record/write.ts';
import { Refused } from '../team/refused.ts';
import { markThin, recordsWith, thinInfo } from './thin-record.ts';

/** The person whose connections an export contains. */
export interface Owner {
  /** The id of the person's record. */
  readonly id: string;
  readonly slug: string | undefined;
}

/**
 * Finds or creates the owner of an export by name, page, slug or id. A name refers to a connector of the team; if there
 * is none, to a new person. An unknown page or slug creates a thin record.
 *
 * @throws {Refused} `invalid` for an ambiguous name, an unknown id, and a forgotten person
 */
export async function putOwner(trx: Kysely<Database>, teamId: string, of: string): Promise<Owner> {
  const text = of.trim();
  const id = recordId(text);
  if (id !== undefined) {
    if ((await recordsWith(trx, [id])).has(id)) return { id, slug: undefined };
    throw new Refused(
      'invalid',
      `--of: must be a name, or the page, slug or id of somebody, but nobody has the id ${id}`,
    );
  }
  const page = pageFrom(text);
  const names = page === undefined && /\s/.test(text) ? [] : slugNames(text, 'profile');
  const found = (await findNames(trx, 'profile', names))(...names);
  if (found !== undefined) return { id: found, slug: page?.slug ?? text };
  // Slugs are in lower case, and contain hyphens or digits; anything else is a name of one word.
  const isSlug = page === undefined && /^[\p{Ll}\p{Lo}\d]+(?:[-_\d][\p{Ll}\p{Lo}\d]*)+$/u.test(text);
  if (page?.kind === 'profile' || isSlug) {
    const { slug, host } = page ?? { slug: text, host: undefined };
    return putThin(trx, uuidFrom(`profile ${names.at(-1)?.key ?? slug}`), { page: { slug, host } });
  }
  const words = nameWords(text);
  if (words.length === 0)
    throw new Refused(
      'invalid',
      `--of: must be a name, or the page, slug or id of somebody, but got ${JSON.stringify(of)}`,
    );
  const [connector, ...others] = await connectorsNamed(trx, teamId, words);
  if (others.length > 0)
    throw new Refused(
      'invalid',
      `--of: must name one connector, but ${others.length + 1} have the name “${text}”: give a page`,
    );
  return connector ?? putThin(trx, uuidFrom(`owner ${teamId} ${words.join(' ')}`), { name: text });
}

async function connectorsNamed(
  trx: Kysely<Database>,
  teamId: string,
  words: readonly string[],
): Promise<readonly Owner[]> {
  const { rows } = await sql<{ id: string; slug: string; name: string | null }>`
    select profile.id, slug, document::json ->> 'full_name' as name
    from connector join profile on profile.id = profile_id
    where team_id = ${teamId} and mapped_company_id is null`.execute(trx);
  const key = words.toSorted().join(' ');
  return rows
    .filter(
      ({ name }) =>
        nameWords(name ?? '')
          .toSorted()
          .join(' ') === key,
    )
    .map(({ id, slug }) => ({ id, slug: slug || undefined }));
}

interface Given {
  readonly name?: string;
  readonly page?: { readonly slug: string; readonly host: string | undefined };
}

async function putThin(trx: Kysely<Database>, id: string, { name, page }: Given): Promise<Owner> {
  const owner = { id, slug: page?.slug };
  if ((await recordsWith(trx, [id])).has(id)) return owner;
  const row = {
    name,
    page,
    first: undefined,
    last: undefined,
    addresses: [],
    company: undefined,
    title: undefined,
  };
  const info = thinInfo(row);
  const isForgotten = await findForgotten(trx, () => signsOf(id, info));
  if (isForgotten(signsOf(id, info))) throw new Refused('invalid', '--of: must not be somebody who was forgotten');
  await writeProfiles(trx, [{ id, profile_info: info }]);
  await markThin(trx, [id]);
  return owner;
}
