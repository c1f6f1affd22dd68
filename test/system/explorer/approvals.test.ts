import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createHandler } from '../../../src/mcp/handler.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { sessionToken } from '../../support/session-token.ts';
import { type Explorer, looksRight, openExplorer, skip } from './explorer.ts';

describe('requests of agents in the explorer', { skip, timeout: 120_000 }, () => {
  let explorer: Explorer;
  before(async () => {
    explorer = await openExplorer({ mcp: async () => createHandler('1.0.0') });
  });
  after(() => explorer?.[Symbol.asyncDispose]());

  /** A call of a tool that may cost three credits, by an agent that may spend one unasked. */
  async function agent() {
    const { url } = explorer.graph.graph;
    const terms = { kind: 'agent', label: 'research', total: 38, confirmAbove: 1 };
    const token = await sessionToken(url, keyOf('orchard'), terms);
    return async (first: number) => {
      const answer = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'find_people', arguments: { details: true, title: 'engineer', first } },
        }),
      });
      const text = await answer.text();
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result.structuredContent;
    };
  }

  it('appear live, are allowed once, and declined', async () => {
    await using visit = await explorer.visit('orchard', { rights: 'act' });
    const { page } = visit;
    await visit.open('/');
    const call = await agent();
    const bell = page.getByRole('link', { name: 'Requests' });
    await bell.waitFor();
    const { id, url } = await call(3);
    const sentence =
      'research asks to load 3 records for “load the people found by engineer (find_people)”, up to 3 credits, 38 left';
    await page.getByRole('status').getByText(sentence).waitFor();
    await page.getByRole('link', { name: 'Requests 1 waits for an answer' }).waitFor();
    assert.equal(new URL(url).pathname, `/approve/${id}`);
    await visit.open(new URL(url).pathname);
    await page.getByRole('listitem').filter({ hasText: sentence }).waitFor();
    await looksRight(visit, 'approvals');
    await page.getByRole('button', { name: 'Allow 3 credits' }).click();
    await page.getByText('allowed').waitFor();
    const spentBefore = await explorer.service.spent('orchard');
    assert.equal((await call(3)).charged, 3);
    assert.equal((await explorer.service.spent('orchard')) - spentBefore, 3);
    await page.getByText('done').waitFor();
    assert.equal((await call(4)).status, 'needs_approval');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('declined').waitFor();
    assert.equal((await call(4)).refused, 'A person has declined this.');
  });

  it('are shown, but not answered, to those who only look', async () => {
    await using visit = await explorer.visit('orchard');
    const { page } = visit;
    const call = await agent();
    await call(2);
    await visit.open('/approvals');
    await page.getByText('research asks to load 2 records').first().waitFor();
    await page.getByText('This session can only look.').first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^Allow/ }).count(), 0);
  });
});
