import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  buildASTSchema,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
} from 'graphql';

interface Described {
  /** As `Profile.headline`, or `Query.profile(by)`. */
  readonly at: string;
  readonly description: string;
  readonly type: string;
}

/** The types of a printed schema that are not those of GraphQL and of federation. */
function typesOf(file: string): readonly GraphQLNamedType[] {
  const text = readFileSync(new URL(`../../../schema/${file}`, import.meta.url), 'utf8');
  const schema = buildASTSchema(parse(text), { assumeValid: true });
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isSpecifiedScalarType(type) && !/^(__|link__|federation__|_Any$|FieldSet$)/.test(type.name),
  );
}

/** Each type, field, argument and enum value. */
const describedIn = (types: readonly GraphQLNamedType[]): readonly Described[] =>
  types.flatMap((type) => [described(type.name, type.description, ''), ...membersOf(type)]);

/** The nullable fields of which neither they nor their type say when they are null. */
const silentOnNull = (types: readonly GraphQLNamedType[]): readonly string[] =>
  types
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter(({ name, description }) => !/^_/.test(name) && !saysNull(description))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => !/^_/.test(field.name) && !isNonNullType(field.type) && !saysNull(field.description))
        .map((field) => `${type.name}.${field.name}: ${field.description}`),
    );

const saysNull = (description: string | null | undefined): boolean => /\bnull\b/i.test(description ?? '');

function membersOf(type: GraphQLNamedType): readonly Described[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => described(`${type.name}.${name}`, description, ''));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => ofInput(`${type.name}.${field.name}`, field));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    described(`${type.name}.${field.name}`, field.description, getNamedType(field.type).name),
    ...field.args.map((argument) => ofInput(`${type.name}.${field.name}(${argument.name})`, argument)),
  ]);
}

const ofInput = (at: string, { description, type }: Pick<GraphQLInputField, 'description' | 'type'>): Described =>
  described(at, description, getNamedType(type).name);

const described = (at: string, description: string | null | undefined, type: string): Described => ({
  at,
  description: description ?? '',
  type,
});

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Words that say nothing of a field. */
const empty = new Set(
  'a an and are as at by for from has in is it its of on one s that the their this to was where which whose with'.split(
    ' ',
  ),
);

/** Whether the description has a word that the names of the field and its type do not have. */
function saysMore({ at, description }: Described): boolean {
  const known = at
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return wordsOf(description).some(
    (word) => !empty.has(word) && !known.includes(word.replace(/s$/, '')) && !known.includes(word),
  );
}

const of = (found: readonly Described[]): readonly string[] =>
  found.map(({ at, description }) => `${at}: ${description}`);

for (const file of ['graph.graphql', 'subgraph.graphql'])
  describe(`the descriptions of ${file}`, () => {
    const types = typesOf(file);
    const all = describedIn(types);

    it('are sentences of at least five words', () => {
      assert.ok(all.length > 700);
      const wrong = all.filter(
        ({ description }) => !/^[\p{Lu}`].*[.!`]$/su.test(description) || wordsOf(description).length < 5,
      );
      assert.deepEqual(of(wrong), []);
    });

    it('name the thing first, rather than point at it or ask for it', () => {
      const pointing = /^(Its|Their|That|These|Those|It|They|Why|Whose|Whom|In which order|Which [^,]*\.$)\b/;
      assert.deepEqual(of(all.filter(({ description }) => pointing.test(description))), []);
    });

    it('say of each nullable field when it is null, or for all fields of a type at once', () => {
      assert.deepEqual(silentOnNull(types), []);
    });

    it('say more than the name', () => {
      assert.deepEqual(of(all.filter((one) => !saysMore(one))), []);
    });

    it('give a value for example of each string that has a form', () => {
      const strings = all.filter(
        ({ at, type }) => ['String', 'ID', 'KeywordFilter'].includes(type) && !/^(\w+Filter)\./.test(at),
      );
      assert.ok(strings.length > 150);
      const without = strings.filter(
        ({ description }) => !/(such as|values seen:|Known values:|`xnet`)[^.]*`[^`]+`|free text/.test(description),
      );
      assert.deepEqual(of(without), []);
    });
  });
