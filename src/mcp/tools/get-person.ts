import Type from 'typebox';
import { GetPerson } from '../generated/documents.ts';
import { inputs, personBy } from '../inputs.ts';
import { graphTool } from '../tool.ts';
import { freeText } from '../untrusted.ts';

const input = inputs({
  person: Type.String({ maxLength: 200, description: 'id or slug' }),
  fields: Type.Optional(Type.Array(Type.Enum(['summary', 'career', 'education', 'contact', 'about']), { maxItems: 5 })),
});

export const getPerson = graphTool({
  name: 'get_person',
  description: 'One person’s record.',
  input,
  price: '0 or 1',
  maxTokens: 1000,
  freeAlternative: 'find_people and who_can_introduce are free.',
  ask: ({ person, fields = ['summary'] }, run) =>
    run({
      document: GetPerson,
      variables: {
        by: personBy(person),
        summary: fields.includes('summary'),
        career: fields.includes('career'),
        education: fields.includes('education'),
        contact: fields.includes('contact'),
        about: fields.includes('about'),
      },
      shape: ({ profile }) => {
        if (profile?.__typename !== 'Profile') return { fields: { missing: profile?.message } };
        const { about, headline, skills, experience, ...rest } = profile;
        return {
          fields: {
            ...rest,
            ...(skills && { skills: skills.slice(0, 15) }),
            untrusted_text: freeText([headline, about].filter((one) => one).join(' — ')),
            ...(experience && { career: experience }),
          },
          ...(experience && {
            list: 'career',
            next: (kept) =>
              kept < experience.length ? `${experience.length - kept} earlier jobs are left out.` : undefined,
          }),
        };
      },
    }),
});
