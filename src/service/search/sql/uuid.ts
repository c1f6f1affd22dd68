const form = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The texts that can be ids of rows: lower-case UUIDs. Other spellings match nothing, as with keywords. */
export const uuidsAmong = (texts: readonly string[]): readonly string[] => texts.filter((text) => form.test(text));
