import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import {
  connectionCoversProfile,
  employerCoversCompany,
  profileCoversCompany,
  sourceCoversCompany,
  summaryCoversProfile,
} from '../../contract/coverage.ts';
import { assumedListLength, type Interval, type PriceEstimate } from '../credits/price-estimate.ts';
import { requiredBelow, selectionOn } from './required-members.ts';
import { responseName, type Within } from './selection.ts';

/** What links tell of their records for free; a link that is not here tells the id. */
const covered: Readonly<Record<string, object>> = {
  'Profile.currentCompany': profileCoversCompany,
  'Experience.company': employerCoversCompany,
  'Connection.connector': connectionCoversProfile,
  'Relationship.profile': summaryCoversProfile,
  'IntroPath.target': summaryCoversProfile,
  'IntroPath.connector': connectionCoversProfile,
  'WorkOverlap.company': sourceCoversCompany,
};

/** Fields that cost one credit of their own, unless their answer is empty. */
export const pricedFields: ReadonlySet<string> = new Set(['Mutation.mapNetwork', 'MappingTask.result']);

/** How many objects a field is asked of, at most. */
interface Many {
  readonly count: number;
  /** It rests on the assumed length of a list. */
  readonly open: boolean;
  /** The `first` of the page that the object is, until its list of items is met. */
  readonly page?: number | undefined;
}

/**
 * Books bounds for what one field, and all below it, can cost where nothing of its answer is known: never less than
 * nothing, and never more than each list at its full length.
 */
function boundField(
  quote: PriceEstimate,
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  path: string,
  many: Many,
  within: Within,
): void {
  const args = getArgumentValues(field, node, within.variableValues);
  // A list that answers a list of identifiers is as long as that.
  const here = lengthened(field.type, Array.isArray(args.by) ? { ...many, page: args.by.length } : many);
  const at = path === '' ? responseName(node) : `${path}.${responseName(node)}`;
  const name = `${parent.name}.${field.name}`;
  const type = getNamedType(field.type);
  const most = (): Interval => ({ min: 0, max: here.count, open: here.open });
  if (pricedFields.has(name)) quote.book(at, most());
  // A look-up answers with a record or why there is none; what it was asked by may be no uuid, so nothing is in hand.
  const free = isAbstractType(type) ? {} : (covered[name] ?? { id: 'id' });
  const pays = recordsOf(type, within).some((record) =>
    [...requiredBelow(record, [node], within)].some((member) => !(member in free)),
  );
  if (pays || args.full === true) quote.book(at, most());
  const page = typeof args.first === 'number' ? args.first : here.page;
  boundBelow(quote, type, [node], at, { ...here, page }, within);
}

/** As `boundField`, for every field selected on a type that `where` lets through. */
export function boundBelow(
  quote: PriceEstimate,
  type: ReturnType<typeof getNamedType>,
  nodes: readonly FieldNode[],
  path: string,
  many: Many,
  within: Within,
  where: (field: GraphQLField<unknown, unknown>, node: FieldNode) => boolean = () => true,
): void {
  const objects = isAbstractType(type) ? within.schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
  for (const object of objects) {
    const fields = object.getFields();
    for (const [name, selected] of selectionOn(object.name, nodes, within)) {
      const field = fields[name];
      if (!field) continue;
      const aliases = new Map(selected.map((node) => [responseName(node), node]));
      for (const node of aliases.values())
        if (where(field, node)) boundField(quote, object, field, node, path, many, within);
    }
  }
}

/** The records that a field's type may be. */
const recordsOf = (type: GraphQLNamedType, { schema }: Within): readonly string[] =>
  (isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
    .map(({ name }) => name)
    .filter((name) => name === 'Profile' || name === 'Company');

/** A list makes many of one: as many as its page holds, or as is assumed. */
function lengthened(type: GraphQLOutputType, many: Many): Many {
  if (isNonNullType(type)) return lengthened(type.ofType, many);
  if (!isListType(type)) return many;
  return many.page === undefined
    ? { count: many.count * assumedListLength, open: true }
    : { count: many.count * many.page, open: many.open };
}
