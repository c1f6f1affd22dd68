import { suggestionList } from 'graphql/jsutils/suggestionList.js';

/** “; did you mean “…”?”, or a full stop where no known name comes close to a name, or its last part to another's. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known];
  const given = name.slice(0, 100);
  const [nearest] = suggestionList(given, names);
  const [nearestLast] = nearest === undefined ? suggestionList(lastPart(given), names.map(lastPart)) : [];
  const meant = nearest ?? names.find((one) => lastPart(one) === nearestLast);
  return meant === undefined ? '.' : `; did you mean “${meant}”?`;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
