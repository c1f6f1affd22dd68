import type { ReceiptLines } from './receipt.ts';

/** Carries an answer's receipt over HTTP, since gateways pass headers on, and no extensions. */
export const creditsHeader = 'x-kith-credits';

/** The lines as a Dictionary of Structured Field Values (RFC 9651): `charged=1, shared=0, saved-by-cache=2, …`. */
export const creditsField = (lines: ReceiptLines): string =>
  Object.entries(lines)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${value}`)
    .join(', ');
