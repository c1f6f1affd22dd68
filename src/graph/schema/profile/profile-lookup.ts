import { builder } from '../builder.ts';
import { lookupType } from '../record-lookup.ts';
import { Profile } from '../refs.ts';

export const ProfileBy = builder.inputType('ProfileBy', {
  description: 'The identifier of one profile: exactly one of these members.',
  isOneOf: true,
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      description:
        'The profile’s id, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`; upper and lower case are equal.',
    }),
    xnetSlug: t.string({
      description: 'The slug on the external network, such as `ada-lovelace`; decoded or percent-encoded.',
    }),
    xnetUrl: t.string({
      description: 'The URL of the page on the external network, such as `https://xnet.example/in/ada-lovelace`.',
    }),
    xnetId: t.field({ type: 'SafeInt', description: 'The numeric id on the external network, such as `20417733`.' }),
    xnetEntityId: t.string({
      description: 'The alphanumeric entity id on the external network, such as `ACoAAB2kf9Q`.',
    }),
  }),
});

export const ProfileLookup = lookupType('ProfileLookup', 'A profile, or the reason why there is none.', Profile);
