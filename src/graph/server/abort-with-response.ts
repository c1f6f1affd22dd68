import type { ServerResponse } from 'node:http';
import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';

/** A signal that aborts when the caller leaves before the answer is written, or has left already. */
export function abortWithResponse(response: ServerResponse): AbortSignalLike {
  const leaving = new LightAbortController();
  if (response.destroyed) leaving.abort();
  else
    response.once('close', () => {
      if (!response.writableFinished) leaving.abort();
    });
  return leaving;
}
