/** Longest name, title or other short text of a record, in characters. */
const maxShort = 160;

/** Longest free text of a record, in characters. */
const maxFree = 500;

/** Control characters, bidirectional controls, zero-width characters and tags: what a reader does not see, but a model does. */
const unseen = /\p{C}|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;

const cut = (text: string, max: number): string => {
  const seen = text.replaceAll(/[\n\r\t\u2028\u2029]+/g, ' ').replaceAll(unseen, '');
  const characters = [...seen.slice(0, 2 * max + 2)];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : seen;
};

/** A text that others wrote, such as an `about`, for the key `untrusted_text`; undefined where there is none. */
export const freeText = (text: string | null | undefined): string | undefined =>
  text == null || text === '' ? undefined : cut(text, maxFree);

/** A copy of a record's value without unseen characters, long texts and empty members. */
export const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value, maxShort);
  if (Array.isArray(value)) return value.filter((one) => one != null).map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => one != null && name !== '__typename')
      .map(([name, one]) => [name, name === 'untrusted_text' ? one : cleaned(one)]),
  );
};
