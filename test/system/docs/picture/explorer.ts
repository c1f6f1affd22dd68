/** Takes the pictures of the explorer in docs/ from a graph that serves the sample: `npm run pictures [URL]`. */
import { join } from 'node:path';
import { argv } from 'node:process';
import { chromium, type Page } from 'playwright-core';

const [, , graph = 'http://localhost:4000'] = argv;
const executablePath = process.env.KITH_TEST_CHROMIUM ?? '/usr/bin/chromium';
const docs = join(import.meta.dirname, '../../../../docs');

const pictures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  person: async (page) => {
    await page.goto(`${graph}/`);
    await page.getByRole('combobox').fill('mei-ling');
    await page.getByRole('option', { name: /Mei-Ling Torres/ }).click();
    await page.getByRole('list', { name: 'Ranked' }).waitFor();
  },
  map: async (page) => {
    await page.goto(`${graph}/map`);
    await page.getByRole('img', { name: /^Map of/ }).waitFor();
  },
  spend: async (page) => {
    await page.goto(`${graph}/people`);
    await page.getByRole('table').waitFor();
    await page.goto(`${graph}/spend`);
    await page.getByRole('heading', { name: 'By cause' }).waitFor();
  },
};

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1320, height: 800 } });
  await page.goto(graph);
  await page.getByRole('button', { name: /^Demo Team/ }).click();
  await page.getByRole('heading', { name: 'Closest to your team' }).waitFor();
  for (const [name, show] of Object.entries(pictures)) {
    await show(page);
    await page.screenshot({ path: join(docs, `explorer-${name}.jpg`), type: 'jpeg', quality: 82 });
  }
} finally {
  await browser.close();
}
