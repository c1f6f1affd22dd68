import Type, { type TProperties } from 'typebox';
import type { CompanyBy, IntroTarget, ProfileBy } from '../sdk/generated/schema-types.ts';

/** Input schema of a tool. Unknown members are refused, so that the model notices its mistake. */
export const inputs = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

/** A short text to search or look up. */
export const text = (description?: string) =>
  Type.Optional(Type.String({ maxLength: 200, ...(description && { description }) }));

/** Inputs of tools with pages. */
export const page = {
  first: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  after: Type.Optional(Type.String({ maxLength: 2000, description: 'from next' })),
};

/** Maximum steps of an introduction. */
export const hops = Type.Optional(Type.Integer({ minimum: 1, maximum: 2 }));

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const personBy = (name: string): ProfileBy => (uuid.test(name) ? { id: name } : { xnetSlug: name });

export const companyBy = (name: string): CompanyBy => (uuid.test(name) ? { id: name } : { xnetSlug: name });

export const companyTarget = (name: string): IntroTarget =>
  name.includes('.') ? { companyWebsite: name } : { company: companyBy(name) };

export const personTarget = (name: string): IntroTarget => ({ profile: personBy(name) });
