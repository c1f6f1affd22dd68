/** A list written as one text: its items stand between commas or on lines of their own. */
export const words = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
