import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { type Ended, kith, temporaryDirectory } from '../../support/kith.ts';
import { openSampleGraph } from '../../support/sample/sample-graph.ts';

const secret = 'a secret of this test, which is long enough';
const main = join(import.meta.dirname, '../../../src/kith.js');

const list = `\uFEFFName;E-mail;Profile;Note
Ada Moreau;ADA@brightwater.example;;"two; words and a ""quote"""
Dmitri Volkov;;https://xnet.example/in/dmitri-volkov/;"on
two lines"
Ada again;ada@brightwater.example;;

Nobody;nobody@nowhere.example;;=1+1
`;

describe('kith match', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ secret });
  });
  after(() => cast[Symbol.asyncDispose]());

  const env = { KITH_API_KEY: keyOf('orchard'), KITH_SECRET: secret };
  const graph = () => ['--graph', cast.graph.url];
  const inFile = async (content: string) => {
    const directory = await temporaryDirectory();
    const path = join(directory.path, 'people.csv');
    await writeFile(path, content);
    return { ...directory, path, matched: join(directory.path, 'people.matched.csv') };
  };

  it('prints the report and the price, and writes the matched file beside the file; free', async () => {
    await using file = await inFile(list);
    const { code, out, err } = await kith(['match', file.path, ...graph()], env);
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(
      out.split('\n').map((line) => line.trim()),
      [
        '4 rows; name from “Name”, email from “E-mail”, url from “Profile”',
        '2  KNOWN',
        '0  ON_RECORD',
        '0  AMBIGUOUS',
        '1  DUPLICATE',
        '0  UNKNOWN',
        '1  NOT_CHECKED',
        '3  credits for their records, at most',
        `Written to ${file.matched}.`,
      ],
    );
    const [head, ...rows] = (await readFile(file.matched, 'utf8')).split('\r\n');
    assert.equal(head, 'Name;E-mail;Profile;Note;kith_match;kith_id;kith_by;kith_same_row;kith_known_by;kith_reason');
    assert.ok(rows[0]?.startsWith('Ada Moreau;ADA@brightwater.example;;"two; words and a ""quote""";KNOWN;'));
    assert.ok(rows[0]?.includes(`;KNOWN;${people.ada.id};EMAIL;;`));
    assert.ok(rows[1]?.includes(`"on\ntwo lines";KNOWN;${people.dmitri.id};XNET_SLUG;;`));
    assert.ok(rows[2]?.includes(`;DUPLICATE;${people.ada.id};;2;;`) || rows[2]?.includes(';DUPLICATE;;;2;'), rows[2]);
    assert.match(rows[3] ?? '', /;NOT_CHECKED;;;;;"Nobody in the network/);
    assert.equal(await cast.usage(keyOf('orchard')), 0);
    assert.equal(cast.upstream.count('/v3/profiles/fetch'), 0);

    // Matched once more, by the ids that it got: the answers take the place of those of before.
    const again = await kith(['match', file.matched, '-o', file.matched, ...graph()], env);
    assert.match(again.out, /id from “kith_id”/);
    assert.equal((await readFile(file.matched, 'utf8')).split('\r\n')[0], head);
  });

  it('reads from a pipe and writes to one, with its report beside', async () => {
    const run = async (args: readonly string[], input: string): Promise<Ended> => {
      const child = spawn(process.execPath, [main, 'match', ...args, ...graph()], {
        env: { PATH: process.env.PATH, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.end(input);
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { code: child.exitCode, out, err };
    };
    const { out, err } = await run(['--records'], 'slug\nines-prado\nnobody-at-all\n');
    assert.deepEqual(out.split(/\r?\n/).slice(0, 2), [
      'slug,kith_match,kith_id,kith_by,kith_same_row,kith_known_by,kith_reason',
      `ines-prado,ON_RECORD,${people.ines.id},XNET_SLUG,,,`,
    ]);
    assert.match(out, /nobody-at-all,UNKNOWN,,,,,/);
    assert.match(err, /1 {2}ON_RECORD\n(.|\n)*1 {2}credits for their records/);
    const employers = await run(['--companies', '--records'], 'Domain\nhttps://www.brightwater.example/\n');
    assert.match(employers.out, /KNOWN,,WEBSITE,,2 people,/);
  });

  it('takes columns by the names that it is told, and says what is missing', async () => {
    await using file = await inFile('Kontakt,Notiz\nada@brightwater.example,x\n');
    const unread = await kith(['match', file.path, ...graph()], env);
    assert.equal(unread.code, 1);
    assert.match(unread.err, /no column identifies anybody: the headings are Kontakt, Notiz\./);
    const read = await kith(['match', file.path, '--column', 'email=kontakt', ...graph()], env);
    assert.match(read.out, /1 {2}KNOWN/);
    const odd = await kith(['match', file.path, '--column', 'email=Mail', ...graph()], env);
    assert.match(odd.err, /--column email: must be a heading of the file \(Kontakt, Notiz\), but got “Mail”/);
    const kind = await kith(['match', file.path, '--column', 'phone=Notiz', ...graph()], env);
    assert.match(kind.err, /It must be KIND=HEADING, such as email=Mail/);
    await using open = await inFile('email\n"ada\n');
    assert.match((await kith(['match', open.path, ...graph()], env)).err, /must close its quotes/);
    assert.match((await kith(['match', file.path], {})).err, /set KITH_API_KEY, or --key/);
  });

  it('matches ten thousand rows in at most sixty calls, and knows doubles across them', async () => {
    await using sample = await openSampleGraph({ graph: { secret } });
    const known = sample.profiles.slice(0, 500).map(({ id, slug }) => [id, slug]);
    const rows = Array.from({ length: 10_000 }, (_, at) =>
      at < 500 || at >= 9500 ? known[at % 500] : ['', `nobody-${at}`],
    );
    await using file = await inFile(`id,slug\n${rows.map((row) => `${row?.join(',')}\n`).join('')}`);
    sample.upstream.forget();
    const { out, err } = await kith(['match', file.path, '--graph', sample.graph.url], {
      ...env,
      KITH_API_KEY: 'kith_demo_team',
    });
    assert.equal(err, '');
    const counts = Object.fromEntries(
      [...out.matchAll(/(\d+) {2}([A-Z_]+)$/gm)].map(([, count, state]) => [state, Number(count)]),
    );
    assert.ok((counts.KNOWN ?? 0) > 100, out);
    assert.equal(counts.DUPLICATE, counts.KNOWN);
    assert.ok(sample.upstream.count('/v3/relationships') <= 60, String(sample.upstream.count('/v3/relationships')));
  });
});
