/** Text that is HTML already; everything else is escaped where it is put into a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | readonly Content[];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (content: Content): string => {
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(escaped).join('');
  return String(content).replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);
};

/** A template of HTML: what stands in it is escaped. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(parts.map((part, at) => part + (at < contents.length ? escaped(contents[at] ?? '') : '')).join(''));

/** A sentence in which `backquotes` set off code. */
export const prose = (sentence: string): Html =>
  html`${sentence.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
