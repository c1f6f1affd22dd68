import {
  type ArgumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
  Kind,
  print,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { argumentGuesses, fieldGuesses, type Guesses, inputGuesses, pageGuesses, valueGuesses } from './guesses.ts';

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

/** Hint for the first known wrong guess in a variable's value; undefined if there is none. */
export function hintOfValue(value: unknown, type: GraphQLInputType): string | undefined {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return firstOf(value, (element) => hintOfValue(element, type));
  if (typeof value !== 'object') return valueHint(named, JSON.stringify(value));
  const fields = named.getFields();
  return firstOf(Object.entries(value), ([name, member]) => {
    const field = fields[name];
    return field ? hintOfValue(member, field.type) : guessed(inputGuesses[named.name], name);
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
      return parent && !context.getFieldDef() ? fieldHint(parent, node.name.value, context) : undefined;
    }
    case Kind.ARGUMENT: {
      const field = context.getFieldDef();
      return field && !context.getArgument() ? argumentHint(field, node) : undefined;
    }
    case Kind.OBJECT_FIELD: {
      const parent = getNamedType(context.getParentInputType());
      return parent && !context.getInputType() ? guessed(inputGuesses[parent.name], node.name.value) : undefined;
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
  if (example === undefined) return guessed(argumentGuesses[field], guess);
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
  const { nodes, pageInfo } = parent.getFields();
  if (!nodes || !pageInfo) return undefined;
  const node = getNamedType(nodes.type);
  if (isObjectType(node) && name in node.getFields())
    return `A page has its records in \`nodes\`: \`nodes { ${name} }\`.`;
  return guessed(pageGuesses, name) ?? fieldHint(node, name, context);
}

const valueHint = (type: GraphQLNamedType | undefined, value: string): string | undefined =>
  type && valueGuesses[type.name]?.replaceAll('…', () => value);

function guessed(guesses: Guesses | undefined, name: string): string | undefined {
  const plain = (text: string): string => text.replaceAll('_', '').toLowerCase();
  const guess = plain(name);
  return guesses?.find(([names]) =>
    typeof names === 'string' ? plain(names).split(' ').includes(guess) : names.test(guess),
  )?.[1];
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
