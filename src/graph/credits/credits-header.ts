import type { ReceiptLines } from './receipt.ts';

/** Carries an answer's receipt over HTTP, since gateways pass headers on, and no extensions. */
export const creditsHeader = 'x-kith-credits';

/** The lines as a Dictionary of Structured Field Values (RFC 9651). Written out, since every answer has one. */
export const creditsField = (lines: ReceiptLines): string =>
  `charged=${lines.charged}, shared=${lines.shared}, saved-by-payload=${lines.savedByPayload}, ` +
  `saved-by-identity=${lines.savedByIdentity}, saved-by-cache=${lines.savedByCache}, budget=${lines.budget}, ` +
  `maybe-charged=${lines.maybeCharged}`;
