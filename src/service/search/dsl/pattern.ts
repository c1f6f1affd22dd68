import type { PatternPart } from '../tree.ts';

/** The parts of a wildcard's pattern. A backslash makes the next character stand for itself; a last one is a backslash. */
export function patternOf(text: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  let literal = '';
  for (const [, escaped, wildcard, plain] of text.matchAll(/\\(.)|([*?])|(.)/gsu)) {
    if (wildcard === undefined) literal += escaped ?? plain ?? '';
    else {
      if (literal !== '') parts.push({ text: literal });
      literal = '';
      parts.push(wildcard === '*' ? '*' : '?');
    }
  }
  if (literal !== '' || parts.length === 0) parts.push({ text: literal });
  return parts;
}
