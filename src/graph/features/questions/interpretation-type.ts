import { GraphQLError } from 'graphql';
import { companyFilterNames, companyWhereOf } from '../../../questions/company-filters.ts';
import { canonical } from '../../../questions/forms.ts';
import { interpret } from '../../../questions/interpret.ts';
import { LookUpFailed, type LookUps } from '../../../questions/look-ups.ts';
import { type Choice, companiesBy, type Meaning, peopleBy } from '../../../questions/meaning.ts';
import { filterNames, filtersIn, whereOf } from '../../../questions/people-filters.ts';
import { invalidArgument } from '../../errors.ts';
import { builder } from '../../schema/builder.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import { CompanySearchConnection, searchCompaniesIn } from '../search/company-search.ts';
import { companyFilters, profileFilters } from '../search/filters.ts';
import { pagingArgs } from '../search/paged-search.ts';
import { ProfileSearchConnection, searchProfilesIn } from '../search/profile-search.ts';
import { lookUpsIn } from './look-ups.ts';

const InterpretationKind = builder.enumType('InterpretationKind', {
  description: 'What a text asks for.',
  values: {
    PERSON: { description: 'The person with this `id`.' },
    COMPANY: { description: 'The company with this `id`; with `filters`, the people there to whom they apply.' },
    PEOPLE: { description: 'The people to whom the `filters` apply.' },
    COMPANIES: { description: 'The companies to which the `filters` apply.' },
    LIST: { description: 'A list of several: the text itself, or the `names` in it.' },
    SEVERAL: { description: 'One of the `choices`, for a person to decide.' },
    NOTHING: { description: 'Nothing that is on record: see `reason`.' },
    OTHER: { description: 'Something that this version of the graph does not know.' },
  },
});

const InterpretedFilter = builder
  .objectRef<{ readonly name: string; readonly value: string }>('InterpretedFilter')
  .implement({
    description: 'A condition that a text states.',
    fields: (t) => ({
      name: t.exposeString('name', {
        nullable: false,
        description:
          'The filter: for people `name`, `title`, `function`, `level`, `industry`, `company`, `past`, `was`, `not`, `place`, `country`, `skill`, `school`, `degree`, `tag`, `size`, `since`, `hiring` or `open`; for companies `name`, `website`, `industry`, `kind`, `place`, `seat`, `technology`, `size` or `founded`. `scope` is `all` for people beyond the network.',
      }),
      value: t.exposeString('value', {
        nullable: false,
        description:
          'The value in the words of records: `Germany` for `german`, `Chief Financial Officer|CFO` for `CFOs`. Alternatives are separated by `|`, skills and technologies that are all required by `+`; a value that begins with `!` must not hold. Ranges are `200..` or `50..200`.',
      }),
    }),
  });

/** Maximum number of choices: people, and companies. */
const maxChoices = 20;

const Interpretation = builder.objectRef<Scoped<Meaning & Partial<Choice>>>('Interpretation');

