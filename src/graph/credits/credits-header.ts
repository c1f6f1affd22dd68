import type { ReceiptLines } from './receipt.ts';

/** Response header with the receipt: gateways forward headers, but not extensions. */
export const creditsHeader = 'x-kith-credits';

/**
 * Formats a receipt as a Dictionary of Structured Field Values (RFC 9651). Unrolled for speed: every answer has one.
 */
export const creditsField = (lines: ReceiptLines): string =>
  `charged=${lines.charged}, shared=${lines.shared}, saved-by-payload=${lines.savedByPayload}, ` +
  `saved-by-identity=${lines.savedByIdentity}, saved-by-cache=${lines.savedByCache}, budget=${lines.budget}, ` +
  `maybe-charged=${lines.maybeCharged}${lines.kept === undefined ? '' : `, kept=${lines.kept}`}`;
