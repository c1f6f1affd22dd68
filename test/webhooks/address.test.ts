import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import { Problem } from '../../src/service/problem.ts';
import { checkCallbackUrl } from '../../src/service/v3/network-mapper/index.ts';
import { isPublicAddress, PrivateAddress, publicLookup } from '../../src/webhooks/address.ts';

const publicAddresses = ['8.8.8.8', '203.0.114.1', '2606:4700::1111', '::ffff:8.8.8.8'];

const privateAddresses: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'link-local': ['169.254.1.1', 'fe80::1'],
  metadata: ['169.254.169.254', 'fd00:ec2::254', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  'carrier’s own': ['100.64.0.1', '100.127.255.255'],
  'set aside': [
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '100::1',
    '3fff::1',
  ],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1'],
  'IPv4 in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
  ],
  'a detour to IPv4': ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::1'],
  'no address': ['', 'localhost', '1.2.3', '127.0.0.1:80', '[::1]'],
};

describe('isPublicAddress', () => {
  for (const address of publicAddresses) {
    it(`lets ${address} through`, () => assert.equal(isPublicAddress(address), true));
  }
  for (const [kind, addresses] of Object.entries(privateAddresses)) {
    for (const address of addresses) {
      it(`refuses ${kind}: "${address}"`, () => assert.equal(isPublicAddress(address), false));
    }
  }
});

const refusedUrls: Readonly<Record<string, readonly string[]>> = {
  'plain http': ['http://example.com/hook'],
  'other schemes': ['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x'],
  'no URL': [
    '',
    'example.com/hook',
    '//example.com',
    'https://',
    'https://[::1',
    `https://example.com/${'a'.repeat(2048)}`,
  ],
  credentials: ['https://me@example.com/', 'https://me:secret@example.com/'],
  'literal addresses': ['https://127.0.0.1/', 'https://10.1.2.3:8443/hook', 'https://169.254.169.254/latest/meta-data'],
  'addresses in other words': [
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://0/',
  ],
  'IPv6 forms': [
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:a00:1]/',
    'https://[::7f00:1]/',
    'https://[fe80::1]/',
  ],
  'names of this machine or network': [
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://router.home.arpa/',
  ],
};

describe('checkCallbackUrl', () => {
  for (const [kind, urls] of Object.entries(refusedUrls)) {
    for (const url of urls) {
      it(`refuses ${kind}: "${url.slice(0, 60)}"`, () => {
        assert.throws(
          () => checkCallbackUrl(url, false),
          (error) =>
            error instanceof Problem && error.status === 400 && error.message.startsWith('callback_url: must be'),
        );
      });
    }
  }
  for (const url of [
    'https://example.com/hook',
    'https://example.com:8443/hook?task=1',
    'https://8.8.8.8/',
    'https://locals.example/',
  ]) {
    it(`accepts ${url}`, () => assert.doesNotThrow(() => checkCallbackUrl(url, false)));
  }
  for (const url of ['http://127.0.0.1:9000/hook', 'http://localhost/', 'https://[::1]/']) {
    it(`accepts ${url} where private callbacks are allowed`, () =>
      assert.doesNotThrow(() => checkCallbackUrl(url, true)));
  }
  it('refuses other schemes and credentials even where private callbacks are allowed', () => {
    assert.throws(() => checkCallbackUrl('file:///etc/passwd', true), Problem);
    assert.throws(() => checkCallbackUrl('http://me:secret@127.0.0.1/', true), Problem);
  });
});

/** What a connection is given for a name that has these addresses. */
function lookedUp(addresses: readonly LookupAddress[], all: boolean): Promise<unknown> {
  const lookup = publicLookup((_, __, answer) => answer(null, [...addresses]));
  return new Promise((resolve, reject) => {
    lookup('hooks.example', { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : { address, family }),
    );
  });
}

describe('publicLookup', () => {
  const first = { address: '8.8.8.8', family: 4 };
  const second = { address: '2606:4700::1111', family: 6 };

  it('gives the connection the addresses that were judged [address.gives-connection-addresses]', async () => {
    assert.deepEqual(await lookedUp([first, second], true), [first, second]);
    assert.deepEqual(await lookedUp([second, first], false), second);
  });
  for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1']) {
    it(`fails for a name that leads to ${address}`, async () => {
      const private_ = { address, family: address.includes(':') ? 6 : 4 };
      await assert.rejects(lookedUp([private_], true), PrivateAddress);
      await assert.rejects(lookedUp([private_], false), PrivateAddress);
    });
  }
  it('fails for a name of which one address of several is private', async () => {
    await assert.rejects(lookedUp([first, { address: '192.168.0.1', family: 4 }], true), PrivateAddress);
  });
  it('fails for a name without addresses', async () => {
    await assert.rejects(lookedUp([], true), /has no address/);
  });
});