Interpretation.implement({
  description: 'The meaning of a text, found by free look-ups.',
  fields: (t) => ({
    kind: t.field({
      type: InterpretationKind,
      nullable: false,
      description: 'What the text asks for.',
      resolve: ({ value }) => value.kind,
    }),
    id: t.id({
      description:
        'The id of the person or company, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`, or a slug; null for other kinds.',
      resolve: ({ value }) => value.id,
    }),
    filters: t.field({
      type: [InterpretedFilter],
      nullable: false,
      sizeWithout: 20,
      description: 'The conditions that the text states, one of each name.',
      resolve: ({ value }) =>
        Object.entries(value.filters ?? {}).flatMap(([name, one]) => (one ? [{ name, value: one }] : [])),
    }),
    unread: t.string({
      description: 'Words of the text that no filter has, such as `friendly`; null if there are none.',
      resolve: ({ value }) => value.unread || undefined,
    }),
    names: t.string({
      description: 'The names of a `LIST`, one a line, such as `Lumora`; null if the text itself is the list.',
      resolve: ({ value }) => value.names,
    }),
    reason: t.string({
      description: 'The reason why nothing was found, as a sentence of free text; null for other kinds.',
      resolve: ({ value }) => value.reason,
    }),
    label: t.string({
      description: 'The name of a choice, such as `Mei-Ling Torres`; null outside `choices`.',
      resolve: ({ value }) => value.label,
    }),
    detail: t.string({
      description: 'What distinguishes a choice, such as `CTO · Kestrel Robotics`; null outside `choices`.',
      resolve: ({ value }) => value.detail,
    }),
    choices: t.field({
      type: [Interpretation],
      nullable: false,
      sizeWithout: maxChoices,
      description: 'What the text may mean, the likeliest first.',
      resolve: ({ scope, value }) => (value.choices ?? []).slice(0, maxChoices).map((one) => ({ scope, value: one })),
    }),
    people: t.field({
      type: ProfileSearchConnection,
      callsEach: true,
      sizedBy: 'first',
      args: pagingArgs,
      description: 'The people to whom the filters apply; null for a kind that has none.',
      resolve: ({ scope, value: { kind, id, filters = {} } }, args, { operation }, info) => {
        const where = whereOf(filtersIn(filters));
        if (kind !== 'PEOPLE' && !(kind === 'COMPANY' && where !== null)) return null;
        const all = { ...args, where: { and: [where ?? {}, ...(id ? [{ currentCompanyId: { eq: id } }] : [])] } };
        return searchProfilesIn(scope, all, factsOf(info).namedRecords, profileFilters.query(operation, all));
      },
    }),
    companies: t.field({
      type: CompanySearchConnection,
      callsEach: true,
      sizedBy: 'first',
      args: pagingArgs,
      description: 'The companies to which the filters apply; null for a kind that has none.',
      resolve: ({ scope, value: { kind, filters = {} } }, args, { operation }, info) => {
        if (kind !== 'COMPANIES') return null;
        const { name, website } = filters;
        const where = companyWhereOf(filters) ?? {
          ...(name && { name: { eqIgnoreCase: name } }),
          ...(website && { websites: { eq: website } }),
        };
        const all = { ...args, where };
        return searchCompaniesIn(scope, all, factsOf(info).namedRecords, companyFilters.query(operation, all));
      },
    }),
  }),
});

/** Maximum length of a text. */
const maxLength = 2_000;

/** The usual number of calls: one row of each span, and counts of a few words. */
const usualCalls = 20;

/** A text as the value of a filter, in the words of records. */
const inRecords = (text: string, filter: string, of: string | null | undefined, lookUps: LookUps): Promise<Meaning> => {
  const isOfCompanies = of === 'COMPANIES';
  const names: readonly string[] = isOfCompanies ? companyFilterNames : filterNames;
  if (!names.includes(filter))
    throw invalidArgument('filter', `must be one of ${names.join(', ')}, but got ${filter}.`);
  return canonical(isOfCompanies ? companiesBy({ [filter]: text }) : peopleBy({ [filter]: text }), lookUps);
};

builder.queryField('interpret', (t) =>
  t.field({
    type: Interpretation,
    callsEach: () => usualCalls,
    description:
      'Interprets what somebody asks for in words, such as `who knows the CFO of Lumora` or `banks in Zürich with more than 200 people`, in English, German, French or Spanish. Free.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'The words, such as `CFOs of banks in Zürich`; up to 2,000 characters.',
      }),
      filter: t.arg.string({
        description:
          'Takes the text as the value of this filter, such as `country`, and only puts it in the words of records.',
      }),
      of: t.arg({
        type: InterpretationKind,
        description: 'With `filter`, whose it is: `PEOPLE`, the default, or `COMPANIES`.',
      }),
    },
    resolve: async (_root, { text, filter, of }, { operation }) => {
      if (text.length > maxLength)
        throw invalidArgument('text', `must have at most ${maxLength} characters, but got ${text.length}.`);
      const scope = operation.scope();
      const lookUps = lookUpsIn(scope);
      try {
        return { scope, value: await (filter ? inRecords(text, filter, of, lookUps) : interpret(text, lookUps)) };
      } catch (error) {
        if (error instanceof LookUpFailed)
          throw new GraphQLError(error.message, { extensions: { code: 'UPSTREAM_FAILED' } });
        throw error;
      }
    },
  }),
);
