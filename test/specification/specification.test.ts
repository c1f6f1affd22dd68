import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type CastService, openCast } from '../support/service.ts';
import { type Document, silentPoints, specification } from './documents.ts';
import { isOnlyFields } from './fields.ts';
import type { Part, Proof } from './row.ts';
import { authentication } from './rows/authentication.ts';
import { errors } from './rows/errors.ts';
import { fetching } from './rows/fetch.ts';
import { limits } from './rows/limits.ts';
import { mapper } from './rows/network.ts';
import { overview } from './rows/overview.ts';
import { resources } from './rows/resources.ts';
import { searching } from './rows/search.ts';
import { silentCredits } from './rows/silent-credits.ts';
import { silentNetwork } from './rows/silent-network.ts';
import { silentRequests } from './rows/silent-requests.ts';
import { silentSearch } from './rows/silent-search.ts';
import { team } from './rows/team.ts';
import { versions } from './rows/versions.ts';
import { isTest } from './tests.ts';
import { plain, type Unit } from './units.ts';

const documents: readonly (readonly [document: Document, parts: readonly Part[]])[] = [
  [
    specification,
    [overview, resources, searching, fetching, mapper, team, versions, authentication, errors, limits].flat(),
  ],
  [silentPoints, [silentRequests, silentSearch, silentCredits, silentNetwork].flat()],
];

suite('what is written', () => {
  let service: CastService;
  before(async () => {
    service = await openCast({ allowPrivateCallbacks: true });
  });
  after(() => service.close());

  for (const [{ name, units }, parts] of documents) {
    suite(name, () => {
      const unitsOf = (part: string, says: string): readonly Unit[] =>
        units.filter((unit) => unit.part === part && unit.text.includes(plain(says)));

      test('it says, in one place, each thing that a row quotes', () => {
        const misquoted = parts.flatMap(({ part, rows }) =>
          rows
            .map(([says]) => ({ part, says, places: unitsOf(part, says).length }))
            .filter(({ places }) => places !== 1),
        );
        assert.deepEqual(misquoted, []);
      });

      test('it says nothing for which there is no row', (context) => {
        const quoted = new Set(parts.flatMap(({ part, rows }) => rows.flatMap(([says]) => unitsOf(part, says))));
        const left = units.filter((unit) => !quoted.has(unit) && !isOnlyFields(unit));
        assert.deepEqual(left, []);
        context.diagnostic(`${name}: ${units.length} sentences and table rows, every one with a row here.`);
      });

      test('its rows name tests that there are', (context) => {
        const proofs = parts.flatMap(({ rows }) => rows.flatMap(([, ...all]) => all));
        const absent = proofs.filter((proof) => proof.by === 'test' && !isTest(proof.file, proof.title));
        assert.deepEqual(absent, []);
        const count = (by: Proof['by']) => proofs.filter((proof) => proof.by === by).length;
        context.diagnostic(
          `${name}: ${count('check')} checks here, ${count('test')} tests elsewhere, ${count('reader')} for readers.`,
        );
      });

      for (const { part, rows } of parts)
        suite(part, () => {
          for (const [says, ...proofs] of rows)
            for (const proof of proofs)
              if (proof.by === 'check') test(`${says} – it ${proof.does}`, async () => proof.check(service));
        });
    });
  }
});
