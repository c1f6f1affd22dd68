import { allSettings } from './read-settings.ts';
import { retiredTable } from './retired.ts';

/** The parts of pages that are printed from the settings, by the name of the part. */
const printedParts: Readonly<Record<string, () => string>> = {
  settings: () =>
    [
      '| variable | default | meaning |',
      '|---|---|---|',
      ...allSettings().map(
        ({ name, default: value, description }) =>
          `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`,
      ),
    ].join('\n'),
  secrets: () => namesThat('secret'),
  reloads: () => namesThat('reloads'),
  retired: retiredTable,
};

const namesThat = (holds: 'secret' | 'reloads'): string =>
  allSettings()
    .filter((setting) => setting[holds])
    .map(({ name }) => `- \`${name}\``)
    .join('\n');

/** Puts the printed parts into a page, each between `<!-- printed: NAME -->` and `<!-- end -->`. */
export const printInto = (page: string): string =>
  page.replace(
    /(<!-- printed: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (whole, begin: string, name: string, end: string) => {
      const part = printedParts[name];
      return part === undefined ? whole : `${begin}\n${part()}\n${end}`;
    },
  );
