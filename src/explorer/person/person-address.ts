const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether an address ends in an id; else it ends in a slug on the external network. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** The slug in the URL of a page on the external network, which a free payload tells where it knows no id. */
export const slugIn = (url: string | null | undefined): string | undefined => {
  const last = url?.split('/').findLast((part) => part !== '');
  if (last === undefined) return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};
