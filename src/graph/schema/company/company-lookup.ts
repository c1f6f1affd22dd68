import type { Identifier } from '../../cache/record-key.ts';
import { builder } from '../builder.ts';
import { identifierOf, type RecordBy } from '../record-identifier.ts';
import { lookupType } from '../record-lookup.ts';
import { Company } from '../refs.ts';

export const CompanyBy = builder.inputType('CompanyBy', {
  description: 'Names one company: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'The company’s id.' }),
    xnetSlug: t.string({ description: 'One of its slugs on the external network.' }),
    xnetUrl: t.string({ description: 'Its page on the external network.' }),
    xnetId: t.field({ type: 'SafeInt', description: 'Its numeric id on the external network.' }),
  }),
});

export const CompanyLookup = lookupType('CompanyLookup', 'A company, or why there is none.', Company);

/** @throws a BAD_USER_INPUT error unless exactly one identifier is given */
export const companyIdentifier = (by: RecordBy, path?: string): Identifier =>
  identifierOf(by, ['id', 'xnetSlug', 'xnetUrl', 'xnetId'], path);
