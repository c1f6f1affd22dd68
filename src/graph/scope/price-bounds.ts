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

/** How many objects a field is asked of, at most. */
interface Many {
  readonly count: number;
  /** It rests on the assumed length of a list. */
  readonly open: boolean;
  /** How many objects their page holds, where they are pages. */
  readonly page?: number | undefined;
}

/**
 * Books bounds for what one field, and all below it, can cost where nothing of its answer is known: never less than
 * nothing, and never more than each list at its full length.
 */
function boundField(
  quote: PriceEstimate,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  path: string,
  many: Many,
  within: Within,
): void {
  const facts = field.extensions.facts ?? {};
  const args = getArgumentValues(field, node, within.variableValues);
  const size = sizeOf(field, args);
  const here = lengthened(field.type, many, facts.ofPage ? many.page : size);
  const at = path === '' ? responseName(node) : `${path}.${responseName(node)}`;
  const type = getNamedType(field.type);
  const most = (): Interval => ({ min: 0, max: here.count, open: here.open });
  const credits = typeof facts.credits === 'function' ? facts.credits(args) : (facts.credits ?? 0);
  if (credits > 0) quote.book(at, { ...most(), max: credits * here.count });
  const { covers } = facts;
  const pays = recordsOf(type, within).some(
    // A look-up covers nothing, and may have to fetch the record to learn that there is one.
    (record) => !covers || [...requiredBelow(record, [node], within)].some((member) => !(member in covers)),
  );
  if (pays || args.full === true) quote.book(at, most());
  boundBelow(quote, type, [node], at, { ...here, page: size }, within);
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
      for (const node of aliases.values()) if (where(field, node)) boundField(quote, field, node, path, many, within);
    }
  }
}

/** The records that a field's type may be. */
const recordsOf = (type: GraphQLNamedType, { schema }: Within): readonly string[] =>
  (isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
    .filter((one) => isObjectType(one) && one.extensions.facts?.credits !== undefined)
    .map(({ name }) => name);

/** A list makes many of one: as many as it is long, or as is assumed. */
function lengthened(type: GraphQLOutputType, { count, open }: Many, length: number | undefined): Many {
  if (!isListType(getNullableType(type))) return { count, open };
  return length === undefined ? { count: count * assumedListLength, open: true } : { count: count * length, open };
}
