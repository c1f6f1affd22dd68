/** Without case and accents. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

export const singular = (word: string): string =>
  word.endsWith('ies') && word.length > 4 ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^s])s$/i, '');

/** Words of titles. */
const titleWords = new Set(
  'engineer developer designer architect manager director head chief officer president vp svp evp ceo cto cfo coo cmo cpo cio ciso cro founder cofounder partner investor analyst scientist researcher lawyer counsel recruiter marketer consultant accountant buyer producer editor writer teacher professor doctor nurse lead senior staff principal junior software hardware data product sales marketing finance legal operations people growth security machine learning research design engineering customer success support account business development talent general managing executive associate vice of human resources technology technical information'.split(
    ' ',
  ),
);

/** Words that are titles by themselves: `data` and `of` are not. */
const roles = new Set(
  'engineer developer designer architect manager director head chief officer president vp svp evp ceo cto cfo coo cmo cpo cio ciso cro founder cofounder partner investor analyst scientist researcher lawyer counsel recruiter marketer consultant accountant buyer producer editor writer teacher professor doctor nurse lead associate'.split(
    ' ',
  ),
);

export const isTitleWord = (word: string): boolean => {
  const lower = folded(word);
  return titleWords.has(lower) || titleWords.has(singular(lower));
};

export const isRole = (word: string): boolean => {
  const lower = folded(word);
  return roles.has(lower) || roles.has(singular(lower));
};

const fillers = new Set(
  'people person persons someone somebody folks employees employee staffers team who whom that are is was were the a an all and find show list me us give get please do does we know our my contacts contact'.split(
    ' ',
  ),
);

export const isFiller = (word: string): boolean => fillers.has(folded(word));

/** Without quotation marks, and without punctuation at its ends. */
export const trimmed = (text: string): string =>
  text
    .replaceAll(/[“”"„«»]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/^[,;:]+|[,;:.?!]+$/g, '')
    .replace(/,? (?:please|thanks|and|who|that)$/i, '')
    .trim();
