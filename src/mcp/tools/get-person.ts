import Type from 'typebox';
import { GetPerson } from '../generated/documents.ts';
import { anyName, gatheredAs, inputs, oneOf, whole } from '../inputs.ts';
import { memberOf } from '../names.ts';
import { Refused } from '../refused.ts';
import { paidBy, question, resolvePeople } from '../resolver.ts';
import { sections } from '../sections.ts';
import { graphTool, prepared } from '../tool.ts';
import { inToolWords } from '../tool-words.ts';
import { freeText } from '../untrusted.ts';

const all = ['summary', 'career', 'education', 'contact', 'about'] as const;

const input = inputs({
  person: anyName('id, URL, slug, e-mail or name'),
  fields: Type.Optional(Type.Array(oneOf(all))),
  after: whole('from next'),
});

/** What models call the sections. */
const sectionOf = sections(
  all,
  {
    summary:
      'name title job jobtitle role position location place city company employer skills headline overview basic basics id',
    career: 'experience jobs history employment positions work past employers',
    education: 'schools school degrees studies',
    contact: 'email emails phone workemail personalemails url xneturl profile',
    about: 'bio description headline',
  },
  (name) => name === 'after' || memberOf(name) !== undefined,
);

export const getPerson = graphTool({
  name: 'get_person',
  title: 'Get a person’s record',
  description: 'One person’s record.',
  input,
  price: '0 or 1',
  subject: 'person',
  freeAlternative: 'resolve, find_people and who_can_introduce are free.',
  gathered: (args) => gatheredAs('person', ['fields', 'after'])(sectionOf(args)),
  ask: async ({ person, fields = ['summary'], after = 0 }, graph) => {
    if (person === undefined)
      throw new Refused('person must be given.', 'Call get_person again with an id, URL or name.');
    const [one] = await resolvePeople(graph, [person]);
    const by = paidBy(one);
    if (by === undefined) return { fields: question('person', one), lists: ['candidates'] };
    return prepared({
      document: GetPerson,
      variables: {
        by,
        summary: fields.includes('summary'),
        career: fields.includes('career'),
        education: fields.includes('education'),
        contact: fields.includes('contact'),
        about: fields.includes('about'),
      },
      purpose: `load the record of ${(one?.kind === 'found' && one.facts.name) || Object.values(by)[0]}`,
      shape: ({ profile }) => {
        if (profile?.__typename !== 'Profile')
          return { fields: { found: 0, reason: inToolWords(profile?.message ?? '') } };
        const { id, about, headline, experience, education, personalEmails } = profile;
        const lists = {
          ...(experience && { career: experience.slice(after) }),
          ...(education && { education: education.slice(after) }),
        };
        return {
          fields: {
            id,
            name: profile.fullName,
            title: profile.currentTitle,
            company: profile.currentCompanyName,
            place: profile.currentLocation,
            ...(after === 0 && {
              skills: profile.skills?.slice(0, 15),
              workEmail: profile.workEmail,
              personalEmails: personalEmails?.slice(0, 5),
              xnetUrl: profile.xnetUrl,
              untrusted_text: freeText([headline, about].filter((text) => text).join(' — ')),
            }),
            ...lists,
          },
          lists: Object.keys(lists),
          next: (kept) => {
            const cut = Object.entries(lists).flatMap(([name, entries]) => (entries.length > kept ? name : []));
            return cut.length > 0 && kept > 0 ? { person: id, fields: cut, after: after + kept } : undefined;
          },
        };
      },
    });
  },
});
