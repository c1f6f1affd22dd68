import {
  buildClientSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { wordsOf } from '../../reading/names.ts';
import type { Document } from '../../sdk/document.ts';
import { estimatedTokens } from '../fit.ts';
import { inputs, text } from '../inputs.ts';
import { otherNames } from '../meanings.ts';
import { recipes } from '../recipes.ts';
import { graphTool, prepared } from '../tool.ts';

const input = inputs({ about: text('a type or words; without it, an overview') });

/** Maximum length of an answer, in tokens. */
const maxTokens = 1500;

const introspection: Document<IntrospectionQuery, Record<string, never>, 'query'> = {
  operation: 'query',
  text: getIntrospectionQuery({ descriptions: true, directiveIsRepeatable: false }),
};

/** Types by what people call them. */
const typeNames = otherNames({
  Profile: 'person people user contact',
  Company: 'firm organization',
  Employer: 'employer',
  Experience: 'job career',
  Connection: 'connection',
  Relationship: 'network',
  IntroPath: 'introduction intro',
});

export const schema = graphTool({
  name: 'schema',
  title: 'Schema of the graph',
  description: 'The part of the GraphQL schema that concerns a type or words, with examples for query.',
  input,
  price: '0',
  freeAlternative: 'It is free.',
  names: otherNames({ about: 'type name topic query search text words' }),
  ask: ({ about }) =>
    prepared({
      document: introspection,
      variables: {},
      purpose: 'read the schema',
      isFree: true,
      shape: (data) => {
        const built = buildClientSchema(data, { assumeValid: true });
        return { fields: { sdl: about === undefined ? overview(built) : concerning(built, about) }, isMarked: true };
      },
    }),
});

/** The sections of an answer that fit together. */
function within(sections: readonly string[]): string {
  const kept: string[] = [];
  let tokens = 0;
  for (const section of sections) {
    tokens += estimatedTokens(section);
    if (tokens > maxTokens) break;
    kept.push(section);
  }
  return kept.join('\n');
}

const argument = ({ name, type }: GraphQLArgument): string => `${name}: ${type}`;

const fieldLine = ({ name, args, type }: GraphQLField<unknown, unknown>): string =>
  `${name}${args.length > 0 ? `(${args.map(argument).join(', ')})` : ''}: ${type}`;

const inputLine = ({ name, type }: GraphQLInputField): string => `${name}: ${type}`;

function overview(built: GraphQLSchema): string {
  const fields = Object.values(built.getQueryType()?.getFields() ?? {});
  return within([
    '# Queries. Call schema with about for a type, or words such as “past employer”.',
    ...recipes.slice(0, 3).map(recipeText),
    ...fields.map((field) => `${fieldLine(field)} # ${firstSentence(field.description)}`),
  ]);
}

const recipeText = ({ about, document }: (typeof recipes)[number]): string => `# ${about}\n${document}`;

const firstSentence = (description: string | null | undefined): string =>
  (description ?? '').split(/(?<=\.)\s/)[0]?.slice(0, 90) ?? '';

function linesOf(type: GraphQLNamedType): readonly string[] {
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields()).map(fieldLine);
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(inputLine);
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  return [];
}

const keyword = (type: GraphQLNamedType): string =>
  isInputObjectType(type) ? 'input' : isEnumType(type) ? 'enum' : isUnionType(type) ? 'union' : 'type';

function typeText(type: GraphQLNamedType): string {
  return `${keyword(type)} ${type.name} { # ${firstSentence(type.description)}\n  ${linesOf(type).join('\n  ')}\n}`;
}

/** How many words of a question a text has. */
const score = (words: readonly string[], text: string): number => {
  const has = new Set(
    wordsOf(text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')).flatMap((word) => [word, word.replace(/s$/, '')]),
  );
  return words.filter((word) => has.has(word)).length;
};

function concerning(built: GraphQLSchema, about: string): string {
  const words = [...new Set(wordsOf(about).flatMap((word) => [word, word.replace(/s$/, '')]))];
  const named =
    built.getType(about.trim()) ??
    Object.values(built.getTypeMap()).find(({ name }) => name.toLowerCase() === about.trim().toLowerCase()) ??
    built.getType(typeNames[about.trim().toLowerCase().replace(/s$/, '')] ?? '');
  const fitting = recipes
    .map((recipe) => ({ recipe, points: score(words, `${recipe.about} ${recipe.words}`) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .map(({ recipe }) => recipeText(recipe));
  if (named) return within([typeText(named), ...fitting.slice(0, 1)]);
  const types = Object.values(built.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const lines = types
    .flatMap((type) => {
      const fields = isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
      return fields.map((field) => ({
        line: `${type.name}.${'args' in field ? fieldLine(field) : inputLine(field)} # ${firstSentence(field.description)}`,
        points: 2 * score(words, `${type.name} ${field.name}`) + score(words, field.description ?? ''),
      }));
    })
    .filter(({ points }) => points > 1)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, 25)
    .map(({ line }) => line);
  if (lines.length === 0 && fitting.length === 0)
    return within([`# Nothing in the schema is called “${about.slice(0, 60)}”.`, overview(built)]);
  return within([...fitting.slice(0, 3), ...lines]);
}
