import { andWords } from '../reading/conjunctions.ts';
import { hasLegalForm, wordsOf } from '../reading/names.ts';
import { isTitle } from '../reading/title.ts';

/** Endings of names of files. */
const file = /\.(?:pdf|docx?|odt|rtf|txt|pages|pptx?|xlsx?|vcf|png|jpe?g)$/i;

/** A link as chats and Markdown write it, with the text that they show. */
const chatLink = /<([a-z][a-z\d+.-]*:[^|<>\s]+)\|[^<>]*>|\[[^[\]]*\]\(([a-z][a-z\d+.-]*:[^()\s]+)\)/giu;

/** The last words of a letter, folded, in four languages. */
const closing =
  /^(?:(?:kind|best|warm|kindest|many)? ?regards|sincerely|yours(?: \p{L}+)?|cheers|best(?: wishes)?|many thanks|thanks|thank you|mit (?:freundlichen|besten|herzlichen|lieben) gru(?:ss|ß)en|(?:freundliche|beste|liebe|viele|herzliche|schone) gru(?:ss|ß)e|mfg|vg|lg|gru(?:ss|ß)|(?:bien )?cordialement|(?:bien|tres) a vous|amicalement|sinceres salutations|cdlt|bonne journee|(?:un )?(?:cordial(?:es)? )?saludos?|atentamente|un abrazo|(?:muchas )?gracias)$/u;

/** Before a name that signs for another. */
const onBehalf = /^(?:i\. ?[av]\.|p\. ?p\.|ppa\.?|p\. ?o\.|for)\s+(?=\p{Lu})/iu;

/** Lines that name nobody: telephones and the like. */
const isContact = (line: string): boolean =>
  /^(?:(?:tel|telefon|fon|mobile?|mob|cell|fax|t|m|f|phone|tlf|tel\w*|port\w*)[.:]*\s*)?[+(\d][\d\s()/.–-]{5,}$/iu.test(
    line,
  );

/** A text from elsewhere, as a person would type it: cards, signatures, links of chats, names of files. */
export const asTyped = (text: string): string => {
  const linked = text.replaceAll(
    chatLink,
    (_, one: string | undefined, other: string | undefined) => one ?? other ?? '',
  );
  if (/^\s*BEGIN:VCARD/i.test(linked)) return ofCard(linked);
  const [only = '', ...more] = linked.trim().split(/\s*\n\s*/);
  if (more.length > 0) return ofSignature([only, ...more]) ?? linked;
  // A row of a spreadsheet.
  if (/\t.*\t/.test(only)) return only.replaceAll(/\s*\t\s*/g, ', ');
  return file.test(only) && !/[\s/:]/.test(only)
    ? only
        .replace(file, '')
        .replaceAll(/[_+.]|%20/g, ' ')
        .replaceAll(/(?<!\p{L})\d+(?!\p{L})/gu, ' ')
        .trim()
    : linked;
};

/** `Name, title, firm`. */
const ofCard = (text: string): string => {
  const fieldOf = (name: string): string =>
    new RegExp(`^${name}(?:;[^:\\n]*)?:(.*)$`, 'im')
      .exec(text)?.[1]
      ?.replaceAll(/\\(?=[,;])/g, '')
      .trim() ?? '';
  const [family = '', given = ''] = fieldOf('N').split(';');
  const name = fieldOf('FN') || `${given} ${family}`.trim();
  const mail = fieldOf('EMAIL');
  return [name, fieldOf('TITLE'), fieldOf('ORG').split(';')[0] ?? '', mail].filter((one) => one !== '').join(', ');
};

/** The name and what is below it in the signature of a letter; undefined for other lines. */
const ofSignature = (lines: readonly string[]): string | undefined => {
  const at = lines.findIndex((line) => closing.test(wordsOf(line).join(' ')));
  const below = lines.slice(at + 1).filter((line) => line !== '' && !isContact(line));
  if (at < 0 || at > 8 || below.length === 0 || below.length > 8) return undefined;
  return below.map((line) => line.replace(onBehalf, '')).join(', ');
};

/** Before the names of a list: `Shortlist: A / B`, `to call this week → A, B`. */
const heading = /^([^:→\n]{2,60}?)\s*(?::|→|->|=>)\s+(?=\S)/u;

/** Between entries of a line that have a name, or a name with a firm. */
const separators = [/\s*\/\/\s*/u, /\s+[•▪◦‣·]\s+/u, /\s*;\s*/u, /\s+\/\s+/u, /\s*,\s*(?![^()]*\))/u] as const;

const lastJoint = new RegExp(String.raw`\s+(?:${andWords})\s+(?=\p{Lu})`, 'u');

/** A name, maybe with a firm in brackets or after a stroke. */
const entry =
  /^\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:\p{Lu}|\p{Ll}{1,3} )[\p{L}\p{M}.'’-]*){0,5}(?:\s*[([][^()]+[)\]]|\s*[/–-]\s*\p{Lu}[^/]*)?$/u;

/**
 * The entries of a list in a line, each as `Name, firm`, without the heading before them; undefined for a text that is none.
 */
export const entriesIn = (text: string): readonly string[] | undefined => {
  const [head = '', said = ''] = heading.exec(text) ?? [];
  const rest = text.slice(head.length).trim();
  // `CFO: Lumora` is no list.
  const isFirm = rest
    .replaceAll(/\s*\([^()]*\)/g, '')
    .split(/\s*,\s*/)
    .some((part) => !part.includes(' ') && hasLegalForm(`A ${part}`));
  if (rest.includes('\n') || rest.includes('@') || isTitle(said) || isFirm) return undefined;
  for (const separator of separators) {
    const isList = separator.source.startsWith('\\s*,');
    const parts = rest.split(separator).filter((part) => part !== '');
    const last = parts.at(-1)?.split(lastJoint) ?? [];
    const entries = isList && !hasLegalForm(parts.at(-1) ?? '') ? [...parts.slice(0, -1), ...last] : parts;
    if (
      entries.length < (head === '' ? 3 : 2) ||
      (isList && head === '') ||
      entries.some(isTitle) ||
      !entries.every((one) => entry.test(one.replace(/,\s*(?=\p{Lu})/u, ' ')))
    )
      continue;
    return entries.map((one) =>
      one.replaceAll(/\[([^[\]]*)\]/g, '($1)').replace(/^(.*?\S)\s*\/\s*(\p{Lu}.*)$/u, '$1, $2'),
    );
  }
  return undefined;
};
