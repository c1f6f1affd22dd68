/** Titles with several spellings, each with its abbreviations. */
const synonyms: readonly (readonly string[])[] = [
  ['ceo', 'chief executive officer'],
  ['cfo', 'chief financial officer'],
  ['cto', 'chief technology officer', 'chief technical officer'],
  ['coo', 'chief operating officer'],
  ['cmo', 'chief marketing officer'],
  ['cpo', 'chief product officer'],
  ['cio', 'chief information officer'],
  ['ciso', 'chief information security officer'],
  ['cro', 'chief revenue officer'],
  ['chro', 'chief human resources officer', 'chief people officer'],
  ['vp', 'vice president'],
  ['svp', 'senior vice president'],
  ['evp', 'executive vice president'],
  ['gc', 'general counsel'],
  ['pm', 'product manager'],
  ['hr', 'human resources'],
  ['cofounder', 'co-founder'],
];

/** The spellings of a title: `CFO` is also `Chief Financial Officer`. */
export const titlesLike = (title: string): readonly string[] => {
  const lower = title.toLowerCase();
  const found = synonyms.flatMap((forms) => {
    const form = forms.find((one) => new RegExp(`(^|\\W)${one}(\\W|$)`).test(lower));
    return form === undefined ? [] : forms.map((other) => (other === form ? title : lower.replace(form, other)));
  });
  return found.length === 0 ? [title] : [...new Set(found)];
};
