import { useEffect } from 'preact/hooks';

const everyMs = 2000;

/** Polls every two seconds while something is pending that has no events. */
export const useRefreshing = (isPending: boolean, refresh: () => void): void => {
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(refresh, everyMs);
    return () => clearTimeout(timer);
  });
};
