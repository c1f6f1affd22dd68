import { signal } from '@preact/signals';
import { draftOf, keepDraft } from '../frame/drafts.ts';

const text = signal<string>();

/** The text that was pasted or dropped last, also before a reload; too long, and too personal, for the address. */
export const pasted = (): string => text.value ?? draftOf('paste') ?? '';

export const paste = (next: string): void => {
  text.value = next;
  keepDraft('paste', next === '' ? undefined : next);
};

/** Takes a file for what was pasted, in whatever encoding it is. */
export const readFile = async (file: File | undefined): Promise<void> => {
  if (!file) return;
  const { decodeBytes } = await import('../../reading/decode.ts');
  paste(decodeBytes(new Uint8Array(await file.arrayBuffer())).text);
};
