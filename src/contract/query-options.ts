/** Options of full-text clauses that are accepted without effect: they tune scores, or unsupported features. */
export const inertInWords: readonly string[] = [
  'auto_generate_synonyms_phrase_query',
  'fuzzy_rewrite',
  'fuzzy_transpositions',
  'max_expansions',
  'prefix_length',
];

/** The same for clauses whose text contains operators. */
export const inertInStrings: readonly string[] = [
  'allow_leading_wildcard',
  'auto_generate_synonyms_phrase_query',
  'enable_position_increments',
  'fuzzy_max_expansions',
  'fuzzy_prefix_length',
  'fuzzy_rewrite',
  'fuzzy_transpositions',
  'max_determinized_states',
  'rewrite',
  'tie_breaker',
];
