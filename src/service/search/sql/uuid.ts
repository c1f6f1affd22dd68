import type { Bool, QueryTree } from '../tree.ts';

const form = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The texts that can be ids of rows: lower-case UUIDs. Other spellings match nothing, as with keywords. */
export const uuidsAmong = (texts: readonly string[]): readonly string[] => texts.filter((text) => form.test(text));

/** Up to so many records are looked at one by one. */
const fewIds = 1_000;

/** The few records that a query restricts all its clauses to, by id; undefined if it does not name them. */
export function idsDemanded({ must }: Bool): readonly string[] | undefined {
  const ids = must.flatMap((part) => {
    const named = idsNamed(part);
    return named && named.length <= fewIds ? [named] : [];
  })[0];
  return ids && uuidsAmong(ids);
}

function idsNamed(tree: QueryTree): readonly string[] | undefined {
  if (tree.kind === 'ids') return tree.ids;
  return tree.kind === 'values' && !tree.ignoreCase && /^(?:profile|company)_info\.id$/.test(tree.field.path)
    ? tree.values.map(String)
    : undefined;
}
