/** Has a graph make a session of a key, as its body asks for it. */
export async function sessionToken(graphUrl: string, apiKey: string, body: object = {}): Promise<string> {
  const answer = await fetch(`${graphUrl}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
  });
  const { token }: { readonly token?: string } = await answer.json();
  if (token === undefined) throw new Error(`A session must be made, but got status ${answer.status}.`);
  return token;
}
