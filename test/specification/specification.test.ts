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

  /** What a proof says of itself, in a test's title. */
  const titleOf = (proof: Proof): string => {
    if (proof.by === 'test') return `test/${proof.file} proves that it ${proof.title.replace(/^it /, '')}`;
    return proof.by === 'check' ? `it ${proof.does}` : `it is for readers: ${proof.why}`;
  };

  const prove = async (proof: Proof): Promise<void> => {
    if (proof.by === 'test') assert.ok(isTest(proof.file, proof.title), `There is no such test in test/${proof.file}.`);
    if (proof.by === 'check') await proof.check(service);
  };

  for (const [{ name, units }, parts] of documents) {
    suite(name, () => {
      const absent = units === undefined && `${name}: not at hand (KITH_SHARED_DATA)`;
      const known = units ?? [];
      const unitsOf = (part: string, says: string): readonly Unit[] =>
        known.filter((unit) => unit.part === part && unit.text.includes(plain(says)));

      test('it says, in one place, each thing that a row quotes', { skip: absent }, () => {
        const misquoted = parts.flatMap(({ part, rows }) =>
          rows
            .map(([says]) => ({ part, says, places: unitsOf(part, says).length }))
            .filter(({ places }) => places !== 1),
        );
        assert.deepEqual(misquoted, []);
      });

      test('it says nothing for which there is no row', { skip: absent }, (context) => {
        const quoted = new Set(parts.flatMap(({ part, rows }) => rows.flatMap(([says]) => unitsOf(part, says))));
        const left = known.filter((unit) => !quoted.has(unit) && !isOnlyFields(unit));
        assert.deepEqual(left, []);
        context.diagnostic(`${name}: ${known.length} sentences and table rows, every one with a row here.`);
      });

      test('it is counted', (context) => {
        const proofs = parts.flatMap(({ rows }) => rows.flatMap(([, ...all]) => all));
        const count = (by: Proof['by']) => proofs.filter((proof) => proof.by === by).length;
        const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
        context.diagnostic(
          `${name}: ${rows} rows; ${count('check')} checks here, ${count('test')} tests elsewhere, ${count('reader')} for readers.`,
        );
      });

      for (const { part, rows } of parts)
        suite(part, () => {
          for (const [says, ...proofs] of rows)
            suite(says, () => {
              for (const proof of proofs) test(titleOf(proof), () => prove(proof));
            });
        });
    });
  }
});
