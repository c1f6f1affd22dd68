import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
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
    const text = await readFile(file.matched, 'utf8');
    assert.ok(text.startsWith('\ufeffName;'));
    const [head, ...rows] = text.slice(1).split(/\n(?!two lines)/);
    assert.equal((await stat(file.matched)).mode & 0o777, 0o600);
    assert.equal(await readFile(file.path, 'utf8'), list);
    assert.equal(
      head,
      'Name;E-mail;Profile;Note;kith_match;kith_id;kith_confidence;kith_by;kith_same_row;kith_known_by;kith_cause;kith_reason',
    );
    assert.ok(rows[0]?.startsWith('Ada Moreau;ADA@brightwater.example;;"two; words and a ""quote""";KNOWN;'));
    assert.ok(rows[0]?.includes(`;KNOWN;${people.ada.id};CERTAIN;EMAIL;;`));
    assert.ok(rows[1]?.includes(`"on\ntwo lines";KNOWN;${people.dmitri.id};CERTAIN;XNET_SLUG;;`));
    assert.ok(rows[2]?.includes(`;DUPLICATE;${people.ada.id};LIKELY;;2;;`), rows[2]);
    assert.match(rows[4] ?? '', /;NOT_CHECKED;;;;;;RECORDS_NOT_SEARCHED;".*`--records`/);
    assert.doesNotMatch(text, /checkRecords/);
    assert.equal(await cast.usage(keyOf('orchard')), 0);
    assert.equal(cast.upstream.count('/v3/profiles/fetch'), 0);

    // Matched once more, by the ids that it got: the answers take the place of those of before.
    const again = await kith(['match', file.matched, '-o', `${file.matched}.again`, ...graph()], env);
    assert.match(again.out, /id from “kith_id”/);
    assert.equal((await readFile(`${file.matched}.again`, 'utf8')).slice(1).split('\n')[0], head);
    const second = await kith(['match', file.path, ...graph()], env);
    assert.match(second.out, /Written to .*people\.matched-2\.csv\./);

    // The input is never the output.
    for (const output of [file.path, join(file.path, '..', '.', 'people.csv')]) {
      const { code, err } = await kith(['match', file.path, '-o', output, ...graph()], env);
      assert.deepEqual([code, /must be another file than the one that is matched/.test(err)], [1, true], err);
    }
    assert.equal(await readFile(file.path, 'utf8'), list);
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
      'slug,kith_match,kith_id,kith_confidence,kith_by,kith_same_row,kith_known_by,kith_cause,kith_reason',
      `ines-prado,ON_RECORD,${people.ines.id},CERTAIN,XNET_SLUG,,,,`,
    ]);
    assert.match(out, /nobody-at-all,UNKNOWN,,,,,,NOT_FOUND,Nobody/);
    assert.match(err, /1 {2}ON_RECORD\n(.|\n)*1 {2}credits for their records/);
    const employers = await run(['--companies', '--records'], 'Domain\nhttps://www.brightwater.example/\n');
    assert.match(employers.out, /KNOWN,[^,]*,CERTAIN,WEBSITE,,2 people,,/);
  });

  it('writes to standard output what it reads from a file that is a pipe', async () => {
    const piped = 'printf "slug\\nines-prado\\n" | "$0" "$@"';
    const child = spawn('sh', ['-c', piped, process.execPath, main, 'match', '/dev/stdin', '--records', ...graph()], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.match(out, /^slug,kith_match,.*\r?\nines-prado,ON_RECORD,/);
  });

  it('takes columns by the names that it is told, and says what is missing', async () => {
    await using file = await inFile('Wert;Notiz\n1;ada@brightwater.example y\n');
    await using words = await inFile('Wert;Notiz\n1;zwei\n');
    const unread = await kith(['match', words.path, '--columns', 'title=Wert', ...graph()], env);
    assert.equal(unread.code, 1);
    assert.match(unread.err, /no column names anybody: the headings are Wert, Notiz\./);
    const read = await kith(['match', file.path, '--columns', 'email=notiz', ...graph()], env);
    assert.match(read.out, /email from “Notiz”/);
    assert.match(read.out, /1 {2}KNOWN/);
    const odd = await kith(['match', file.path, '--columns', 'email=Mail', ...graph()], env);
    assert.match(odd.err, /--columns email: must be a heading of the file \(Wert, Notiz\), but got “Mail”/);
    const kind = await kith(['match', file.path, '--columns', 'phone=Notiz', ...graph()], env);
    assert.match(kind.err, /It must be KIND=HEADING, such as email=Mail/);
    assert.match((await kith(['match', file.path], {})).err, /set KITH_API_KEY, or --key/);
  });

  it('keeps every byte of what it writes back: notes, further cells, quotes and line ends', async () => {
    const content = [
      'Notes:\r\n',
      '"Some addresses, as ever, are missing."\r\n',
      '\r\n',
      'First Name,Last Name,Company,Email Address\r\n',
      'Ada,Moreau,"Brightwater, Inc.",ada@brightwater.example,beyond,"the ""headings"""\r\n',
      '"Dmitri" V,Volkov, Aurora ,dmitri@x.example\r\n',
      ',,,\r\n',
      'Ines,Prado',
    ];
    await using file = await inFile(content.join(''));
    const { out, err } = await kith(['match', file.path, ...graph()], env);
    assert.equal(err, '');
    assert.match(
      out,
      /^3 rows; first from “First Name”, last from “Last Name”, company from “Company”, email from “Email/,
    );
    assert.match(out, /Line 6: Its quotes are not closed/);
    const written = (await readFile(file.matched, 'utf8')).split(/(?<=\r\n)/);
    for (const [at, line] of content.entries()) {
      assert.ok(written[at]?.startsWith(line.replace(/\r\n$/, '')), written[at]);
      assert.equal(written[at]?.endsWith('\r\n'), line.endsWith('\r\n'));
    }
    assert.match(written[4] ?? '', /"the ""headings""",KNOWN,/);
    assert.match(written[3] ?? '', /^First Name,Last Name,Company,Email Address,,,kith_match,kith_id,/);
  });

  it('leaves a column that has the name of one of its own, and a null character, as they are', async () => {
    const lines = ['Name;kith_match;Company', 'Ada\0 Moreau;old;Brightwater', 'Ben Okafor;older;Cobalt Systems'];
    await using file = await inFile(lines.join('\n'));
    assert.equal((await kith(['match', file.path, ...graph()], env)).code, 0);
    const [head, ...rows] = (await readFile(file.matched, 'utf8')).split('\n');
    assert.ok(head?.startsWith(`${lines[0]};kith_match_2;kith_id_2;`), head);
    for (const [at, row] of rows.entries()) assert.ok(row.startsWith(`${lines[at + 1]};KNOWN;`), row);
  });

  it('reads what is not UTF-8, and says so', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'people.csv');
    await writeFile(path, Buffer.from('Name;Firma\nZoë Weiß;Müller\n', 'latin1'));
    const { out } = await kith(['match', path, ...graph()], env);
    assert.match(out, /The file is in WINDOWS-1252; the matched one is in UTF-8\./);
    const matched = await readFile(join(directory.path, 'people.matched.csv'), 'utf8');
    assert.match(matched, /^\ufeffName;Firma;kith_match.*\nZoë Weiß;Müller;/);
    await writeFile(path, Buffer.from('\ufeffName\tFirma\r\nAda Moreau\tBrightwater\r\n', 'utf16le'));
    const second = await kith(['match', path, ...graph()], env);
    assert.match(second.out, /name from “Name”, company from “Firma”/);
  });

  it('matches a list without columns, and takes no firm for a person’s name', async () => {
    await using lines = await inFile('- Ada Moreau, ada@brightwater.example\n***\n');
    const { out } = await kith(['match', lines.path, ...graph()], env);
    assert.match(out, /1 row; a list without columns/);
    const [, ada, stars] = (await readFile(lines.matched, 'utf8')).split('\r\n');
    assert.match(ada ?? '', /^"Ada Moreau, ada@brightwater\.example",KNOWN/);
    assert.equal(stars, '***,UNREAD,,,,,,,It names nobody.');
    for (const firm of ['Company', 'Account Name', 'Organization Name']) {
      await using file = await inFile(
        `First Name,Last Name,${firm},Email\nAda,Moreau,Brightwater,ada@brightwater.example\nEve,Osei,Brightwater,\n`,
      );
      const matched = await kith(['match', file.path, ...graph()], env);
      assert.match(matched.out, new RegExp(`company from “${firm}”`));
      assert.match(matched.out, /0 {2}DUPLICATE/);
    }
  });

  it('matches ten thousand rows in some four calls a thousand, and knows doubles across them', async () => {
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
