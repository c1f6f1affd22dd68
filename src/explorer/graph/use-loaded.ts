import { useEffect, useState } from 'preact/hooks';

/**
 * Loads a value for a key, and again on request.
 *
 * @param key loads nothing while it is undefined
 * @returns the value; undefined while it loads
 */
export const useLoaded = <Value>(key: string | undefined, load: () => Promise<Value>) => {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly value: Value }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    let isCurrent = true;
    load().then((value) => isCurrent && setLoaded({ key, value }));
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);
  const again = () => {
    setLoaded(undefined);
    setAttempt((count) => count + 1);
  };
  return { value: loaded?.key === key ? loaded?.value : undefined, again };
};
