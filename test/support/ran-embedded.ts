import { tier } from './tier.ts';

/**
 * Why a suite over an embedded store, which also runs over a server, is left out here, for its `skip`: CI runs `npm test` first, and
 * then what it adds.
 */
export const ranEmbedded: string | false = tier === 'ci' && '`npm test` runs it';
