/** Words that callers use for a word of the schema's names. */
const synonyms: Readonly<Record<string, string>> = {
  surname: 'last',
  family: 'last',
  given: 'first',
  forename: 'first',
  photo: 'image',
  picture: 'image',
  avatar: 'image',
  employer: 'company',
  organization: 'company',
  organisation: 'company',
  org: 'company',
  firm: 'company',
  city: 'locality',
  town: 'locality',
  state: 'region',
  province: 'region',
  mail: 'email',
  private: 'personal',
  business: 'work',
  telephone: 'phone',
  department: 'function',
  level: 'seniority',
  cert: 'certification',
  certificate: 'certification',
  technology: 'tech',
  remove: 'delete',
  edit: 'change',
  score: 'confidence',
  role: 'title',
  position: 'title',
  job: 'title',
  member: 'connector',
  modified: 'updated',
  refreshed: 'refresh',
};

/** Words that say nothing about which field is meant. */
const empty = new Set(['is', 'has', 'get', 'my', 'the', 'all', 'of', 'current', 'profile', 'person']);

const singular = (word: string): string =>
  word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/(?:(?<=ss|x|ch|sh)es|(?<!s|u|i)s)$/, '');

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '')
    .map(singular);

/** Words of the schema's own names, of which there are only so many. */
const wordsOfNames = new Map<string, readonly string[]>();

function wordsOfName(name: string): readonly string[] {
  const known = wordsOfNames.get(name);
  if (known) return known;
  const words = wordsOf(name);
  wordsOfNames.set(name, words);
  return words;
}

const meant = (words: readonly string[]): readonly string[] => words.map((word) => synonyms[word] ?? word);

/**
 * The names that have all words of a guess, in any case, number and order, with words that the schema uses: `seniorities` and
 * `jobLevel` are `currentSeniorities`. Only the shortest are returned; none if no name has all words.
 */
export function namesWithWords(guess: string, names: readonly string[]): readonly string[] {
  const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
  const same = names.filter((name) => plain(name) === plain(guess));
  if (same.length > 0) return same;
  const said = wordsOf(guess).filter((word) => !empty.has(word));
  const least = said.filter((word) => word !== 'job' && word !== 'list');
  const tries = [said, meant(said), meant(least)];
  for (const words of tries) {
    if (words.length === 0) continue;
    const found = names
      .map((name) => ({ name, words: wordsOfName(name) }))
      .filter((one) => words.every((word) => one.words.includes(word)));
    const shortest = Math.min(...found.map((one) => one.words.length));
    const best = found.filter((one) => one.words.length === shortest);
    if (best.length > 0) return best.map((one) => one.name);
  }
  return [];
}
