import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type CastService, openCast } from '../support/service.ts';
import { declaredIds } from './declared.ts';
import { isOnlyFields } from './fields.ts';
import { parts } from './parts.ts';
import type { Proof } from './row.ts';
import { plain, type Unit } from './units.ts';

suite('what is written', () => {
  let service: CastService;
  before(async () => {
    service = await openCast({ allowPrivateCallbacks: true });
  });
  after(() => service.close());

  for (const [{ name, units }, mine] of parts) {
    suite(name, () => {
      const unitsOf = (part: string, says: string): readonly Unit[] =>
        units.filter((unit) => unit.part === part && unit.text.includes(plain(says)));

      test('it says, in one place, each thing that a row quotes', () => {
        const misquoted = mine.flatMap(({ part, rows }) =>
          rows
            .map(([says]) => ({ part, says, places: unitsOf(part, says).length }))
            .filter(({ places }) => places !== 1),
        );
        assert.deepEqual(misquoted, []);
      });

      test('it says nothing for which there is no row', (context) => {
        const quoted = new Set(mine.flatMap(({ part, rows }) => rows.flatMap(([says]) => unitsOf(part, says))));
        const left = units.filter((unit) => !quoted.has(unit) && !isOnlyFields(unit));
        assert.deepEqual(left, []);
        context.diagnostic(`${name}: ${units.length} sentences and table rows, every one with a row here.`);
      });

      test('its rows name tests that there are, each by an id of its own', (context) => {
        const proofs = mine.flatMap(({ rows }) => rows.flatMap(([, ...all]) => all));
        const declared = declaredIds();
        const absent = proofs.filter((proof) => proof.by === 'test' && declared.get(proof.id)?.length !== 1);
        assert.deepEqual(absent, []);
        const count = (by: Proof['by']) => proofs.filter((proof) => proof.by === by).length;
        context.diagnostic(
          `${name}: ${count('check')} checks here, ${count('test')} tests elsewhere, ${count('reader')} for readers.`,
        );
      });

      for (const { part, rows } of mine)
        suite(part, () => {
          for (const [says, ...proofs] of rows)
            for (const proof of proofs)
              if (proof.by === 'check') test(`${says} – it ${proof.does}`, async () => proof.check(service));
        });
    });
  }
});
