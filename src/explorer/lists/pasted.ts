import { signal } from '@preact/signals';

/** The text that was pasted or dropped last; too long, and too personal, for the address. */
export const pasted = signal('');
