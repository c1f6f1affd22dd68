import type { Identifier } from '../../cache/record-key.ts';
import { builder } from '../builder.ts';
import { identifierOf, type RecordBy } from '../record-identifier.ts';
import { lookupType } from '../record-lookup.ts';
import { Profile } from '../refs.ts';

export const ProfileBy = builder.inputType('ProfileBy', {
  description: 'Names one profile: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'The profile’s id.' }),
    xnetSlug: t.string({ description: 'Its slug on the external network, such as `ada-lovelace`.' }),
    xnetUrl: t.string({ description: 'Its page on the external network.' }),
    xnetId: t.field({ type: 'SafeInt', description: 'Its numeric id on the external network.' }),
    xnetEntityId: t.string({ description: 'Its alphanumeric entity id on the external network.' }),
  }),
});

export const ProfileLookup = lookupType('ProfileLookup', 'A profile, or why there is none.', Profile);

/** @throws a BAD_USER_INPUT error unless exactly one identifier is given */
export const profileIdentifier = (by: RecordBy, path?: string): Identifier =>
  identifierOf(by, ['id', 'xnetSlug', 'xnetUrl', 'xnetId', 'xnetEntityId'], path);
