import type { SearchableKind } from '../../contract/catalogue.ts';
import { trimmed, unpadded } from '../../reading/padding.ts';
import { pageFrom } from '../../reading/page.ts';
import { characters, isVisible } from '../../reading/readable.ts';
import { isUuid } from '../../reading/uuid.ts';
import type { Identifier } from '../cache/record-key.ts';
import { invalidArgument } from '../errors.ts';

/** A `…By` input: a record by one of its identifiers. Companies have no entity ids. */
export interface RecordBy {
  readonly id?: string | null | undefined;
  readonly xnetSlug?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
  readonly xnetId?: number | null | undefined;
  readonly xnetEntityId?: string | null | undefined;
}

/** Maximum size of an identifier, and of a URL that contains one, in bytes of UTF-8: many times the longest real one. */
const maxIdentifierBytes = 512;
export const maxUrlBytes = 2048;

/** @throws a BAD_USER_INPUT error if the text is too long for an identifier */
export function bounded(text: string, path: string, max = maxIdentifierBytes): string {
  // A character is at most three bytes.
  if (text.length * 3 <= max) return text;
  const bytes = Buffer.byteLength(text);
  if (bytes <= max) return text;
  throw invalidArgument(path, `must have at most ${max} bytes, but has ${bytes}.`);
}

/** @throws a BAD_USER_INPUT error unless the number is between these, or one of them */
export function between(least: number, most: number, value: number, path: string): number {
  if (value >= least && value <= most) return value;
  throw invalidArgument(path, `must be between ${least} and ${most}, but got ${value}.`);
}

/**
 * A name that somebody gives, trimmed.
 *
 * @throws a BAD_USER_INPUT error if it is too long, or nothing of it can be seen
 */
export function nameArgument(text: string, path: string, max: number): string {
  const name = text.trim();
  const length = characters(name);
  if (length > max) throw invalidArgument(path, `must have 1 to ${max} characters, but has ${length}.`);
  if (!isVisible(name)) throw invalidArgument(path, `must have 1 to ${max} characters, but has none that can be seen.`);
  return name;
}

/**
 * A company’s website, trimmed; undefined if it is blank.
 *
 * @throws a BAD_USER_INPUT error if it is too long
 */
export const websiteArgument = (text: string | null | undefined, path: string): string | undefined =>
  bounded((text ?? '').trim(), path) || undefined;

/**
 * The identifier in a `…By` input. The schema requires exactly one (`@oneOf`); this also checks it for gateways that do
 * not.
 *
 * @throws a BAD_USER_INPUT error unless exactly one identifier is given, and is valid for this kind of record
 */
function identifierOf(kind: SearchableKind, by: RecordBy, names: readonly (keyof RecordBy)[], path = 'by'): Identifier {
  const given = Object.values(by).filter((value) => value !== null && value !== undefined);
  if (given.length !== 1) {
    const choice = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    throw invalidArgument(path, `must hold exactly one of ${choice}, but got ${given.length}.`);
  }
  if (by.id) return { kind: 'ids', value: uuidFrom(by.id, `${path}.id`) };
  if (by.xnetUrl) return pageIdentifier(by.xnetUrl, kind, `${path}.xnetUrl`);
  if (by.xnetId !== null && by.xnetId !== undefined) return { kind: 'xnet_ids', value: String(by.xnetId) };
  // Other tools write the id as the last part of a URN.
  const entityId = unpadded(bounded(by.xnetEntityId ?? '', `${path}.xnetEntityId`)).replace(/^urn:(?:\w+:)+/i, '');
  if (entityId) return { kind: 'xnet_entity_ids', value: entityId };
  // People and agents give URLs where slugs are asked for.
  if (by.xnetSlug && pageFrom(by.xnetSlug)) return pageIdentifier(by.xnetSlug, kind, `${path}.xnetSlug`);
  const slug = trimmed(bounded(by.xnetSlug ?? '', `${path}.xnetSlug`));
  if (slug) return { kind: 'xnet_names', value: slug };
  throw invalidArgument(path, 'must hold an identifier, but got an empty string.');
}

/**
 * A record's or team's uuid, in lower case.
 *
 * @throws a BAD_USER_INPUT error if it is not a uuid
 */
export function uuidFrom(text: string, path: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw invalidArgument(
    path,
    `must be a uuid, such as 9e396919-bd21-5a3e-8b17-b812c61e055e, but got “${text.slice(0, 40)}”.`,
  );
}

/**
 * The team id of an optional argument; undefined means the key's own team.
 *
 * @throws a BAD_USER_INPUT error if it is not a uuid
 */
export const teamIdFrom = (id: string | null | undefined, path: string): string | undefined =>
  id === null || id === undefined ? undefined : uuidFrom(id, path);

const pages = {
  profile: 'a person’s page on the external network (…/in/<slug>)',
  company: 'a company’s page on the external network (…/company/<slug>)',
};

function pageIdentifier(url: string, kind: SearchableKind, path: string): Identifier {
  const page = pageFrom(bounded(url, path, maxUrlBytes));
  if (page?.kind !== kind) throw invalidArgument(path, `must be the URL of ${pages[kind]}.`);
  return { kind: 'xnet_names', value: bounded(page.slug, path), host: page.host };
}

/** @throws a BAD_USER_INPUT error unless exactly one identifier is given */
export const profileIdentifier = (by: RecordBy, path?: string): Identifier =>
  identifierOf('profile', by, ['id', 'xnetSlug', 'xnetUrl', 'xnetId', 'xnetEntityId'], path);

/** @throws a BAD_USER_INPUT error unless exactly one identifier is given */
export const companyIdentifier = (by: RecordBy, path?: string): Identifier =>
  identifierOf('company', by, ['id', 'xnetSlug', 'xnetUrl', 'xnetId'], path);
