import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { operations } from '../../src/contract/operation/all.ts';
import { v2Operations } from '../../src/contract/v2/all.ts';
import { docsPage } from '../../src/service/docs/page.ts';
import { type CastService, openCast } from '../support/service.ts';

suite('/docs', () => {
  let service: CastService;
  let page: string;
  let headers: Headers;
  before(async () => {
    service = await openCast();
    const answer = await fetch(`${service.url}/docs`);
    assert.equal(answer.status, 200);
    headers = answer.headers;
    page = await answer.text();
  });
  after(() => service.close());

  test('it is a page that loads nothing from elsewhere and runs nothing', () => {
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(page, /<script|<link|<img|@import|url\(|(?:src|href)="(?![/#])/);
  });

  test('it has a section for every operation, with its address and an example to paste', () => {
    for (const { name, method, path, successor } of [...operations, ...v2Operations]) {
      const [, section = ''] = page.split(`<section id="${name}"`);
      const own = section.slice(0, section.indexOf('</section>'));
      assert.ok(own.includes(`<span class="method">${method}</span> <code>${path}</code>`), name);
      assert.ok(own.includes(`$BASE_URL${path}`), name);
      assert.equal(own.includes('class="deprecated"'), successor !== undefined, name);
    }
  });

  test('it says of a member its type, bounds and default [docs.says-member-type]', () => {
    const [, section = ''] = page.split('<section id="searchProfiles"');
    assert.match(
      section,
      /<code>limit<\/code><td>integer<td>Results on a page\..*at least 0 · at most 1000 · default 100/,
    );
    assert.match(section, /<code>query<\/code> <b>required<\/b>/);
  });

  test('it has no heading without an operation, and is where the address alone leads', async () => {
    assert.doesNotMatch(page, /<h[24]>(?:social|mcp)</);
    const root = await fetch(`${service.url}/`, { redirect: 'manual' });
    assert.deepEqual([root.status, root.headers.get('location')], [302, '/docs']);
  });

  test('it links to nothing that it does not have', () => {
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    assert.ok(anchors.length > 100);
    for (const id of new Set(anchors)) assert.ok(page.includes(`id="${id}"`), id);
  });

  test('it escapes what it is given', () => {
    const document = { info: { title: '<b>&"' }, paths: {}, tags: [], components: { schemas: {} } };
    assert.match(docsPage(document), /<h1>&lt;b&gt;&amp;&quot;<\/h1>/);
  });
});
