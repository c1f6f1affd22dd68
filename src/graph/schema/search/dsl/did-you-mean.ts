import { suggestionList } from 'graphql/jsutils/suggestionList.js';

/**
 * Ends a sentence with the known name closest to a name, compared as a whole or by the last part; a full stop if none
 * is.
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known];
  const given = name.slice(0, 100);
  const [nearest] = suggestionList(given, names);
  const [nearestLast] = nearest === undefined ? suggestionList(lastPart(given), names.map(lastPart)) : [];
  const meant = nearest ?? names.find((one) => lastPart(one) === nearestLast);
  return meant === undefined ? '.' : `; did you mean “${meant}”?`;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
