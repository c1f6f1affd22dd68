import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Seal, SealBroken } from '../../../src/graph/state/seal/seal.ts';
import { propertyRuns } from '../../support/tier.ts';

const [old, young, other] = ['the former secret', 'the present secret', 'a secret that nobody accepts'];

describe('a seal', () => {
  it('opens what was sealed for the same purpose and salt, with a secret that it accepts', () => {
    // Any character but surrogates. The unit `binary` maps all of them back, which takes a second.
    const any = fc.integer({ max: 0x10_f7ff, min: 0 }).map((n) => String.fromCodePoint(n < 0xd8_00 ? n : n + 0x800));
    const text = fc.string({ unit: any });
    fc.assert(
      fc.property(text, text, text, (purpose, salt, plain) => {
        const sealed = new Seal({ secret: old }).sealText(purpose, salt, plain);
        for (const seal of [new Seal({ secret: old }), new Seal({ secret: young, accepted: old })])
          assert.equal(seal.openText(purpose, salt, sealed).toString(), Buffer.from(plain).toString());
        for (const open of [
          () => new Seal({ secret: young, accepted: other }).openText(purpose, salt, sealed),
          () => new Seal({ secret: old }).openText(`${purpose}.`, salt, sealed),
          () => new Seal({ secret: old }).openText(purpose, `${salt}.`, sealed),
        ])
          assert.throws(open, SealBroken);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  it('opens nothing that was changed, wherever', () => {
    const seal = new Seal({ secret: young, accepted: old });
    const sealed = seal.seal('state', 'a partition', 'a note');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      assert.throws(() => seal.open('state', 'a partition', changed), SealBroken, `byte ${at}`);
      assert.throws(() => seal.open('state', 'a partition', sealed.subarray(0, at)), SealBroken, `${at} bytes`);
    }
  });

  it('knows what is sealed with the secret that seals', () => {
    const former = new Seal({ secret: old });
    const present = new Seal({ secret: young, accepted: old });
    assert.equal(present.isPresent(former.sealText('state', '', 'a note')), false);
    assert.equal(present.isPresent(present.sealText('state', '', 'a note')), true);
  });

  it('with a kept key opens what a former secret sealed, for that purpose alone', () => {
    const former = new Seal({ secret: old });
    const key = former.keyOf(former.keyId, 'session');
    assert.ok(key);
    const present = new Seal({ secret: young });
    present.accept(former.keyId, 'session', key);
    assert.equal(
      present.openText('session', 'salt', former.sealText('session', 'salt', 'a token')).toString(),
      'a token',
    );
    assert.throws(() => present.openText('state', 'salt', former.sealText('state', 'salt', 'a note')), SealBroken);
  });

  it('has one space for all secrets of an identity', () => {
    const spaces = [
      { secret: old },
      { secret: young, identity: old },
      { secret: other, accepted: young, identity: old },
    ];
    assert.equal(new Set(spaces.map((secrets) => new Seal(secrets).space)).size, 1);
    assert.notEqual(new Seal({ secret: young }).space, new Seal({ secret: old }).space);
  });
});
