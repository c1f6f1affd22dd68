import Type, { type Static, type TSchema } from 'typebox';
import { Company, CompanyInfo } from '../../contract/record/company.ts';
import { Profile, ProfileInfo } from '../../contract/record/profile.ts';
import type { JsonSchema } from '../../contract/schema.ts';

/** Lines of an import file, as `parse-line.ts` validates them. Records are referred to by id, slug or URL. */

const word = Type.String({ minLength: 1 });

/** A member that may be missing, or null, which means the same. */
const optional = <Value>(type: string, rules: object = {}) =>
  Type.Optional(Type.Unsafe<Value | null>({ type: [type, 'null'], ...rules }));

const uuid = optional<string>('string', { format: 'uuid' });

const Connection = Type.Object({ from: word, to: word });
// Lines about a team's data name the team, or belong to the import's.
const List = Type.Object({ team: uuid, name: word, profile: word, status: optional<string>('string') });
const Tag = Type.Object(
  { team: uuid, name: word, profile: Type.Optional(word), company: Type.Optional(word) },
  { oneOf: [{ required: ['profile'] }, { required: ['company'] }] },
);
const Note = Type.Object({
  team: uuid,
  id: uuid,
  profile: word,
  content: word,
  is_private: optional<boolean>('boolean'),
});

interface V2Members {
  /** Members that only v2 shows. */
  readonly legacy?: Readonly<Record<string, unknown>> | null;
}

export interface ProfileLine extends Profile, V2Members {
  readonly profile_info: NonNullable<Profile['profile_info']>;
}

export interface CompanyLine extends Company, V2Members {
  readonly company_info: NonNullable<Company['company_info']>;
}

interface Lines {
  readonly profile: ProfileLine;
  readonly company: CompanyLine;
  readonly connection: { readonly connection: Static<typeof Connection> };
  readonly list: { readonly list: Static<typeof List> };
  readonly tag: { readonly tag: Static<typeof Tag> };
  readonly note: { readonly note: Static<typeof Note> };
}

/** A valid line, with its kind and its number in the file, from 1. */
export type ImportLine = {
  [Kind in keyof Lines]: { readonly number: number; readonly kind: Kind; readonly line: Lines[Kind] };
}[keyof Lines];

/** A valid line of one kind. */
export type LineOf<Kind extends keyof Lines> = Extract<ImportLine, { readonly kind: Kind }>;

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

const only = (member: string, schema: TSchema): object => ({ type: 'object', properties: { [member]: schema } });

/** The member that determines a line's kind, the kind, and the JSON Schema of such lines. */
export const lineKinds: readonly (readonly [member: string, kind: keyof Lines, schema: object])[] = [
  ['profile_info', 'profile', recordSchema(Profile, ProfileInfo, 'profile_info')],
  ['company_info', 'company', recordSchema(Company, CompanyInfo, 'company_info')],
  ['connection', 'connection', only('connection', Connection)],
  ['list', 'list', only('list', List)],
  ['tag', 'tag', only('tag', Tag)],
  ['note', 'note', only('note', Note)],
];
