import { say } from '../sentences.ts';
import { useLive } from './use-live.ts';

/** Shows whether changes still appear automatically. */
export const LiveStatus = () => {
  const connected = useLive().connected.use();
  return (
    <p class={connected ? 'live' : 'live lost'} role="status">
      {connected ? say.live.connected : say.live.lost}
    </p>
  );
};
