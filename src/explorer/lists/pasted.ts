import { draftOf, keepDraft } from '../frame/drafts.ts';
import { Signal } from '../graph/signal.ts';

const text = new Signal<string | undefined>(undefined);

/** The last pasted or dropped text, also after a reload. Not in the address: it is too long, and personal. */
export const usePasted = (): string => text.use() ?? draftOf('paste') ?? '';

export const paste = (next: string): void => {
  text.value = next;
  keepDraft('paste', next === '' ? undefined : next);
};

/** Reads a file, in any encoding, as the pasted text. */
export const readFile = async (file: File | undefined): Promise<void> => {
  if (!file) return;
  const { decodeBytes } = await import('../../reading/decode.ts');
  paste(decodeBytes(new Uint8Array(await file.arrayBuffer())).text);
};
