import { slugIn } from '../person/person-address.ts';

/** What a text names exactly: a record by its address, id, e-mail address or website. */
export type Exact =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'person'; readonly slug: string }
  | { readonly kind: 'company'; readonly slug: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'website'; readonly website: string };

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Reads an address, id, e-mail address or domain; undefined where the text is a name or a phrase. */
export const exactIn = (text: string): Exact | undefined => {
  const word = text.trim();
  if (word === '' || /\s/.test(word)) return undefined;
  if (uuid.test(word)) return { kind: 'id', id: word.toLowerCase() };
  const plain = word.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '');
  const [, kind] = /^[\w.-]+\.[a-z]{2,}\/(in|company|companies|people)\/[^/]+/i.exec(plain) ?? [];
  if (kind) {
    const slug = slugIn(plain.split(/[?#]/)[0] ?? '') ?? '';
    return /^(?:in|people)$/i.test(kind) ? { kind: 'person', slug } : { kind: 'company', slug };
  }
  if (/^[^\s@]+@[\w-]+(?:\.[\w-]+)+$/.test(word)) return { kind: 'email', email: word.toLowerCase() };
  if (/^@[\p{L}\p{N}-]+$/u.test(word)) return { kind: 'person', slug: word.slice(1) };
  if (/^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#].*)?$/i.test(plain))
    return { kind: 'website', website: (plain.split(/[/?#]/)[0] ?? '').toLowerCase() };
  return undefined;
};

/** Whether a text is a list: lines, cells, or names separated by semicolons or commas. */
export const isList = (text: string): boolean => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > 1 || /\t/.test(text.trim())) return true;
  if (text.split(';').filter((part) => part.trim() !== '').length > 1) return true;
  const words = text.trim().split(/\s+/);
  if (words.length > 1 && words.every((word) => exactIn(word.replace(/[,;]$/, '')) !== undefined)) return true;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length < 2 || parts.includes('')) return false;
  if (/\b(?:at|in|who|or|and|not|from|to|with)\b/i.test(text)) return false;
  return parts.length > 2 || parts.every((part) => /^\p{Lu}\S* \p{Lu}/u.test(part));
};
