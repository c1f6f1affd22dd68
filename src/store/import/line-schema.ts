import type { TSchema } from 'typebox';
import { Company, CompanyInfo } from '../../contract/record/company.ts';
import { Profile, ProfileInfo } from '../../contract/record/profile.ts';
import type { JsonSchema } from '../../contract/schema.ts';

const eachMember = (schema: JsonSchema, change: (member: JsonSchema) => object): object =>
  Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, member]) => [name, change(member)]));

/** The schema with null allowed everywhere, which means the same as a missing member. */
const nullable = (schema: JsonSchema): object => ({
  ...schema,
  ...(schema.type === undefined ? {} : { type: [schema.type, 'null'] }),
  ...(schema.items === undefined ? {} : { items: nullable(schema.items) }),
  properties: eachMember(schema, nullable),
});

/** A record as fetched, with v2's additional members. */
const recordSchema = (record: TSchema, info: TSchema, member: string): object => ({
  type: 'object',
  properties: {
    ...eachMember(record, nullable),
    legacy: { type: ['object', 'null'] },
    [member]: { ...nullable(info), type: 'object' },
  },
});

/** A line with a single member, an object. */
const statement = (member: string, required: readonly string[], properties: object, rules: object = {}): object => ({
  type: 'object',
  properties: { [member]: { type: 'object', required, properties, ...rules } },
});

const word = { type: 'string', minLength: 1 };
const uuid = { type: ['string', 'null'], format: 'uuid' };
const eitherRecord = { oneOf: [{ required: ['profile'] }, { required: ['company'] }] };

/** JSON Schemas of lines, by the member that determines a line's kind. */
export const lineSchemas = {
  profile_info: recordSchema(Profile, ProfileInfo, 'profile_info'),
  company_info: recordSchema(Company, CompanyInfo, 'company_info'),
  connection: statement('connection', ['from', 'to'], { from: word, to: word }),
  list: statement('list', ['name', 'profile'], {
    team: uuid,
    name: word,
    profile: word,
    status: { type: ['string', 'null'] },
  }),
  tag: statement('tag', ['name'], { team: uuid, name: word, profile: word, company: word }, eitherRecord),
  note: statement('note', ['profile', 'content'], {
    team: uuid,
    id: uuid,
    profile: word,
    content: word,
    is_private: { type: ['boolean', 'null'] },
  }),
};
