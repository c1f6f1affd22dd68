import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  Kind,
  NoUndefinedVariablesRule,
  type ObjectFieldNode,
  parse,
  print,
  type SelectionSetNode,
  specifiedRules,
  type ValueNode,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql';
import { fieldGuesses, guessed, inputGuesses, type Subject, subjectOf } from './guesses.ts';
import { namesWithWords } from './own-words.ts';

/** A condition or identifier that the caller gave, in any place. */
type Given = Pick<ArgumentNode | ObjectFieldNode, 'name' | 'value'>;

/** Arguments and members that hold conditions, rather than being one. */
const holders =
  /^(?:where|filters?|conditions?|criteria|query|q|by|and|input|params|variables|match|bool|must|person|people|company|target|to)$/i;
const sizes = /^(?:limit|first|take|size|count|top|page_?size|per_?page|max(?:results)?)$/i;
const ignored = /^(?:offset|skip|page|cursor|after|before|sort|order|sort_?by|order_?by)$/i;
const onlyNetwork = /network|connected/i;

const kinds = {
  person: {
    type: 'Profile',
    where: 'ProfileWhere',
    one: 'profile',
    many: 'profiles',
    search: 'searchProfiles',
    name: 'name',
  },
  company: {
    type: 'Company',
    where: 'CompanyWhere',
    one: 'company',
    many: 'companies',
    search: 'searchCompanies',
    name: 'companyName',
  },
} as const;

/** Rules for a part of an operation, whose variables are declared elsewhere. */
const rules = specifiedRules.filter(
  (rule) => rule !== NoUndefinedVariablesRule && rule !== VariablesInAllowedPositionRule,
);

/** Maximum length: messages are cut in the middle beyond 500 characters. */
const longest = 380;

/** Maximum length of a field that is written again: each error is one, and selections may be nested. */
const longestField = 2000;

/**
 * The right query for a wrong field at the root, with the caller's own conditions and selection; undefined unless all
 * conditions are known and the query is valid.
 */
export function rewritten(field: FieldNode, schema: GraphQLSchema): string | undefined {
  const { start = 0, end = Number.POSITIVE_INFINITY } = field.loc ?? {};
  if (end - start > longestField) return undefined;
  const given = (field.arguments ?? []).flatMap(membersOf);
  const subject = subjectOf(field.name.value);
  if (subject === undefined || given.length === 0 || given.length > 12) return undefined;
  const text = given.some(isQueryText)
    ? `${kinds[subject === 'company' ? 'company' : 'person'].search}(dsl: $dsl, first: 10) { totalCount nodes { id } }`
    : queryFor(subject, given, field.selectionSet, schema);
  if (text === undefined || text.length > longest) return undefined;
  const query = `{ ${text} }`;
  try {
    return validate(schema, parse(query, { noLocation: true }), rules, { maxErrors: 1 }).length === 0
      ? text
      : undefined;
  } catch {
    // A quoted example that is no part of a query; the general hint is shown instead.
    return undefined;
  }
}

