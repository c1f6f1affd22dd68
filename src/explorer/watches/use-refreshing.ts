import { useEffect } from 'preact/hooks';

const everyMs = 2000;

/** Asks again every two seconds while something is under way of which no event tells. */
export const useRefreshing = (isPending: boolean, refresh: () => void): void => {
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(refresh, everyMs);
    return () => clearTimeout(timer);
  });
};
