import { randomUUID } from 'node:crypto';
import { networkWordIn } from '../../../client/word-check.ts';
import { accountsPath, emailsPath, usernamesPath } from '../../../contract/catalogue.ts';
import { childTeamHeader } from '../../../contract/headers.ts';
import { fetchCompanies, searchCompanies } from '../../../contract/operation/companies.ts';
import { mappingStatus } from '../../../contract/operation/network-mapper.ts';
import { fetchProfiles, searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import { tooLongStatuses, type UpstreamProfile } from '../../../contract/upstream-profile.ts';
import type { Words } from '../../../contract/wire-names.ts';
import type { Row } from './row.ts';
import type { UpstreamCaller, WireAnswer } from './upstream-caller.ts';

/** Minimum page length that is tried. */
const shortestPage = 125;

type Query = Readonly<Record<string, unknown>>;

/**
 * A query that matches somebody if it is supported, what the graph uses it for, and the path that is not indexed
 * otherwise.
 */
type Use = readonly [check: string, query: Query, use: string, path?: string];

export type Findings = { -readonly [Name in keyof UpstreamProfile]: UpstreamProfile[Name] };

/** State that the checks share: the caller, the findings, and the rows to print. */
export interface Examination {
  readonly caller: UpstreamCaller;
  readonly configured: Words | undefined;
  /** Whether the findings are written to a profile, from which graphs take the words that are not configured. */
  readonly writesProfile: boolean;
  readonly found: Findings;
  row(check: string, found: string, means: string, state?: Row['state']): void;
}

export const everything: Query = { match_all: {} };
export const listIn = (body: WireAnswer['body'], name: string): readonly unknown[] => {
  const list = body[name];
  return Array.isArray(list) ? list : [];
};
/** The total of an answer, sent as a number or as a string. */
export const totalIn = ({ body }: WireAnswer): number | undefined => {
  const total = Number(body.total_count);
  return body.total_count === undefined || body.total_count === null || !Number.isSafeInteger(total)
    ? undefined
    : total;
};
const hasToken = ({ body }: WireAnswer): boolean =>
  typeof body.pagination_token === 'string' && body.pagination_token !== '';
export const accepted = ({ status }: WireAnswer): boolean => status >= 200 && status < 300;
export const outcome = (answer: WireAnswer): string =>
  accepted(answer) ? `${totalIn(answer) ?? '?'} hits` : `${answer.status}`;

/** Finds the upstream's word for the network, and the number of people in the team's network. */
export async function checkWord({ caller, configured, writesProfile, found, row }: Examination): Promise<void> {
  const without = await caller.call(findRelationships, { limit: 1 });
  found.relationshipsNeedQuery = !accepted(without);
  row(
    'relationships, no query',
    accepted(without) ? `answered (${without.status})` : `refused (${without.status})`,
    'The graph always sends a query.',
  );
  const answer = await caller.call(findRelationships, { query: everything, limit: 1 });
  found.network = totalIn(answer) ?? null;
  const word = networkWordIn(answer.body);
  const says = configured?.xnet ?? 'xnet';
  if (word === undefined) {
    row(
      'name for xnet',
      accepted(answer) ? 'not shown: the team has no relationships' : `not shown: ${answer.status}`,
      `The graph reads members such as ${says}_url. Ask your provider whether it uses that name; if not, set KITH_UPSTREAM_NAMES.`,
      'warning',
    );
    return;
  }
  found.names = { ...configured, xnet: word };
  caller.speak(found.names);
  if (word === says) row('name for xnet', word, 'The configured name is right.');
  else if (writesProfile && configured?.xnet === undefined)
    row(
      'name for xnet',
      `${word} (connector_${word}_url)`,
      'The file that is written has it: there is nothing to set.',
    );
  else
    row(
      'name for xnet',
      `${word} (connector_${word}_url), but ${says} is configured`,
      `Set KITH_UPSTREAM_NAMES=xnet=${word}: without it, people have no slugs or URLs.`,
      'problem',
    );
}

/** Checks how the upstream answers invalid requests. */
export async function checkErrors({ caller, found, row }: Examination): Promise<void> {
  const empty = await caller.call(searchProfiles, {});
  const { code, errors } = empty.body;
  const isStandard = Array.isArray(errors) && errors.every((one) => typeof one === 'string');
  row(
    'body of an error',
    `${empty.status}, ${empty.isJson ? `code is ${code === undefined ? 'missing' : `a ${typeof code}${typeof code === 'number' ? ` (${code})` : ''}`}` : 'no JSON'}`,
    isStandard
      ? 'Its messages are passed on, in extensions.upstream.'
      : 'It is not the interface’s standard body: callers see only its status or its message.',
    isStandard ? 'ok' : 'warning',
  );
  const unknown = await caller.call(searchProfiles, { query: everything, limit: 1, kith_doctor: true });
  row(
    'unknown request property',
    accepted(unknown) ? 'ignored' : `refused (${unknown.status})`,
    'The graph sends only properties of the interface.',
  );
  const nobody = { exists: { field: 'profile_info.kith_doctor_field' } };
  const path = await caller.call(searchProfiles, { query: nobody, limit: 1 });
  found.unknownPaths = accepted(path) ? 'empty' : 'refused';
  row(
    'unknown path in a query',
    accepted(path) ? outcome(path) : `refused (${path.status})`,
    accepted(path)
      ? 'A filter by a field that it does not index answers 0 without an error: every 0 is suspect. --fields finds such fields, and KITH_UPSTREAM_PROFILE makes the graph refuse them.'
      : 'A filter by a field that it does not index fails with a message.',
    accepted(path) ? 'warning' : 'ok',
  );
}

/** Checks which clauses and paths the upstream can search. Returns the id of some person, if it answers one. */
export async function checkQueries(examination: Examination): Promise<string | undefined> {
  const { caller, found, row } = examination;
  const count = async (query: Query, operation = searchProfiles) => caller.call(operation, { query, limit: 1 });
  const all = await count(everything);
  const companies = await caller.call(searchCompanies, { query: everything, limit: 1 });
  found.people = totalIn(all) ?? null;
  found.companies = totalIn(companies) ?? null;
  row('records', `${found.people ?? '?'} people, ${found.companies ?? '?'} companies`, 'Counted by its searches.');
  const id = listIn(all.body, 'ids').find((one) => typeof one === 'string');
  const text = typeof all.body.total_count === 'string';
  if (text) row('whole numbers', 'sent as strings', 'The graph reads them as numbers.', 'warning');

  await checkTotals(examination, totalIn(all));

  const since = await count({ range: { 'profile_info.updated_at': { gte: '1970-01-01' } } });
  const exists = await count({ exists: { field: 'profile_info.updated_at' } });
  const later = await count({ range: { 'profile_info.updated_at': { gte: '2999-01-01' } } });
  const reads = accepted(since) && totalIn(since) === totalIn(exists) && totalIn(later) === 0;
  row(
    'updated_at',
    `since 1970: ${outcome(since)}; set: ${outcome(exists)}; since 2999: ${outcome(later)}`,
    reads
      ? 'Changes can be asked for by date.'
      : 'Dates can’t be relied on: filters by updated_at may be refused, or be ignored.',
    reads ? 'ok' : 'warning',
  );

  const nestedIn = (path: string, member: string): Query => ({
    nested: { path, query: { exists: { field: `${path}.${member}` } } },
  });
  const known = id ?? randomUUID();
  const uses: readonly Use[] = [
    ['terms on ids', { terms: { 'profile_info.id': [known] } }, 'existence checks', 'profile_info.id'],
    ['prefix on ids', { prefix: { 'profile_info.id': known.slice(0, 8) } }, 'slices of an export'],
    [
      '.keyword of a text',
      { exists: { field: 'profile_info.full_name.keyword' } },
      'filters by a whole name or title',
      'profile_info.full_name.keyword',
    ],
    [
      '.folded of a name',
      { exists: { field: 'profile_info.full_name.folded' } },
      'names without accents',
      'profile_info.full_name.folded',
    ],
    ['query_string', { query_string: { query: known, fields: ['profile_info.id'] } }, 'raw queries that use it'],
    ['nested accounts', nestedIn(accountsPath, 'network'), 'look-ups by slug and id before a purchase', accountsPath],
    ['xnet_usernames', { exists: { field: usernamesPath } }, 'look-ups by slug before a purchase', usernamesPath],
    ['nested experience', nestedIn('profile_info.experience', 'company_id'), 'introductions over a second step'],
    ['nested education', nestedIn('profile_info.education', 'end_date'), 'introductions through schools'],
  ];
  for (const [check, query, use, path] of uses) {
    const answer = await count(query);
    const works = accepted(answer) && (totalIn(answer) ?? 0) > 0;
    if (!works && path !== undefined) found.unindexed.push(path);
    row(
      check,
      works ? `yes (${outcome(answer)})` : accepted(answer) ? 'no (0 hits)' : `no (${answer.status})`,
      works ? `Serves ${use}.` : `The graph works around it, or refuses what needs it: ${use}.`,
      works ? 'ok' : 'warning',
    );
  }
  const connected = await count({ exists: { field: 'connected_users' } });
  const agrees = accepted(connected) && totalIn(connected) === found.network;
  row(
    'connected_users',
    `${outcome(connected)}; the network has ${found.network ?? '?'}`,
    agrees
      ? 'Filters by connection and the network agree.'
      : 'The two disagree: a filter by connection may miss people.',
    agrees ? 'ok' : 'warning',
  );
  return id;
}

/** Detects capped totals: the counts of a query and its negation then add up to more than the total of all. */
async function checkTotals({ caller, found, row }: Examination, all: number | undefined): Promise<void> {
  const filled = { exists: { field: emailsPath } };
  const one = totalIn(await caller.call(searchProfiles, { query: filled, limit: 1 }));
  const other = totalIn(await caller.call(searchProfiles, { query: { bool: { must_not: [filled] } }, limit: 1 }));
  const isCapped = all !== undefined && one !== undefined && other !== undefined && one + other > all;
  found.totalsCappedAt = isCapped ? all : null;
  const isKnown = all !== undefined && one !== undefined && other !== undefined;
  row(
    'totals',
    isCapped ? `capped at ${all}` : isKnown ? 'exact' : 'not known: a count was refused',
    isCapped
      ? 'From that number on, totalCount is a lower bound.'
      : isKnown
        ? 'totalCount is exact.'
        : 'Whether totalCount is exact is not known.',
    isCapped || !isKnown ? 'warning' : 'ok',
  );
}

/**
 * The longest page that works: its answer, length, the longest length, and the status with which a gateway refused a
 * longer one.
 */
interface LongestPage {
  readonly answer: WireAnswer;
  readonly count: number;
  readonly longest: number;
  readonly isShort: boolean;
  readonly cutBy: number | undefined;
}

/** Asks for a page of 1,000, and halves the length while a gateway refuses the answer as too long. */
async function longestPage(
  caller: UpstreamCaller,
  operation: typeof searchProfiles | typeof findRelationships,
  list: string,
): Promise<LongestPage> {
  let cutBy: number | undefined;
  for (let limit = 1000; ; limit = Math.floor(limit / 2)) {
    const answer = await caller.call(operation, { query: everything, limit });
    if (tooLongStatuses.includes(answer.status) && limit > shortestPage) {
      cutBy = answer.status;
      continue;
    }
    const count = listIn(answer.body, list).length;
    // Compare with the total as well: a last page may have a token, too.
    const isShort = accepted(answer) && count < Math.min(limit, totalIn(answer) ?? limit) && hasToken(answer);
    return { answer, count, longest: isShort && count > 0 ? count : limit, isShort, cutBy };
  }
}

/** Checks how long pages can be, and when they have a token. */
export async function checkPages({ caller, found, row }: Examination, id: string | undefined): Promise<void> {
  const ids = await longestPage(caller, searchProfiles, 'ids');
  const items = await longestPage(caller, findRelationships, 'items');
  const pages = [ids, items];
  found.longestPage = { search: ids.longest, relationships: items.longest };
  const isCut = pages.some(({ cutBy, answer }) => cutBy !== undefined && accepted(answer));
  found.longestAnswerBytes = isCut ? caller.largest : null;
  const failed = pages.filter(({ answer }) => !accepted(answer)).map(({ answer }) => answer.status);
  const cutBy = pages.flatMap(({ cutBy: status }) => status ?? []);
  const isShort = ids.isShort || items.isShort;
  const sizes = `${ids.count} ids, ${items.count} relationships`;
  row(
    'longest page',
    failed.length > 0
      ? `fails with ${failed.join(' and ')}`
      : cutBy.length > 0
        ? `cut off at 1,000 (${cutBy.join(', ')}); ${sizes} come through`
        : `${sizes} of 1,000 asked for (${Math.ceil(items.answer.bytes / 1024)} kB)`,
    failed.length > 0
      ? 'The graph asks again for half as many.'
      : cutBy.length > 0
        ? 'With the profile, the graph keeps pages and fetches within the sizes that came through.'
        : isShort
          ? 'Its pages are shorter than the interface’s 1,000; with the profile, the graph asks for shorter ones.'
          : 'Pages are as long as the interface says, or all records fit on one.',
    failed.length > 0 || cutBy.length > 0 || isShort ? 'warning' : 'ok',
  );
  const full = ids.answer;
  const last = await caller.call(searchProfiles, { query: { terms: { 'profile_info.id': [id ?? ''] } }, limit: 10 });
  const empty = await caller.call(searchProfiles, {
    query: { range: { 'profile_info.updated_at': { gte: '2999-01-01' } } },
    limit: 10,
  });
  const shown = (answer: WireAnswer): string =>
    accepted(answer) ? (hasToken(answer) ? 'yes' : 'no') : `${answer.status}`;
  row(
    'token',
    `full page: ${shown(full)}; last page: ${shown(last)}; empty page: ${shown(empty)}`,
    hasToken(last) && listIn(last.body, 'ids').length > 0
      ? 'It comes with the last page too, so reading all pages takes one more call.'
      : 'It is absent on the last page, so reading ends there.',
  );
}

/** Fetches names that do not exist, which is free, and tries a child team that is not the key's. */
export async function checkFetches({ caller, row }: Examination): Promise<void> {
  const name = `Kith-Doctor-${randomUUID()}`;
  const asked: readonly (readonly [
    kind: string,
    operation: typeof fetchProfiles | typeof fetchCompanies,
    value: unknown,
  ])[] = [
    ['ids', fetchProfiles, randomUUID()],
    ['xnet_names', fetchProfiles, name],
    ['xnet_ids', fetchProfiles, 999_999_999_999],
    ['xnet_entity_ids', fetchProfiles, name],
    ['xnet_names', fetchCompanies, name],
  ];
  const failures: string[] = [];
  const echoes = new Set<string>();
  for (const [kind, operation, value] of asked) {
    const answer = await caller.call(operation, { [kind]: [value] });
    const missing = listIn(answer.body, 'not_found').map(String);
    const results = listIn(answer.body, 'results').length;
    if (answer.status === 404 && answer.isJson) echoes.add('404');
    else if (!accepted(answer) || !Array.isArray(answer.body.results))
      failures.push(`${operation.name} by ${kind}: ${accepted(answer) ? 'no results' : answer.status}`);
    else if (results > 0) failures.push(`${operation.name} by ${kind}: somebody else`);
    else if (missing.length === 0) echoes.add('not reported');
    else if (missing.includes(String(value))) echoes.add('in not_found as sent');
    else
      echoes.add(
        missing.some((one) => one.toLowerCase() === String(value).toLowerCase())
          ? 'in not_found, in another case'
          : 'in not_found, otherwise',
      );
  }
  row(
    'fetch of unknown names',
    failures.length > 0 ? failures.join('; ') : `answered; unknown names are ${[...echoes].join(', ')}`,
    failures.length > 0
      ? 'Such a look-up fails, or finds the wrong record: check KITH_UPSTREAM_NAMES.'
      : 'All five kinds of names can be looked up. The graph reads a 404 as a record that is not there.',
    failures.length > 0 ? 'problem' : 'ok',
  );
  const stranger = await caller.call(
    searchProfiles,
    { query: everything, limit: 1 },
    { [childTeamHeader]: randomUUID() },
  );
  row(
    'a stranger’s child team',
    accepted(stranger) ? 'ignored' : `refused (${stranger.status})`,
    accepted(stranger)
      ? 'The header is ignored: an answer for a child team may be that of the key’s own team. Do not use child teams.'
      : 'An answer for a child team is that team’s.',
    accepted(stranger) ? 'problem' : 'ok',
  );
  const task = randomUUID();
  const [snake, camel] = [
    await caller.call(mappingStatus, { task_id: task }),
    await caller.call(mappingStatus, { taskId: task }),
  ];
  const taken = [accepted(snake) && 'task_id', accepted(camel) && 'taskId'].filter((one) => one !== false);
  const isPartner = snake.status !== 403 || camel.status !== 403;
  row(
    'status parameter',
    taken.length > 0 ? taken.join(' and ') : `both refused (${snake.status}, ${camel.status})`,
    taken.length > 0
      ? 'Mapping tasks can be followed.'
      : isPartner
        ? 'Mapping tasks can’t be followed: neither task_id nor taskId is accepted.'
        : 'The key does not belong to a partner, so it cannot start mappings.',
    taken.length > 0 || !isPartner ? 'ok' : 'warning',
  );
}

/** Reports what all answers together show. */
export function checkTraffic({ caller, found, row }: Examination): void {
  const { limitsRate, rateHeaders, errorTypes, codings, marks, times, calls, requestIds } = caller;
  row(
    'rate limit',
    `${limitsRate ? 'answered 429' : 'none met'}; headers: ${rateHeaders.size > 0 ? [...rateHeaders].join(', ') : 'none'}`,
    limitsRate
      ? 'The graph pauses a key that is refused. Lower KITH_UPSTREAM_CONNECTIONS (32 unless set).'
      : 'Calls go out over at most KITH_UPSTREAM_CONNECTIONS connections, 32 unless set.',
    limitsRate ? 'warning' : 'ok',
  );
  const types = [...errorTypes];
  const isJson = types.every((type) => /json/.test(type));
  row(
    'errors’ media type',
    types.join(', ') || 'no errors',
    isJson
      ? 'Error messages can be read.'
      : 'A gateway answers instead of the service, so callers see only the status.',
    isJson ? 'ok' : 'warning',
  );
  row(
    'form of answers',
    `${codings.size > 0 ? `compressed (${[...codings].join(', ')})` : 'plain'}${marks > 0 ? ', with a byte order mark' : ''}`,
    codings.size + marks > 0 ? 'The graph does not ask for this form, but reads it.' : 'As asked for.',
    codings.size + marks > 0 ? 'warning' : 'ok',
  );
  row(
    'x-request-id',
    requestIds === calls ? 'on all answers' : requestIds > 0 ? `on ${requestIds} of ${calls}` : 'on none',
    requestIds > 0 ? 'Calls can be traced on both sides.' : 'Calls have only the graph’s own ids.',
  );
  const sorted = times.toSorted((one, other) => one - other);
  const part = (of: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0);
  row(
    'time of a call',
    `half within ${part(0.5)} ms, 95 % within ${part(0.95)} ms`,
    'Each round of calls in an operation takes this long.',
  );
  found.limitsRate = limitsRate;
}
