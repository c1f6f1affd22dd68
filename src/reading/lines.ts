import { addressesIn, addressFrom } from './address.ts';
import { hasLegalForm, isSuffix, setOf, wordsOf } from './names.ts';
import type { TextLine } from './records.ts';
import { type Cell, isNamed, type Row, rowOf } from './row.ts';
import { isQuestion, spansOf } from './spans.ts';
import type { Unread } from './table.ts';
import { isTitle, partOf } from './title.ts';
import { kindOfValue } from './value.ts';

/** Bullets, numbers and checkboxes before an entry of a list, and quote marks of mail. */
const bullet = /^(?:[\s>]*(?:[-*+•·▪◦‣○●–—✓✔☐☑□■]|\(?\d{1,3}[.)]|\[[ xX]?\])\s+)+|^[\s>]+/u;

/** Names of the address lines of a mail's header, in the languages of the headings. */
const addressHeader = /^(?:to|cc|bcc|from|an|von|à|a|de|para|aan|van)\s*:\s*/i;

const isRecipients = (text: string): boolean => addressHeader.test(text) && text.includes('@');

/** Separators between a name and a title or firm, except commas. */
const separator = /\s+[|–—·•/]\s+|\s*\|\s*|\s+-{1,2}\s+|\t+/;
const atFirm = /\s+(?:at|@|bei|(?:de )?chez|presso)\s+(?=\S)/i;

/** Lines of a mail's header that name nobody, in the languages of the headings. */
const mailHeader =
  /^(?:sent|dat[ae]|subject|re|gesendet|datum|betreff|envoyé|objet|enviado|fecha|ass?unto|inviato|oggetto|verzonden|onderwerp)\s*:/i;

