import { credits } from './credits.ts';

/** Sentences of the graph that speak of its own interface, and what they say in the words of tools. */
const wordings: readonly (readonly [RegExp, string | ((...groups: string[]) => string)])[] = [
  [
    /The operation’s budget of (\d+) credits? does not allow this; the header x-credit-budget sets another one\./g,
    (_, count = '0') => `This needs more than the ${credits(Number(count))} that this call may spend.`,
  ],
  [
    /x-credit-budget: must be a whole number between 0 and (\d+), but got “\d+”\./g,
    'This call may spend at most $1 credits.',
  ],
  [/No record has the (xnetSlug|id|xnetId|xnetUrl) (“[^”]*”)\./g, 'Nobody and nothing on record is called $2.'],
  [/to\.\d+ names nobody on record\./g, 'Nobody on record.'],
  [/to\.\d+ /g, 'The target '],
  [/ Ask for one at POST \/quote\./g, ' Call the tool again, which asks for another.'],
  [/; `checkRecords: true` searches all (people|companies), in extra free calls\./g, '.'],
  [/fetch failed/g, 'The graph does not answer.'],
];

/** A sentence of the graph in the words of tools. */
export const inToolWords = (sentence: string): string =>
  wordings.reduce(
    (text, [pattern, words]) =>
      typeof words === 'string' ? text.replaceAll(pattern, words) : text.replaceAll(pattern, words),
    sentence,
  );
