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

export const companyAddress = (id: string): string => `/companies/${encodeURIComponent(id)}`;
