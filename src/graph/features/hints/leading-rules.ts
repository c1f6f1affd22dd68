import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
  Kind,
  OperationTypeNode,
  print,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import {
  argumentGuesses,
  commonArguments,
  fieldGuesses,
  guessed,
  inputGuesses,
  pageGuesses,
  valueGuesses,
} from './guesses.ts';
import { namesWithWords } from './own-words.ts';
import { rewritten, withOwnValues } from './rewrite.ts';

/**
 * The specification's rules; for a known wrong guess, the error names the right name instead of the most similar one.
 */
export const leadingRules: readonly ValidationRule[] = specifiedRules.map(
  (rule) => (context) =>
    rule(
      Object.create(context, {
        reportError: { value: (error: GraphQLError) => context.reportError(leadingOn(error, context)) },
      }),
    ),
);

/** Elements and members of a value that are looked at, at each level. */
const mostTried = 20;

/** Hint for the first known wrong guess in a variable's value; undefined if there is none. */
export function hintOfValue(value: unknown, type: GraphQLInputType): string | undefined {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return firstOf(value.slice(0, mostTried), (element) => hintOfValue(element, type));
  if (typeof value !== 'object') return valueHint(named, JSON.stringify(value));
  const fields = named.getFields();
  return firstOf(Object.entries(value).slice(0, mostTried), ([name, member]) => {
    const field = fields[name];
    return field ? hintOfValue(member, field.type) : memberHint(named, name);
  });
}

function leadingOn(error: GraphQLError, context: ValidationContext): GraphQLError {
  const hint = hintOf(error, context);
  if (hint === undefined) return error;
  const [fact = ''] = error.message.split(' Did you mean ');
  return new GraphQLError(`${fact} ${hint}`, { nodes: error.nodes ?? null });
}

/** Relies on rules reporting an error while the context is at its node. */
function hintOf({ nodes }: GraphQLError, context: ValidationContext): string | undefined {
  const [node] = nodes ?? [];
  switch (node?.kind) {
    case Kind.FIELD: {
      const parent = context.getParentType();
      if (!parent || context.getFieldDef()) return undefined;
      return rewrittenHint(node, context) ?? ownValues(fieldHint(parent, node.name.value, context), node);
    }
    case Kind.ARGUMENT: {
      const field = context.getFieldDef();
      if (!field || context.getArgument()) return undefined;
      return rewrittenHint(fieldWith(node, context), context) ?? argumentHint(field, node);
    }
    case Kind.NAMED_TYPE:
      return variableHint(node, context);
    case Kind.OBJECT_FIELD: {
      const parent = getNamedType(context.getParentInputType());
      return isInputObjectType(parent) && !context.getInputType() ? memberHint(parent, node.name.value) : undefined;
    }
    case Kind.STRING:
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return valueHint(getNamedType(context.getInputType()), print(node));
    default:
      return undefined;
  }
}

/** An argument that is a member of `input` or a condition of `where` is shown there, with the value given. */
function argumentHint({ name: field, args }: GraphQLField<unknown, unknown>, { name, value }: ArgumentNode) {
  const guess = name.value;
  const memberOf = (argument: string) => {
    const type = getNamedType(args.find((one) => one.name === argument)?.type);
    return isInputObjectType(type) ? type : undefined;
  };
  const input = memberOf('input');
  if (input) {
    const right = guess in input.getFields() ? `\`${field}(input: {${guess}: ${print(value)}})\`` : undefined;
    return right && `Arguments go into \`input\`: ${right}.`;
  }
  const where = memberOf('where');
  const condition = where && guessed(inputGuesses[where.name], guess);
  const [, example] = /^Write `(\w+: \{\w+: "[^"]*"\})`/.exec(condition ?? '') ?? [];
  if (example === undefined)
    return (
      guessed(argumentGuesses[field], guess) ??
      calledLike(
        guess,
        args.map((one) => one.name),
      ) ??
      guessed(commonArguments, guess)
    );
  const own = value.kind === Kind.STRING ? example.replace(/"[^"]*"/, () => print(value)) : example;
  return `Conditions go into \`where\`: \`where: {${own}}\`.`;
}

