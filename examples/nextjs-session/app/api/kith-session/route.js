// Exchanges the API key for a session token, so that the key never reaches a browser. Authenticate your own user here first.

export const POST = async () => {
  const graph = process.env.KITH_URL ?? 'http://localhost:4000';
  const response = await fetch(`${graph}/session`, {
    method: 'POST',
    headers: { 'x-api-key': process.env.KITH_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 600, rights: 'look', total: 20, label: 'example' }),
    cache: 'no-store',
  });
  if (!response.ok) return Response.json({ message: 'The graph refused the key.' }, { status: 502 });
  const { token, expiresAt } = await response.json();
  return Response.json({ url: `${graph}/graphql`, token, expiresAt });
};
