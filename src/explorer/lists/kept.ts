/** The address of a stored list. */
export const keptAddress = (id: string): string => `/lists/${encodeURIComponent(id)}`;

/** Maximum number of targets in a list. */
export const mostKept = 500;

const defaultPerConnector = 3;
export const maxPerConnector = 10;

/** Reads the maximum number of introductions requested from one connector from a parameter of an address. */
export const perConnectorIn = (text = ''): number => {
  const count = Number.parseInt(text, 10);
  return count >= 1 && count <= maxPerConnector ? count : defaultPerConnector;
};
