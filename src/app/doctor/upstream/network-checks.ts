import { childTeamHeader } from '../../../contract/headers.ts';
import { isObject } from '../../../contract/json.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import { originMeant, origins, queriedOrigins } from '../../../contract/origin.ts';
import { accepted, type Examination, everything, listIn, outcome, totalIn } from './checks.ts';

/** Counts the people with a connection of each origin, by each word: answers and queries have different ones. */
export async function checkOrigins({ caller, found, row }: Examination): Promise<void> {
  if (!found.network) {
    row('origins in queries', 'not known: the team has no relationships', 'No filter by origin can be tried.');
    return;
  }
  for (const word of [...queriedOrigins, ...origins]) {
    const term = { term: { 'team_connections.origins': word } };
    const query = { nested: { path: 'team_connections', query: term } };
    const total = totalIn(await caller.call(searchProfiles, { query, limit: 1 }));
    if (total !== undefined) found.origins[word] = total;
  }
  const used = Object.entries(found.origins).filter(([, people]) => people > 0);
  const unanswered = used.filter(([word]) => originMeant(word) !== word);
  row(
    'origins in queries',
    used.length > 0 ? used.map(([word, people]) => `${word} ${people}`).join(', ') : 'none of the known words',
    used.length === 0
      ? 'A filter by origin finds nobody: ask your provider which words team_connections.origins has.'
      : unanswered.length > 0
        ? 'A filter by an answer’s origin also asks for the words that mean it here.'
        : 'Queries use the words of answers.',
    used.length === 0 ? 'warning' : 'ok',
  );
}

/** Checks that people are found by the id of a connector, taken from a relationship. */
export async function checkConnectorIds({ caller, row }: Examination): Promise<void> {
  const [item] = listIn((await caller.call(findRelationships, { query: everything, limit: 1 })).body, 'items');
  const [connection] = isObject(item) ? listIn(item, 'connections') : [];
  if (!isObject(connection) || typeof connection.connector_id !== 'string') return;
  const id = connection.connector_id;
  const answer = await caller.call(searchProfiles, { query: { term: { connected_users: id } }, limit: 1 });
  const works = accepted(answer) && (totalIn(answer) ?? 0) > 0;
  row(
    'connector in connected_users',
    outcome(answer),
    works
      ? 'It holds the ids of connectors: filters by connectedUsers work.'
      : 'It holds other ids than relationships show: a filter by connectedUsers finds nobody.',
    works ? 'ok' : 'warning',
  );
}

/** Compares a child team's search with its network, and with the search of the key's own team. */
export async function checkChildTeam({ caller, row }: Examination, childTeam: string): Promise<void> {
  const headers = { [childTeamHeader]: childTeam };
  const request = { query: everything, limit: 1 };
  const [own, search, network] = [
    await caller.call(searchProfiles, request),
    await caller.call(searchProfiles, request, headers),
    await caller.call(findRelationships, request, headers),
  ];
  const [all, found, known] = [own, search, network].map(totalIn);
  const isNetwork = accepted(search) && found === known && found !== all;
  row(
    'search with a child team',
    accepted(search) ? `${found ?? '?'} people; its network has ${known ?? '?'}` : `refused (${search.status})`,
    !accepted(search)
      ? 'The child team cannot search: check its id.'
      : isNetwork
        ? 'It covers only the child team’s network: search without one to find everybody.'
        : 'It covers everybody, like a search without one.',
    accepted(search) ? 'ok' : 'warning',
  );
}