/** A query in the data service's own language, as a text. */
const isQueryText = ({ value }: Given): boolean => value.kind === Kind.STRING && /^\s*\{\s*"/.test(value.value);

/** Conditions are taken out of the objects and lists that hold them. */
function membersOf({ name, value }: Given): readonly Given[] {
  if (holders.test(name.value) || sizes.test(name.value)) {
    if (value.kind === Kind.OBJECT) return value.fields.flatMap(membersOf);
    if (value.kind === Kind.LIST && value.values.every((one) => one.kind === Kind.OBJECT))
      return value.values.flatMap((one) => (one.kind === Kind.OBJECT ? one.fields.flatMap(membersOf) : []));
  }
  return [{ name, value }];
}

function queryFor(
  subject: Subject,
  given: readonly Given[],
  selection: SelectionSetNode | undefined,
  schema: GraphQLSchema,
): string | undefined {
  const about = subject === 'company' ? 'company' : 'person';
  const kind = kinds[about];
  const type = schema.getType(kind.type);
  const where = schema.getType(kind.where);
  if (!isObjectType(type) || !isInputObjectType(where)) return undefined;
  const asked = given.filter(({ name }) => !sizes.test(name.value) && !ignored.test(name.value));
  const conditions = asked.filter(({ name }) => !onlyNetwork.test(name.value));
  const [only, ...more] = conditions;
  const isAboutIntros = subject === 'introductions' || introductionsIn(selection, type);
  const by = only && more.length === 0 ? identifierOf(only, about) : undefined;
  const fields = fieldsOf(selection, type);
  if (isAboutIntros) {
    const site = only && more.length === 0 ? websiteOf(only) : undefined;
    const ways = 'nodes { connector { name } why }';
    if (site !== undefined) return `introPaths(to: {companyWebsite: ${site}}) { ${ways} }`;
    if (by !== undefined && by.list === false) return `introPaths(to: {${kind.one}: {${by.text}}}) { ${ways} }`;
    const people = schema.getType('ProfileWhere');
    const filter = isInputObjectType(people) ? conditionsOn(people, conditions, about === 'company') : undefined;
    return (
      filter &&
      `relationships(where: {${filter}}, first: 10) { nodes { profile { fullName introPaths(first: 3) { ${ways} } } } }`
    );
  }
  if (by) {
    const selected = `... on ${kind.type} { ${fields.join(' ') || kind.name === 'name' ? fields.join(' ') || 'fullName' : 'name'} }`;
    return by.list ? `${kind.many}(by: ${by.text}) { ${selected} }` : `${kind.one}(by: {${by.text}}) { ${selected} }`;
  }
  const filter = conditionsOn(where, conditions, false);
  if (filter === undefined || filter === '') return undefined;
  const size = given.find(({ name }) => sizes.test(name.value))?.value;
  const counts = countsIn(selection) ? 'totalCount' : '';
  const nodes =
    fields.length > 0 || counts === ''
      ? `nodes { ${fields.join(' ') || `id ${about === 'person' ? 'fullName' : 'name'}`} }`
      : '';
  const network = asked.length > conditions.length && about === 'person' ? ', inNetworkOnly: true' : '';
  const first = nodes === '' ? '' : `, first: ${size ? print(size) : '10'}`;
  return `${kind.search}(where: {${filter}}${network}${first}) { ${[counts, nodes].filter((one) => one !== '').join(' ')} }`;
}

/** An id, slug or URL as `by` takes it. */
function identifierOf({ name, value }: Given, about: 'person' | 'company') {
  const said = name.value.toLowerCase().replaceAll('_', '');
  const member = /^(?:(?:person|people|profile|company|user|contact|record|entity)?s?(?:uu)?ids?)$/.test(said)
    ? 'id'
    : /slug|handle|username|vanity|publici/.test(said)
      ? 'xnetSlug'
      : /linked|xnet|link$|page$/.test(said) || (about === 'person' && /url/.test(said))
        ? 'xnetUrl'
        : memberByValue(said, value);
  if (member === undefined) return undefined;
  if (value.kind === Kind.LIST)
    return { list: true, text: `[${value.values.map((one) => `{${member}: ${print(one)}}`).join(', ')}]` };
  if (value.kind === Kind.VARIABLE && /s$/.test(said)) return { list: true, text: `[{${member}: "…"}]` };
  return value.kind === Kind.OBJECT ? undefined : { list: false, text: `${member}: ${print(value)}` };
}

/** Arguments that identify a person by any kind of value. */
const calledBy = /^(?:person|profile|target|to|for|user|contact|people)$/i;

/** The identifier’s member, if the name of the argument does not reveal it. */
function memberByValue(said: string, value: ValueNode): string | undefined {
  if (
    value.kind !== Kind.STRING ||
    !/^(?:person|profile|company|target|to|for|user|contact|identifier|key)$/.test(said)
  )
    return undefined;
  if (/^[\da-f]{8}-[\da-f-]{27}$/i.test(value.value)) return 'id';
  if (/^https?:/.test(value.value)) return 'xnetUrl';
  return /^[\p{Ll}\d]+(?:-[\p{Ll}\d]+)+$/u.test(value.value) ? 'xnetSlug' : undefined;
}

/** A website that introductions are asked for. */
function websiteOf({ name, value }: Given): string | undefined {
  if (value.kind !== Kind.STRING && value.kind !== Kind.VARIABLE) return undefined;
  const isSite = value.kind === Kind.STRING && /^[^\s@/]+\.[a-z]{2,}$/i.test(value.value);
  return /domain|website/i.test(name.value) || (isSite && /company|target|to$|for$|employer/i.test(name.value))
    ? print(value)
    : undefined;
}

/** The members of a `where`; undefined if one is unknown. */
function conditionsOn(where: GraphQLInputObjectType, given: readonly Given[], ofCompany: boolean): string | undefined {
  const texts = given.map(({ name, value }) => {
    // A name or website of a company is a condition on employers where people are searched.
    const said = ofCompany && !/compan|employer/i.test(name.value) ? `company_${name.value}` : name.value;
    return conditionOn(where, said, value);
  });
  return texts.every((text) => text !== undefined) ? texts.join(', ') : undefined;
}

function conditionOn(where: GraphQLInputObjectType, given: string, value: ValueNode): string | undefined {
  const said = calledBy.test(given) && where.name === 'ProfileWhere' ? 'name' : given;
  const [, bound, rest = ''] = /^(min|max)_?(?:imum)?_?(\w+)$/i.exec(said) ?? [];
  if (bound !== undefined && !(said in where.getFields())) {
    const text = conditionOn(where, rest.charAt(0).toLowerCase() + rest.slice(1), value);
    return text?.replace(/\b(?:gte|eq):/, bound.toLowerCase() === 'min' ? 'gte:' : 'lte:');
  }
  const hint = said in where.getFields() ? undefined : guessed(inputGuesses[where.name], said);
  const [, example] = /^Write `(\w+: \{.+?\})`/.exec(hint ?? '') ?? [];
  const scalar = scalarOf(value);
  if (scalar === undefined) return undefined;
  if (example !== undefined)
    return scalar.kind === Kind.LIST
      ? example.replace(/\b(?:eq|eqIgnoreCase|matches): "[^"]*"/, () => `in: ${print(scalar)}`)
      : example.replace(/"[^"]*"|\b\d+\b/, () => literal(scalar));
  const names = said in where.getFields() ? [said] : namesWithWords(said, Object.keys(where.getFields()));
  const [name] = names;
  const filter = name === undefined ? undefined : getNamedType(where.getFields()[name]?.type);
  if (name === undefined || names.length > 1 || !isInputObjectType(filter)) return undefined;
  const operators = filter.getFields();
  if (value.kind === Kind.OBJECT && value.fields.every((one) => one.name.value in operators))
    return `${name}: ${print(value)}`;
  const operator = scalar.kind === Kind.LIST ? 'in' : ['matches', 'eq'].find((one) => one in operators);
  return operator !== undefined && operator in operators ? `${name}: {${operator}: ${literal(scalar)}}` : undefined;
}

/** The value that is compared: the first member's, where an operator was guessed. */
function scalarOf(value: ValueNode): ValueNode | undefined {
  if (value.kind !== Kind.OBJECT) return value;
  const [only, ...more] = value.fields;
  return only && more.length === 0 && only.value.kind !== Kind.OBJECT ? only.value : undefined;
}

const literal = (value: ValueNode): string =>
  value.kind === Kind.ENUM ? JSON.stringify(value.value.toLowerCase()) : print(value);

/** Fields that hold the records of a page. */
const pages =
  /^(?:nodes?|edges?|items?|results?|data|records?|list|rows|hits|people|persons|profiles|companies|matches)$/i;
const counts = /^(?:total|count|total_?count|total_?results|total_?hits|length)$/i;

const selectedIn = (selection: SelectionSetNode | undefined): readonly FieldNode[] =>
  (selection?.selections ?? []).flatMap((one) =>
    one.kind === Kind.FIELD ? one : one.kind === Kind.INLINE_FRAGMENT ? selectedIn(one.selectionSet) : [],
  );

const countsIn = (selection: SelectionSetNode | undefined): boolean =>
  selectedIn(selection).some(({ name }) => counts.test(name.value));

const introductionsIn = (selection: SelectionSetNode | undefined, type: GraphQLObjectType): boolean =>
  selectedIn(selection).some(
    ({ name }) => !(name.value in type.getFields()) && subjectOf(name.value) === 'introductions',
  );

/** The selected fields of a type, by their right names; unknown ones are left out. */
function fieldsOf(selection: SelectionSetNode | undefined, type: GraphQLObjectType): readonly string[] {
  const known = type.getFields();
  const found = selectedIn(selection).flatMap((field): readonly string[] => {
    const name = field.name.value;
    const [right = ''] = name in known ? [name] : [];
    const of = known[right];
    if (of) {
      const inner = getNamedType(of.type);
      if (isLeafType(inner)) return [right];
      const below = isObjectType(inner) ? selectedOf(field.selectionSet, inner) : '';
      return below === '' ? [] : [`${right} { ${below} }`];
    }
    if (pages.test(name) && field.selectionSet) return fieldsOf(field.selectionSet, type);
    const [, hinted = '', head = ''] =
      /`((\w+)(?:\([^`)]*\))?(?: \{[^`]*\})?)`/.exec(guessed(fieldGuesses[type.name], name) ?? '') ?? [];
    if (head in known) return [searchedBy(field, known[head]) ?? hinted];
    const [own, ...others] = namesWithWords(name, Object.keys(known));
    return own !== undefined && others.length === 0 && isLeafType(getNamedType(known[own]?.type)) ? [own] : [];
  });
  return [...new Set(found)];
}

