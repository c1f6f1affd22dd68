'use client';
// Asks the graph from the browser with the token of a session, which the route handler beside this page fetches.

import { createClient } from '@kith-graph/client';
import { IntroPaths } from '@kith-graph/client/documents';
import { useEffect, useState } from 'react';

const openSession = async () => (await fetch('/api/kith-session', { method: 'POST' })).json();

export default function Page() {
  const [paths, setPaths] = useState();
  useEffect(() => {
    const ask = async () => {
      const { url, token } = await openSession();
      const kith = createClient({ url, token });
      const { data } = await kith.execute(IntroPaths, { to: { profile: { xnetSlug: 'mei-ling-torres' } }, first: 3 });
      setPaths(data.introPaths?.nodes ?? []);
    };
    ask();
  }, []);
  if (paths === undefined) return <p>Loading …</p>;
  return (
    <ul>
      {paths.map(({ connector, why }) => (
        <li key={connector?.id}>
          {connector?.name}: {why}
        </li>
      ))}
    </ul>
  );
}
