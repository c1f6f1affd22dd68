import { readFileSync } from 'node:fs';

/** One thing that a document says: a sentence, or a row of a table. */
export interface Unit {
  /** The heading that it stands under, without the hashes. */
  readonly part: string;
  /** Its words on one line, without code marks; the cells of a row between bars. */
  readonly text: string;
}

/** Prose without what Markdown adds to it: code marks, emphasis, list marks; white space becomes single spaces. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(- |\d+\. )/, '')
    .trim();

/** Everything that a Markdown file says, in its order. */
export const unitsOf = (url: URL): readonly Unit[] => split(readFileSync(url, 'utf8'));

/** Everything that a Markdown text says, in its order. */
export function split(markdown: string): readonly Unit[] {
  let part = '';
  return markdown.split(/\n(?=#)|\n\n+|\n(?=- |\d+\. )/).flatMap((block) => {
    const heading = /^#+ (.*)\n?/.exec(block);
    if (heading) part = plain(heading[1] ?? '');
    const body = block.replace(/^#.*\n?/, '').trim();
    const texts = body.startsWith('|') ? rowsOf(body) : sentencesOf(body);
    return texts.map((text) => ({ part, text }));
  });
}

/** A table's head and the rule below it say nothing of their own. */
const rowsOf = (table: string): readonly string[] => table.split('\n').slice(2).map(plain);

const sentencesOf = (block: string): readonly string[] =>
  plain(block)
    .split(/(?<=[.:]) (?=[A-Z`])/)
    .filter((sentence) => sentence !== '');
