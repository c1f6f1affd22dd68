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
