import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildSchema, GraphQLError, isInputObjectType, isObjectType, parse, validate } from 'graphql';
import {
  argumentGuesses,
  fieldGuesses,
  type Guesses,
  inputGuesses,
  pageGuesses,
  valueGuesses,
} from '../../../../src/graph/features/hints/guesses.ts';

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../../schema/graph.graphql'), 'utf8'));

const id = '9e396919-bd21-5a3e-8b17-b812c61e055e';

/** Where the text of a hint is a part of an operation: it is valid in one of them. */
const places: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `{ ${text} }`,
  (text) => `{ ${text} { __typename } }`,
  (text) => `mutation { ${text} }`,
  (text) => `subscription { ${text} }`,
  (text) => `{ searchProfiles { ${text} } }`,
  (text) => `{ searchProfiles { nodes { ${text} } } }`,
  (text) => `{ searchCompanies { nodes { ${text} } } }`,
  (text) => `{ relationships { nodes { connections { connector { ${text} } } } } }`,
  (text) => `{ searchProfiles(${text}) { totalCount } }`,
  (text) => `{ searchCompanies(${text}) { totalCount } }`,
  (text) => `{ searchProfiles(where: {${text}}) { totalCount } }`,
  (text) => `{ searchCompanies(where: {${text}}) { totalCount } }`,
  (text) => `{ searchProfiles(where: {headline: {${text}}}) { totalCount } }`,
  (text) => `{ searchProfiles(where: {skills: {${text}}}) { totalCount } }`,
  (text) => `{ searchProfiles(where: {skills: {in: ["Rust"], ${text}}}) { totalCount } }`,
  (text) => `{ searchCompanies(where: {workforce: {headcount: {${text}}}}) { totalCount } }`,
  (text) => `{ searchProfiles(where: {currentJobUpdatedAt: {${text}}}) { totalCount } }`,
  (text) => `{ profile(${text}) { __typename } }`,
  (text) => `{ company(${text}) { __typename } }`,
  (text) => `{ introPaths(${text}) { totalCount } }`,
  (text) => `{ introPaths(to: {companyWebsite: "x.example"}) { nodes { ${text} } } }`,
  (text) => `{ profile(by: {id: "${id}"}) { ${text} } }`,
];

const isValid = (text: string): boolean => {
  try {
    return validate(schema, parse(text)).length === 0;
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
};

const groups: readonly (readonly [string, Guesses])[] = [
  ...Object.entries(fieldGuesses),
  ...Object.entries(argumentGuesses),
  ...Object.entries(inputGuesses),
  ['pages', pageGuesses],
];

describe('the hints', () => {
  for (const [name, guesses] of groups)
    it(`quote what is valid: ${name}`, () => {
      for (const [, hint] of guesses)
        for (const quoted of hint.split('`').filter((part, at) => at % 2 === 1 && /[({:]/.test(part))) {
          const text = quoted.replaceAll('"…"', `"${id}"`).replaceAll('…', '__typename');
          if (!/^\w+\(\w+:\)$/.test(text) && text !== 'where: {__typename}')
            assert.ok(
              places.some((place) => isValid(place(text))),
              `${quoted} is valid nowhere`,
            );
        }
    });

  it('stand on types, and for names that these lack', () => {
    for (const [name, guesses] of [...Object.entries(fieldGuesses), ...Object.entries(inputGuesses)]) {
      const type = schema.getType(name);
      assert.ok(isObjectType(type) || isInputObjectType(type), name);
      const names = new Set(Object.keys(type.getFields()).map((field) => field.toLowerCase()));
      const vain = guesses
        .flatMap(([guessed]) => (typeof guessed === 'string' ? guessed.split(' ') : []))
        .filter((one) => names.has(one));
      assert.deepEqual(vain, [], `${name} has them`);
    }
    for (const name of Object.keys(valueGuesses)) assert.ok(isInputObjectType(schema.getType(name)), name);
  });
});
