/** Sends JSON, or nothing, and reads JSON. */
export async function send(url: string, method: string, headers: Readonly<Record<string, string>>, body?: object) {
  const answer = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
}
