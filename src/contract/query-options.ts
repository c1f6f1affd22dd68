/** Options of full-text clauses that tune scores, or what is not offered: they are accepted, and change nothing. */
export const inertInWords: readonly string[] = [
  'auto_generate_synonyms_phrase_query',
  'fuzzy_rewrite',
  'fuzzy_transpositions',
  'max_expansions',
  'prefix_length',
];

/** The same of clauses whose text has operators of its own. */
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
