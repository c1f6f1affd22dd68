import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';
import { assumedListLength, type Interval, type PriceEstimate } from '../credits/price-estimate.ts';
import { sizeOf } from './field-facts.ts';
import { requiredBelow, selectionOn } from './required-members.ts';
import { responseName, type Within } from './selection.ts';

/** The maximum number of objects on which a field is resolved. */
interface Many {
  readonly count: number;
  /** Whether `count` relies on the assumed length of a list. */
  readonly open: boolean;
  /** The maximum number of objects in each page, if these objects are pages. */
  readonly page?: number | undefined;
}

/** The nodes of one field under one name of the response: they have the same arguments, and their selections are merged. */
type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/**
 * Books bounds, in credits, for a field and the fields below it if nothing of its result is known: at least 0, at most
 * the cost with every list at its requested or assumed length.
 */
function boundField(
  quote: PriceEstimate,
  field: GraphQLField<unknown, unknown>,
  nodes: FieldNodes,
  path: string,
  many: Many,
  within: Within,
): void {
  const facts = field.extensions.facts ?? {};
  const args = getArgumentValues(field, nodes[0], within.variableValues);
  const size = sizeOf(field, args);
  const here = lengthened(field.type, many, facts.ofPage ? many.page : size);
  const at = path === '' ? responseName(nodes[0]) : `${path}.${responseName(nodes[0])}`;
  const type = getNamedType(field.type);
  const most = (): Interval => ({ min: 0, max: here.count, open: here.open });
  const credits = typeof facts.credits === 'function' ? facts.credits(args) : (facts.credits ?? 0);
  if (credits > 0) quote.book(at, { ...most(), max: credits * here.count });
  const { covers } = facts;
  const pays = recordsOf(type, within).some(
    // A field without `covers` is a look-up: it may have to fetch the record to learn whether it exists.
    (record) => !covers || [...requiredBelow(record, nodes, within)].some((member) => !(member in covers)),
  );
  if (pays || args.full === true) quote.book(at, most());
  boundBelow(quote, type, nodes, at, { ...here, page: size }, within);
}

/** `boundField` for every field selected on the type for which `where` is true. */
export function boundBelow(
  quote: PriceEstimate,
  type: GraphQLNamedType | undefined,
  nodes: readonly FieldNode[],
  path: string,
  many: Many,
  within: Within,
  where: (field: GraphQLField<unknown, unknown>, nodes: FieldNodes) => boolean = () => true,
): void {
  const objects = isAbstractType(type) ? within.schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
  for (const object of objects) {
    const fields = object.getFields();
    for (const [name, selected] of selectionOn(object.name, nodes, within)) {
      const field = fields[name];
      if (!field) continue;
      for (const [first, ...others] of Map.groupBy(selected, responseName).values())
        if (first && where(field, [first, ...others])) boundField(quote, field, [first, ...others], path, many, within);
    }
  }
}

/** The record types that a field's type includes. */
const recordsOf = (type: GraphQLNamedType, { schema }: Within): readonly string[] =>
  (isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
    .filter((one) => isObjectType(one) && one.extensions.facts?.credits !== undefined)
    .map(({ name }) => name);

/** Multiplies the count by the list's length, or by `assumedListLength` if that is unknown. */
function lengthened(type: GraphQLOutputType, { count, open }: Many, length: number | undefined): Many {
  if (!isListType(getNullableType(type))) return { count, open };
  return length === undefined ? { count: count * assumedListLength, open: true } : { count: count * length, open };
}
