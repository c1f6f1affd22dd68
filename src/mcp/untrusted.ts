import { type DocumentNode, visit } from 'graphql';

/** Longest name, title or other short text of a record, in characters. */
const maxShort = 160;

/** Longest free text of a record, in characters. */
const maxFree = 500;

/** Longest identifier, such as an e-mail address or a URL, which is shown as a whole or not at all. */
const maxIdentifier = 2048;

/** Control characters, bidirectional controls, zero-width characters and tags: what a reader does not see, but a model does. */
const unseen = /\p{C}|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;

/** A zero-width joiner or non-joiner between letters of a script that it is written with, such as Arabic's. */
const joiner =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Tamil}]\p{M}*)[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Tamil}])/u;

const visible = (text: string): string =>
  text
    .replaceAll(/[\n\r\t\u2028\u2029]+/g, ' ')
    .replaceAll(unseen, (character, at: number) =>
      (character === '\u200c' || character === '\u200d') && joiner.test(text.slice(Math.max(0, at - 3), at + 2))
        ? character
        : '',
    );

const cut = (text: string, max: number): string => {
  const seen = visible(text);
  const characters = [...seen.slice(0, 2 * max + 2)];
  if (characters.length <= max) return seen;
  // Half an address or URL would be another one.
  if (isIdentifier(seen)) return seen.length <= maxIdentifier ? seen : '';
  return `${characters.slice(0, max - 1).join('')}…`;
};

const isIdentifier = (text: string): boolean => /^(?:[a-z][a-z\d+.-]*:\/\/|[^@\s]+@)[\x21-\x7e]+$/i.test(text);

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

/** Fields of the schema whose texts people write freely. */
const freeFields: ReadonlySet<string> = new Set(['about', 'headline', 'description', 'summary', 'note', 'notes']);

/** The names in a document's result, aliases included, at which a free text may stand. */
export const freeNamesIn = (document: DocumentNode): ReadonlySet<string> => {
  const names = new Set<string>();
  visit(document, {
    Field: ({ name, alias = name }) => {
      if (freeFields.has(name.value)) names.add(alias.value);
    },
  });
  return names;
};

/**
 * A copy of the data of any query: texts at names of free ones are marked as `untrusted_text`, and so is every other text
 * that is longer than a short one.
 */
export const marked = (data: unknown, freeNames: ReadonlySet<string>): unknown => {
  if (Array.isArray(data)) return data.map((one) => marked(one, freeNames));
  if (typeof data !== 'object' || data === null) return typeof data === 'string' ? markedText(data, false) : data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      visible(name),
      freeNames.has(name) ? markedAll(value, freeNames) : marked(value, freeNames),
    ]),
  );
};

const markedAll = (value: unknown, freeNames: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => markedAll(one, freeNames));
  return typeof value === 'string' ? markedText(value, true) : marked(value, freeNames);
};

const markedText = (text: string, isFree: boolean): unknown =>
  isFree || ([...text.slice(0, 2 * maxShort + 2)].length > maxShort && !isIdentifier(text))
    ? { untrusted_text: cut(text, maxFree) }
    : cut(text, maxShort);
