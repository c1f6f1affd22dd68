const form = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Those of the texts that can be the id of a row: ids are written in lower case, and compared as keywords are. */
export const uuidsAmong = (texts: readonly string[]): readonly string[] => texts.filter((text) => form.test(text));
