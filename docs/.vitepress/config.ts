import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const root = join(import.meta.dirname, '../..');
const { homepage, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repository = new URL(homepage).origin + new URL(homepage).pathname;

const page = (text: string, link: string) => ({ text, link: `/${link}` });

/** The documentation as a site: the pages of `docs`, in the order of the README's table, and the reference that `reference.ts` prints. */
export default defineConfig({
  title: 'Kith',
  description,
  outDir: '.site',
  cleanUrls: true,
  // A page whose link leads nowhere fails the build, but for a graph on this machine.
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'tour.md': 'index.md' },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    sidebar: [
      {
        text: 'Learn',
        items: [
          page('Tour', ''),
          page('People by title and place', 'people'),
          page('Searching', 'searching'),
          page('Introductions', 'introductions'),
          page('Explorer', 'explorer'),
        ],
      },
      {
        text: 'Build',
        items: [
          page('Clients', 'clients'),
          page('Types', 'types'),
          page('Subscriptions', 'subscriptions'),
          page('Federation', 'federation'),
          page('Agents', 'agents'),
        ],
      },
      { text: 'Spend', items: [page('Credits', 'credits'), page('Purses and sessions', 'purses')] },
      {
        text: 'Run',
        items: [
          page('Commands', 'commands'),
          page('Configuration', 'configuration'),
          page('Import and export', 'import'),
          page('Deployment', 'deployment'),
          page('Operations', 'operations'),
          page('Metrics, traces, logs', 'observability'),
          page('Upgrading', 'upgrading'),
          page('Troubleshooting', 'troubleshooting'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('GraphQL schema', 'reference/graph'),
          page('Data service (REST)', 'reference/rest'),
          page('Where the interface is silent', 'contributing/silent-points'),
          page('Threat model', 'security'),
        ],
      },
      {
        text: 'Contribute',
        items: [
          page('Architecture', 'contributing/architecture'),
          page('Roadmap', 'contributing/roadmap'),
          page('Releasing', 'contributing/releasing'),
        ],
      },
    ],
  },
  markdown: {
    config(md) {
      // Pages link to files of the repository, which the site does not have.
      md.core.ruler.push('repository-links', ({ tokens }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) {
            const href = token.attrGet('href');
            if (token.type === 'link_open' && href && /^(?!https?:|#|[\w-]+\.md)/.test(href))
              token.attrSet('href', new URL(href, `${repository}/blob/main/docs/`).href);
          }
      });
    },
  },
});
