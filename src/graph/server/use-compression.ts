import type { Plugin } from 'graphql-yoga';
import { compressed } from '../../http/compression.ts';

/** Answers in one piece; events are flushed one by one, and stay as they are. */
const plainTypes = /^application\/(?:graphql-response\+)?json\b/;

/** Compresses what Yoga answers in one piece, as `POST /graphql` does its own answers. */
export const useCompression = (): Plugin => ({
  async onResponse({ request, response, setResponse, fetchAPI }) {
    const acceptEncoding = request.headers.get('accept-encoding') ?? undefined;
    if (acceptEncoding === undefined || !plainTypes.test(response.headers.get('content-type') ?? '')) return;
    const body = Buffer.from(await response.arrayBuffer());
    const answer = await compressed(body, acceptEncoding);
    const headers = new fetchAPI.Headers(response.headers);
    headers.delete('content-length');
    if (answer) headers.set('content-encoding', answer.coding);
    setResponse(new fetchAPI.Response(answer?.body ?? body, { status: response.status, headers }));
  },
});
