import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const executablePath = process.env.KITH_TEST_CHROMIUM ?? '/usr/bin/chromium';
const docs = join(import.meta.dirname, '../../../../docs');

const box = (page: Page) => page.getByRole('textbox', { name: /^Search people and companies/ });

const pictures: Readonly<Record<string, (page: Page, graph: string) => Promise<unknown>>> = {
  person: async (page, graph) => {
    await page.goto(`${graph}/`);
    await box(page).fill('who can introduce me to Mei-Ling Torres');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Introductions, best first' }).waitFor();
    await page.getByText('1 credit', { exact: true }).waitFor();
  },
  list: async (page, graph) => {
    await page.goto(`${graph}/`);
    await page.getByRole('button', { name: /sample targets/ }).click();
    await page.getByRole('button', { name: /^Make the plan/ }).click();
    await page.getByRole('table', { name: 'Targets' }).waitFor();
  },
  people: async (page, graph) => {
    await page.goto(`${graph}/people?title=engineer`);
    await page.getByRole('table').getByText('%').nth(5).waitFor();
  },
};

/** Takes the pictures of the explorer in docs/ from a graph that serves the sample. */
export async function photograph(graph: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1320, height: 800 } });
    await page.goto(graph);
    await page.getByRole('button', { name: /^Demo Team/ }).click();
    await page.getByRole('link', { name: /within reach/ }).waitFor();
    for (const [name, show] of Object.entries(pictures)) {
      await show(page, graph);
      await page.screenshot({ path: join(docs, `explorer-${name}.jpg`), type: 'jpeg', quality: 82 });
    }
  } finally {
    await browser.close();
  }
}