/** The selection of a type; that of the elements, where it is a page of them. */
function selectedOf(selection: SelectionSetNode | undefined, type: GraphQLObjectType): string {
  const own = fieldsOf(selection, type);
  const { nodes, pageInfo } = type.getFields();
  const node = nodes && getNamedType(nodes.type);
  if (own.length > 0 || !pageInfo || !isObjectType(node)) return own.join(' ');
  const below = fieldsOf(selection, node);
  return below.length > 0 ? `nodes { ${below.join(' ')} }` : '';
}

/** A field that takes conditions, with those that the caller gave as arguments. */
function searchedBy(field: FieldNode, right: GraphQLField<unknown, unknown> | undefined): string | undefined {
  const where = getNamedType(right?.args.find(({ name }) => name === 'where')?.type);
  const type = getNamedType(right?.type);
  if (!right || !isInputObjectType(where) || !isObjectType(type) || (field.arguments ?? []).length === 0)
    return undefined;
  const conditions = (field.arguments ?? []).flatMap(membersOf).filter(({ name }) => !sizes.test(name.value));
  const filter = conditionsOn(where, conditions, false);
  const selected = selectedOf(field.selectionSet, type) || 'totalCount';
  return filter ? `${right.name}(where: {${filter}}, first: 10) { ${selected} }` : undefined;
}

/** A hint whose values left out, `"…"`, are the caller's, by the names of the members. */
export function withOwnValues(hint: string, field: FieldNode): string {
  const left = (field.arguments ?? []).flatMap(membersOf).filter(({ value }) => value.kind !== Kind.OBJECT);
  return hint.replaceAll(/(\w+): "…"/g, (whole, member: string) => {
    const wanted = member.toLowerCase();
    const at = left.findIndex(({ name }) => {
      const said = name.value.toLowerCase().replaceAll('_', '');
      return wanted.includes(said) || said.endsWith(wanted);
    });
    const [own] = at < 0 ? [] : left.splice(at, 1);
    return own && own.value.kind !== Kind.LIST ? `${member}: ${print(own.value)}` : whole;
  });
}
