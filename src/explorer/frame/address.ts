import { useLocation } from 'preact-iso/router';

type Changes = Readonly<Record<string, string | undefined>>;

/** The address of the page: path and query, and how to change them. */
export interface Address {
  readonly path: string;
  readonly query: Readonly<Partial<Record<string, string>>>;
  /** This page's address with some members of its query changed; undefined removes one. */
  readonly changed: (changes: Changes) => string;
  /** Goes to another address; `replace` leaves no entry in the history. */
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

/** A path with a query; members that are undefined or empty are left out. */
export const addressOf = (path: string, query: Readonly<Partial<Record<string, string>>>): string => {
  const members = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return members.length === 0 ? path : `${path}?${new URLSearchParams(members)}`;
};

export const personAddress = (id: string): string => `/people/${encodeURIComponent(id)}`;

export const companyAddress = (id: string): string => `/companies/${encodeURIComponent(id)}`;
