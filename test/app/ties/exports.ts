import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perform } from '../../../src/app/admin/commands.ts';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import type { Store } from '../../../src/store/open.ts';
import { type TeamName, teams } from '../../support/cast/cast.ts';
import type { CastService } from '../../support/service.ts';

/** What a row of one of the twelve exports says, as whoever wrote them has noted it. */
export interface ExpectedRow {
  readonly name: string;
  readonly slug: string | null;
  readonly company: string | null;
  readonly title: string | null;
  readonly connectedOn: string | null;
  readonly email: string | null;
}

export interface ExpectedExport {
  readonly owner: { readonly name: string; readonly slug: string };
  readonly rows: readonly ExpectedRow[];
}

export const exportsDirectory = join(import.meta.dirname, 'exports');

export const expectedExports: Readonly<Record<string, ExpectedExport>> = JSON.parse(
  readFileSync(join(exportsDirectory, 'expected.json'), 'utf8'),
);

interface Given {
  readonly path: string;
  readonly of: string;
}

export interface ImportedExport {
  readonly team: string;
  readonly connector: string;
  readonly profile: string;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly known: number;
  readonly forgotten: number;
  readonly rejected: number;
  readonly ties: number;
  readonly ended: number;
}

interface Options {
  readonly team?: TeamName;
  readonly names?: boolean;
  readonly rejects?: string;
}

/** `kith import` of exports, in the process of the test. */
export async function importOf(
  store: Store,
  exports: readonly Given[],
  { team, names, rejects = join(tmpdir(), `kith-rejected-${process.pid}`) }: Options = {},
): Promise<readonly ImportedExport[]> {
  const said: string[] = [];
  const context = { store, stdout: (line: string) => said.push(line), onProgress: () => {} };
  await perform(context, 'import-exports', {
    exports: exports.map((one) => ({ ...one, name: one.path })),
    ...(team && { team: teams[team].id }),
    ...(names && { names }),
    rejects,
  });
  return said.map((line) => JSON.parse(line));
}

/** The lines of a side file, as `[line, reason]`. */
export const rejectedIn = async (path: string): Promise<readonly (readonly [number, string])[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ line, reason }) => [line, reason]);

export interface Row {
  readonly first: string;
  readonly last: string;
  readonly slug?: string;
  readonly email?: string;
  readonly company?: string;
  readonly title?: string;
  readonly on?: string;
}

/** Writes an export as a network gives it to its members. */
export async function writeExport(directory: string, name: string, rows: readonly Row[]): Promise<string> {
  const lines = rows.map(({ first, last, slug, email = '', company = '', title = '', on = '12 Mar 2021' }) =>
    [first, last, slug ? `https://www.xnet.example/in/${slug}` : '', email, company, title, on].join(','),
  );
  await mkdir(directory, { recursive: true });
  const path = join(directory, name);
  const headings = 'First Name,Last Name,URL,Email Address,Company,Position,Connected On';
  await writeFile(path, ['Notes:', '"Some addresses are missing."', '', headings, ...lines, ''].join('\n'));
  return path;
}

/** Whom a team's network reaches: the facts and why. */
export async function everyoneReached(
  service: CastService,
  team: TeamName,
  query: Record<string, unknown> = { match_all: {} },
) {
  await service.settled();
  const { items } = await service.ask(team, findRelationships, { query, limit: 1000 });
  return items.map((item) => {
    assert.ok(item?.profile);
    return { profile: item.profile, connections: (item.connections ?? []).flatMap((one) => one ?? []) };
  });
}

/** The same by name. */
export const reached = async (service: CastService, team: TeamName) =>
  new Map((await everyoneReached(service, team)).map((person) => [person.profile.full_name ?? '', person]));

/** Who knows a person by an export, and since when. */
export const tiesTo = (
  person:
    | { readonly connections: readonly { readonly connector_name?: string | null; readonly sources?: unknown }[] }
    | undefined,
) =>
  (person?.connections ?? []).flatMap(({ connector_name: name, sources }) =>
    (Array.isArray(sources) ? sources : []).flatMap((source) =>
      source.origin === 'manual_import' ? [`${name} ${source.overlap_start_date ?? '?'}`] : [],
    ),
  );
