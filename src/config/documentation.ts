import { allSettings } from './read-settings.ts';

type Parts = Readonly<Record<string, () => string>>;

/** Parts of documentation pages that are generated from the settings, by name. */
export const settingsParts: Parts = {
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
};

const namesThat = (holds: 'secret' | 'reloads'): string =>
  allSettings()
    .filter((setting) => setting[holds])
    .map(({ name }) => `- \`${name}\``)
    .join('\n');

/** Replaces what is between `<!-- printed: NAME -->` and `<!-- end -->` with the generated part, if NAME is known. */
export const printInto = (page: string, parts: Parts): string =>
  page.replace(
    /(<!-- printed: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (whole, begin: string, name: string, end: string) => {
      const part = parts[name];
      return part === undefined ? whole : `${begin}\n${part()}\n${end}`;
    },
  );
