import { readFile } from 'node:fs/promises';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { CompanyInfo } from '../../contract/record/company.ts';
import { ProfileInfo } from '../../contract/record/profile.ts';
import { CommandFailure } from '../command-failure.ts';

/** An added column: a field of the record, and its GraphQL selection. */
export interface Selected {
  readonly field: string;
  readonly selection: string;
}

const types = {
  people: { name: 'Profile', info: ProfileInfo },
  companies: { name: 'Company', info: CompanyInfo },
} as const;

const camelCase = (member: string): string =>
  member.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Maximum depth of selected fields below the record's, such as the employers of career entries. */
const maxDepth = 3;

/**
 * The selections of some fields of a record, by this version's schema: scalars, and all members of lists and objects in
 * the record, but no links to other records, which may cost credits.
 *
 * @throws {CommandFailure} if one is not a field of the record
 */
export async function selectionOf(of: keyof typeof types, fields: readonly string[]): Promise<readonly Selected[]> {
  const sdl = await readFile(new URL('../../../schema/graph.graphql', import.meta.url), 'utf8');
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  const { name: typeName, info } = types[of];
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new TypeError(`The schema has no type ${typeName}.`);
  const held = new Set(Object.keys(info.properties).map(camelCase));
  const known = Object.values(type.getFields()).filter(
    (field) => held.has(field.name) || isLeafType(getNamedType(field.type)),
  );
  return fields.map((name) => {
    const field = known.find((one) => one.name === name);
    const selection = field && selectionIn(field, maxDepth);
    if (selection !== undefined) return { field: name, selection };
    const offered = known.filter((one) => selectionIn(one, maxDepth) !== undefined).map((one) => one.name);
    throw new CommandFailure(
      `--fields: must be fields of ${typeName} that its record holds (${offered.join(', ')}), but got “${name}”.`,
    );
  });
}

/** Undefined for links to other records, and for fields with required arguments. */
function selectionIn({ name, type, args }: GraphQLField<unknown, unknown>, depth: number): string | undefined {
  if (args.some(isRequiredArgument)) return undefined;
  const named = getNamedType(type);
  if (isLeafType(named)) return name;
  if (!isObjectType(named) || depth === 0 || isRecord(named)) return undefined;
  const members = Object.values(named.getFields()).flatMap((field) => selectionIn(field, depth - 1) ?? []);
  return members.length > 0 ? `${name} { ${members.join(' ')} }` : undefined;
}

const isRecord = (type: GraphQLObjectType): boolean => type.getInterfaces().some(({ name }) => name === 'Node');
