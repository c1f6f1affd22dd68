/** Whether a text has whole characters only, and no U+0000, which many programs cannot store. */
export const isReadable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** What `isReadable` demands, for a sentence. */
export const readableText = 'text of whole characters without U+0000, but has half a surrogate pair or U+0000';

/** Whether a text has a character that can be seen. */
export const isVisible = (text: string): boolean => /[^\p{C}\p{Z}\p{M}]/u.test(text);

/** The number of characters of a text, of which an emoji is one. */
export const characters = (text: string): number => [...text].length;
