import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { publicLookup } from '../../src/webhooks/address.ts';
import { type Message, send } from '../../src/webhooks/send.ts';
import { openReceiver } from './receiver.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = (url: string): Message => ({ id: 'a-message', url, body: '{"type":"a"}', secret, sentAt: new Date() });
const allowed = { allowPrivate: true, signal: new AbortController().signal };

describe('send', () => {
  it('posts the body, signed as Standard Webhooks prescribes [send.posts-body-signed]', async () => {
    await using receiver = await openReceiver();
    const outcome = await send(message(receiver.url), allowed);
    assert.deepEqual(outcome, { kind: 'delivered', sentence: 'HTTP 204.' });
    const { method, headers, body } = await receiver.nth(1);
    assert.equal(method, 'POST');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['webhook-id'], 'a-message');
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    assert.deepEqual(new Webhook(secret).verify(body, signed), { type: 'a' });
    assert.throws(() => new Webhook(secret).verify(`${body} `, signed), /No matching signature/);
  });

  it('fails on an error status', async () => {
    await using receiver = await openReceiver((_, response) => response.writeHead(500).end('secret details'));
    assert.deepEqual(await send(message(receiver.url), allowed), { kind: 'failed', sentence: 'HTTP 500.' });
  });

  it('takes 410 for a refusal', async () => {
    await using receiver = await openReceiver((_, response) => response.writeHead(410).end());
    assert.equal((await send(message(receiver.url), allowed)).kind, 'refused');
  });

  it('follows no redirect [send.follows-redirect]', async () => {
    await using target = await openReceiver();
    await using receiver = await openReceiver((_, response) => response.writeHead(307, { location: target.url }).end());
    assert.deepEqual(await send(message(receiver.url), allowed), { kind: 'failed', sentence: 'HTTP 307.' });
    assert.equal(receiver.received.length, 1);
    assert.equal(target.received.length, 0);
  });

  it('fails when no answer comes in time [send.fails-answer-comes]', async () => {
    await using receiver = await openReceiver(() => {});
    const outcome = await send(message(receiver.url), { ...allowed, timeoutMs: 50 });
    assert.deepEqual(outcome, { kind: 'failed', sentence: 'No answer within 0.05 s.' });
  });

  it('ends with the headers of an answer whose body never ends', async () => {
    await using receiver = await openReceiver((_, response) => {
      response.writeHead(200).write('and so on');
    });
    assert.equal((await send(message(receiver.url), allowed)).kind, 'delivered');
  });

  it('fails where nobody listens', async () => {
    const receiver = await openReceiver();
    await receiver[Symbol.asyncDispose]();
    const outcome = await send(message(receiver.url), allowed);
    assert.deepEqual(outcome, { kind: 'failed', sentence: 'The connection failed (ECONNREFUSED).' });
  });

  it('connects to no private address, whether the URL names it or its name leads there [send.connects-private-address]', async () => {
    await using receiver = await openReceiver();
    const guarded = {
      ...allowed,
      allowPrivate: false,
      lookup: publicLookup((_, __, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }])),
    };
    const { port } = new URL(receiver.url);
    assert.deepEqual(await send(message(receiver.url), guarded), {
      kind: 'failed',
      sentence: 'Callbacks are not sent to this URL.',
    });
    assert.deepEqual(await send(message(`https://hooks.example:${port}/hook`), guarded), {
      kind: 'failed',
      sentence: 'The host "hooks.example" has an address that is not public.',
    });
    assert.equal(receiver.received.length, 0);
  });

  it('rejects when it is aborted', async () => {
    await using receiver = await openReceiver(() => {});
    const abort = new AbortController();
    const sending = send(message(receiver.url), { ...allowed, signal: abort.signal });
    await receiver.nth(1);
    abort.abort(new Error('The queue closes.'));
    await assert.rejects(sending, /The queue closes/);
  });
});
