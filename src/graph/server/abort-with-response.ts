import type { ServerResponse } from 'node:http';
import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';

/** An abort signal that fires if the caller disconnects before the answer is written, or already has. */
export function abortWithResponse(response: ServerResponse): AbortSignalLike {
  const leaving = new LightAbortController();
  if (response.destroyed) leaving.abort();
  else
    response.once('close', () => {
      if (!response.writableFinished) leaving.abort();
    });
  return leaving;
}