const unquoted = (text: string): string => text.replace(/^(["'“‘«])(.*)["'”’»][,;.]?$/su, '$2').trim();

/** Maximum characters of an entry. */
const maxEntry = 1_000;

/**
 * Reads the lines of a list. A line is one entry, or several if it contains several addresses or links; `mayBeSeveral`: or
 * several names, by default if it is the only line.
 */
export function readLines(
  lines: readonly TextLine[],
  of?: 'people' | 'companies',
  mayBeSeveral = lines.filter(({ raw }) => raw.trim() !== '').length === 1,
): {
  readonly rows: readonly Row[];
  readonly unread: readonly Unread[];
} {
  const rows: Row[] = [];
  const unread: Unread[] = [];
  const given = lines.filter(({ raw }) => raw.trim() !== '');
  const isMail = given.some(({ raw }) => isRecipients(raw.trim()));
  for (const { line, raw } of given) {
    const text = unquoted(
      raw
        .replaceAll(/[^\S\t]+/g, ' ')
        .replaceAll(/\t+/g, '\t')
        .replace(bullet, '')
        .trim(),
    );
    if (
      given.length > 1 &&
      ((isMail && (mailHeader.test(text) || (addressHeader.test(text) && !text.includes('@')))) ||
        /^[^@]*:$/.test(text))
    ) {
      unread.push({ line, text: raw, reason: 'It is a heading.' });
      continue;
    }
    const entries = entriesOf(text, mayBeSeveral);
    for (const entry of entries) {
      if (entry.length > maxEntry) {
        unread.push({ line, text: entry, reason: `It is longer than ${maxEntry} characters.` });
        continue;
      }
      const cells = cellsOf(entry);
      if (isQuestion(entry, isFullName(cells[0]?.text ?? ''))) {
        rows.push({ line, text: entry, cells: [], spans: spansOf(entry) });
        continue;
      }
      const row = rowOf(cells, line, entry, of && (of === 'companies' ? 'company' : 'person'));
      if (isNamed(row)) rows.push(row);
      else unread.push({ line, text: raw, reason: 'It names nobody.' });
    }
    if (entries.length === 0) unread.push({ line, text: raw, reason: 'It names nobody.' });
  }
  return { rows, unread };
}

/** The entries of a line. */
function entriesOf(text: string, mayBeSeveral: boolean): readonly string[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  if (addressesIn(text).length > 1) return mailboxes(text.replace(addressHeader, ''));
  const whole = isRecipients(text) ? text.replace(addressHeader, '') : text;
  const words = filled(whole.split(/[\s,;]+/));
  if (words.length > 1 && words.every((word) => kindOfValue(word) !== undefined)) return words;
  const parts = filled(whole.split(/;|\s+\(?\d{1,2}\)\s+|\s+\d{1,2}\.\s+(?=\p{Lu})|\s+[•▪◦‣]\s+/u));
  if (parts.length > 1) return parts;
  const described = mayBeSeveral ? [...whole.matchAll(namedWithFirm)].map(([entry]) => entry) : [];
  if (described.length > 1) return described;
  const segments = whole.split(',');
  const last = segments.pop() ?? '';
  const names = filled([...segments, ...(mayBeSeveral && !hasLegalForm(last) ? last.split(joint) : [last])]);
  const areNames = names.length > 1 && names.every((part) => isFullName(part) && !isTitle(part) && !hasLegalForm(part));
  return mayBeSeveral && areNames ? names : [whole];
}

/** Parts without spaces around them, and without empty ones. */
const filled = (parts: readonly string[]): readonly string[] =>
  parts.map((part) => part.trim()).filter((part) => part !== '');

/** A full name with a firm or title in brackets, in the middle of a sentence. */
const namedWithFirm = /\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,4} ?\([^()]+\)/gu;

/** Words before the last name of several. */
const joint = /\s+(?:and|und|et|y|e|en)\s+(?=\p{Lu})/u;

/** Two or more capitalized words, apart from particles. */
function isFullName(part: string): boolean {
  const words = part.split(/\s+/);
  return words.length > 1 && words.every((word) => particles.has(word) || /^\p{Lu}[\p{L}\p{M}.'’-]*$/u.test(word));
}

/** The entries of an address header such as `To:`, in which quoted names may contain commas. */
function mailboxes(text: string): readonly string[] {
  const parts = text.match(/(?:"[^"]*"|<[^<>]*>|[^",;<>])+/g) ?? [];
  const entries: string[] = [];
  let before = '';
  for (const part of parts) {
    const entry = before + part.trim();
    const found = addressesIn(entry);
    // `Chan, Maria <maria@x.example>`: a part without an address belongs to the next part.
    if (found.length === 0) before = entry === '' ? '' : `${entry}, `;
    else {
      entries.push(...(found.length > 1 && !entry.includes('<') ? found : [entry.trim()]));
      before = '';
    }
  }
  return before === '' ? entries : [...entries, before.replace(/, $/, '')];
}

/** The parts of an entry, with their kinds if recognized. */
function cellsOf(entry: string): readonly Cell[] {
  const whole = kindOfValue(entry);
  if (whole !== undefined && (whole !== 'email' || addressFrom(entry) !== undefined) && !/[<>]/.test(entry))
    return [{ text: entry, kind: whole }];
  const [, quoted, mail = ''] = /^["“'](.+)["”']\s*<([^<>]*)>$/.exec(entry) ?? [];
  if (quoted !== undefined)
    return [
      { text: quoted, kind: 'name' },
      { text: mail, kind: kindOfValue(mail) },
    ];
  const exact: Cell[] = [];
  const rest = entry
    .replaceAll(/<([^<>]*)>|\(([^()\s]*)\)|(?<=^|[\s,;|])([^\s,;|<>()]+)/g, (all, ...inner: readonly unknown[]) => {
      const text = inner.slice(0, 3).find((one) => typeof one === 'string');
      const value = typeof text === 'string' ? text.replace(/[.,;:]+$/, '') : '';
      const kind = kindOfValue(value);
      if (kind === undefined) return all;
      exact.push({ text: value, kind });
      return '\t';
    })
    .replaceAll(/\s*\t[\s,;|–—:-]*/g, '\t')
    .replace(/^[\t\s]+|[\t\s,;|–—:-]+$/gu, '');
  return [...wordsIn(rest), ...exact];
}

/** Parses `Name, title, firm` in its usual spellings. */
function wordsIn(text: string): readonly Cell[] {
  // Pronouns in parentheses, such as *(she/her)*, are not a firm.
  const [head = '', ...parts] = filled(
    text
      .replace(/\s*\(([^()/]+)\)$/, ', $1')
      .split(separator)
      .flatMap(commaParts)
      .flatMap((part) => part.split(atFirm)),
  );
  const isTurned = parts.length === 1 && text.includes(',') && isLastAndFirst(head, parts[0] ?? '');
  if (isTurned) return [{ text, kind: 'name' }];
  const cells: Cell[] = [];
  const has = (kind: Cell['kind']) => cells.some((cell) => cell.kind === kind);
  for (const [at, part] of [head, ...parts].entries()) {
    // `Inés Castaño – RRHH, Junea Farms`: a line of work is no firm where one follows.
    const isWork = at > 0 && at < parts.length && wordsOf(part).every(partOf);
    const kind =
      (isTitle(part) || isWork) && !has('title')
        ? 'title'
        : at === 0
          ? hasLegalForm(part)
            ? 'company'
            : 'name'
          : has('company')
            ? 'place'
            : 'company';
    cells.push({ text: part, kind });
  }
  return cells;
}

/** Splits at commas; a degree, suffix or legal form stays with the part before it. */
function commaParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (const part of text.split(',')) {
    const before = parts.at(-1);
    if (
      before !== undefined &&
      ((isSuffix(before, part) && !isTitle(part)) ||
        (hasLegalForm(`${before}, ${part}`) && !hasLegalForm(part) && wordsOf(part).length === 1))
    )
      parts[parts.length - 1] = `${before},${part}`;
    else parts.push(part);
  }
  return parts;
}

/** `Torres, Mei-Ling`: a surname, possibly with particles, before a first name. *Ben* and *Al* are first names. */
const isLastAndFirst = (last: string, first: string): boolean =>
  wordsOf(last).filter((word) => !particles.has(word)).length === (last.includes('-') ? 2 : 1) &&
  wordsOf(first).length <= 3 &&
  !isTitle(first) &&
  !hasLegalForm(first);

const particles = setOf('van von der den de da di del della la le el bin dos do du y e');