function fieldHint(parent: GraphQLNamedType, name: string, context: ValidationContext): string | undefined {
  if (isAbstractType(parent)) {
    const owner = context
      .getSchema()
      .getPossibleTypes(parent)
      .find((type) => name in type.getFields() || guessed(fieldGuesses[type.name], name) !== undefined);
    if (!owner) return undefined;
    const right = name in owner.getFields() ? undefined : fieldHint(owner, name, context);
    return [`Fields of \`${parent.name}\` are selected by type: \`... on ${owner.name} { … }\`.`, right]
      .filter((sentence) => sentence !== undefined)
      .join(' ');
  }
  const known = guessed(fieldGuesses[parent.name], name);
  if (known !== undefined || !isObjectType(parent)) return known;
  const { nodes, rows } = parent.getFields();
  const list = nodes ?? rows;
  const element = list && getNamedType(list.type);
  if (!list || !isObjectType(element)) return calledLike(name, Object.keys(parent.getFields()));
  if (name in element.getFields()) return `The records are in \`${list.name}\`: \`${list.name} { ${name} }\`.`;
  const paged = nodes && guessed(pageGuesses, name);
  if (paged !== undefined) return paged;
  const inner = fieldHint(element, name, context);
  return inner && `The records are in \`${list.name} { … }\`. ${inner}`;
}

const ownValues = (hint: string | undefined, field: FieldNode): string | undefined =>
  hint && withOwnValues(hint, field);

/** The type that a variable of an unknown type must have, by the argument that it is sent for. */
function variableHint(named: ASTNode, context: ValidationContext): string | undefined {
  const document = context.getDocument();
  const variable = document.definitions
    .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : []))
    .find(({ type }) => print(type).replaceAll(/[[\]!]/g, '') === print(named))?.variable.name.value;
  const fields = context.getSchema().getQueryType()?.getFields();
  for (const { name, arguments: given = [] } of variable === undefined ? [] : rootFields(document)) {
    const sent = given.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable);
    const argument = fields?.[name.value]?.args.find((one) => one.name === sent?.name.value);
    if (argument) return `The type of \`$${variable}\` is \`${argument.type}\`, as \`${name.value}\` takes it.`;
  }
  return undefined;
}

/** Shows a root field’s correct form once; its further errors have their own hints. */
function rewrittenHint(field: FieldNode | undefined, context: ValidationContext): string | undefined {
  if (!field || shown.has(field) || !rootFields(context.getDocument()).includes(field)) return undefined;
  shown.add(field);
  const right = rewritten(field, context.getSchema());
  return right && `Write \`${right}\`${right.includes('$dsl') ? ', with the query as the variable `$dsl: JSON`' : ''}.`;
}

const shown = new WeakSet<FieldNode>();

/** The fields at the root of queries. */
const rootFields = ({ definitions }: DocumentNode): readonly FieldNode[] =>
  definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.QUERY
      ? one.selectionSet.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? selection : []))
      : [],
  );

const fieldWith = (argument: ArgumentNode, context: ValidationContext): FieldNode | undefined =>
  rootFields(context.getDocument()).find((field) => field.arguments?.includes(argument));

const memberHint = (type: GraphQLInputObjectType, name: string): string | undefined =>
  guessed(inputGuesses[type.name], name) ?? calledLike(name, Object.keys(type.getFields()));

/** Names that have the same words. */
function calledLike(guess: string, names: readonly string[]): string | undefined {
  const found = namesWithWords(guess, names).slice(0, 3);
  return found.length > 0 ? `Write ${found.map((name) => `\`${name}\``).join(' or ')}.` : undefined;
}

const valueHint = (type: GraphQLNamedType | undefined, value: string): string | undefined =>
  type && valueGuesses[type.name]?.replaceAll('…', () => value);

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A syntax error that says what is missing, for slips that leave the parser's own message unclear. */
export function leadingSyntax(error: GraphQLError, text: string): GraphQLError {
  const hint = syntaxHint(error, text);
  return hint === undefined
    ? error
    : new GraphQLError(`${error.message} ${hint}`, {
        source: error.source ?? null,
        positions: error.positions ?? null,
      });
}

function syntaxHint({ message, positions }: GraphQLError, text: string): string | undefined {
  if (message.includes('<EOF>')) {
    const missing = text.split('{').length - text.split('}').length;
    return missing > 0
      ? `The document ends too early: ${missing === 1 ? 'a `}` is' : `${missing} \`}\` are`} missing.`
      : undefined;
  }
  if (/Unexpected Name/.test(message) && text.slice(0, positions?.[0]).trim() === '')
    return `A query stands in braces: \`{ ${text.trim()} }\`.`;
  if (/Expected Name, found String/.test(message))
    return 'Names of members have no quotes; a query in the data service’s own language is sent as a variable: `query ($dsl: JSON) { searchProfiles(dsl: $dsl) { totalCount } }`.';
  return /Expected Name, found "?}/.test(message) ? 'Braces hold at least one field.' : undefined;
}
