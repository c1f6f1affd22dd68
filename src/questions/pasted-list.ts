import { andWords } from '../reading/conjunctions.ts';
import { isFiller } from '../reading/fillers.ts';
import { hasLegalForm } from '../reading/names.ts';
import { read } from '../reading/read.ts';
import type { Row } from '../reading/row.ts';
import type { Table } from '../reading/table.ts';
import { isTitle } from '../reading/title.ts';
import type { LookUps } from './look-ups.ts';
import { isFound, rowWith } from './named.ts';

/** Cells that number or time an entry, such as `Mesa 3` and `09:30`. */
const label =
  /^(?:\p{L}+\.?\s*)?(?:[#№]\s*)?(?:\d{1,4}\p{L}?|\d{1,2}[:.h]\d{2}(?:\s*[ap]m)?|\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?)\.?$/iu;

const isMark = (cells: readonly string[]): boolean => {
  const told = cells.filter((cell) => cell !== '');
  if (told.length === 0 || told.every((cell) => label.test(cell))) return true;
  // `VIP` and `ok`, over and over.
  return told.length > 3 && new Set(told).size * 3 <= told.length && told.every((cell) => /^\p{L}+$/u.test(cell));
};

/** A table without headings, without columns that name nobody; undefined if all of them do. */
const withoutLabels = ({ columns, body, headings }: Table): string | undefined => {
  if (headings || body.length < 2) return undefined;
  const isLabel = columns.map((_, at) => isMark(body.map(({ cells }) => (cells[at] ?? '').trim())));
  if (!isLabel.includes(true) || !isLabel.includes(false)) return undefined;
  return body.map(({ cells }) => cells.filter((_, at) => !isLabel[at]).join(', ')).join('\n');
};

const bullet = /^\s*(?:[-*+•·▪◦‣○●–—✓✔☐☑□■>]|\(?\d{1,3}[.)]|\[[ xX]?\])\s+/u;

/** Words of headings over lists, in four languages. */
const ofHeading =
  /(?<!\p{L})(?:(?:long|short|hit|wish|target|call|guest|ziel|anruf|gäste|wunsch)?list[ae]?n?s?|liste[ns]?|targets?|prospects?|leads?|accounts?|candidates?|kandidat\p{L}*|candidat\p{L}*|firmen|unternehmen|sociétés|entreprises|empresas|compañías|companies|firms|invit\p{L}+|gäste|guests?|attendees|teilnehmer\p{L}*|participant\p{L}*|comptes|cuentas|terna|mandat\p{L}*|pipeline|q[1-4]|kw\s?\d+)(?!\p{L})/iu;
const particle =
  /^(?:v[ao]n|der|de[nrlsm]?|la|le|di|da|do[s]?|du|zu|von|bin|al|el|y|e|et|und|and|of|the|des|für|for|à|en)$/u;

/** Whether a first line may be a heading: no name has words such as `à approcher`. */
const isHeading = (line: string, others: readonly string[]): boolean => {
  if (
    /[@\t,;|()\d.]/.test(line.replaceAll(/(?<!\p{L})[qQ][1-4](?!\p{L})|(?<!\p{L})20\d\d(?!\p{L})|KW\s?\d+/gu, '')) ||
    hasLegalForm(line)
  )
    return false;
  if (!bullet.test(line) && others.every((other) => bullet.test(other))) return true;
  const words = line.split(/\s+/);
  const isLower = (word: string): boolean => /^\p{Ll}/u.test(word);
  const areNames = others.every((other) => /^\P{L}*[\p{Lu}\p{Lo}]/u.test(other));
  return (
    areNames &&
    (words.every(isLower) ||
      words.some((word, at) => at > 0 && isLower(word) && !particle.test(word)) ||
      ofHeading.test(line))
  );
};

/** Before entries of a sentence, and between a name and the firm: `and Begoña Ordóñez, la de Kjaer Estates`. */
const joint = new RegExp(String.raw`^(?:${andWords}|sowie|plus|as well as|ainsi que|además)\s+(?=\p{Lu})`, 'iu');
const article =
  /,\s*(?:(?:the one|she|he|celle|celui|la|el|le|die|der|los|las)\s+)(?:is\s+)?(?:at|from|of|de chez|chez|de|del|du|von der|von|vom|bei der|bei)\s+(?=\p{Lu})/iu;

/** The lines of a list, without its heading, numbers of tables and words that join entries. */
const linesIn = (text: string): readonly string[] => {
  const { table } = read(text);
  const lines = (table ? (withoutLabels(table) ?? text) : text).split('\n').filter((line) => line.trim() !== '');
  const [only = '', ...more] = lines;
  if (table || only.includes('@')) return lines;
  const entries = more.length > 0 ? lines : only.split(/\s*;\s*/).filter((one) => one !== '');
  if (entries.length < 2) return lines;
  // `para la terna: Andrés Montoya`, but not `CFO: Andrés Montoya`.
  const [, head = '', rest = ''] = /^([^:→]{2,60}?)\s*(?::|→|->|=>)\s+(\p{Lu}.*)$/u.exec(entries[0] ?? '') ?? [];
  const isHeaded = head !== '' && !isTitle(head) && !entries.slice(1).some((one) => /:\s/.test(one));
  return [isHeaded ? rest : (entries[0] ?? ''), ...entries.slice(1)].map((line) =>
    line.replace(joint, '').replace(article, ', '),
  );
};

/** Whether a row is a firm with its place, such as `Lumora (Berlin)`. */
const isPlaced = ({ name, company, title, text }: Row): boolean =>
  name !== undefined && company !== undefined && title === undefined && /\([^()]+\)\s*$/.test(text);

/** A list as it is read without what names nobody: the heading, labels, and places of firms. */
export const clearedList = async (text: string, graph: LookUps): Promise<string> => {
  const lines = linesIn(text);
  const [first = '', ...others] = lines;
  const mayBeHeading = others.length > 1 && isHeading(first.trim(), others);
  const { table, rows } = read(lines.join('\n'));
  const placed = table ? [] : rows.filter(isPlaced);
  const isNobody = mayBeHeading && first.split(/\s+/).every((word) => isFiller(word));
  const heading = mayBeHeading && !isNobody ? [first.trim()] : [];
  if (placed.length === 0 && heading.length === 0) return (isNobody ? others : lines).join('\n');
  const { people, companies } = await graph.match(
    [...placed, ...heading.map((name) => rowWith({ name }))],
    [...placed.map(({ name = '' }) => name), ...heading].map((company) => rowWith({ about: 'company', company })),
  );
  const isPerson = (at: number): boolean => {
    const one = people[at];
    return one !== undefined && (isFound(one) || one.candidates.length > 0);
  };
  const isFirm = (at: number): boolean => companies[at] !== undefined && isFound(companies[at]);
  const last = placed.length;
  const kept = mayBeHeading && (isNobody || !(isPerson(last) || isFirm(last))) ? others : lines;
  return kept
    .map((line) => {
      const at = placed.findIndex((row) => line.includes(row.text));
      return at >= 0 && !isPerson(at) && isFirm(at) ? (placed[at]?.name ?? line) : line;
    })
    .join('\n');
};
