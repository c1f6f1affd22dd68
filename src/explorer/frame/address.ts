import { useLocation } from 'preact-iso/router';

type Changes = Readonly<Record<string, string | undefined>>;

/** The page's address: path and query, with functions that change them. */
export interface Address {
  readonly path: string;
  readonly query: Readonly<Partial<Record<string, string>>>;
  /** This address with some members of the query changed; undefined removes one. */
  readonly changed: (changes: Changes) => string;
  /** Navigates to another address; `replace` adds no history entry. */
  readonly go: (address: string, replace?: boolean) => void;
}

export const useAddress = (): Address => {
  const { path, query, route } = useLocation();
  return {
    ...{ path, query },
    changed: (changes) => addressOf(path, { ...query, ...changes }),
    go: (address, replace = false) => route(address, replace),
  };
};

/** A path with a query, without undefined or empty members. */
export const addressOf = (path: string, query: Readonly<Partial<Record<string, string>>>): string => {
  const members = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return members.length === 0 ? path : `${path}?${new URLSearchParams(members)}`;
};

export const personAddress = (id: string): string => `/people/${encodeURIComponent(id)}`;

/** The address of a stored list. */
export const keptAddress = (id: string): string => `/lists/${encodeURIComponent(id)}`;

export const companyAddress = (id: string): string => `/companies/${encodeURIComponent(id)}`;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether an address ends in an id rather than a slug on the external network. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** The slug in a page URL, which identifies people in free payloads without ids. */
export const slugIn = (url: string | null | undefined): string | undefined => {
  const last = url?.split('/').findLast((part) => part !== '');
  if (last === undefined) return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};
