import { signal } from '@preact/signals';
import { useAddress } from '../frame/address.ts';
import { say } from '../sentences.ts';
import type { Intent } from './resolve.ts';

/** How the last phrase was read; shown on the page that it led to. */
export const lastIntent = signal<Intent | undefined>(undefined);

/** In what other ways the phrase that led here can be read, each with the number of people that it finds. */
export const Readings = () => {
  const { changed } = useAddress();
  const intent = lastIntent.value;
  const here = changed({});
  const isHere = intent?.readings.some(({ address }) => address === here) ?? false;
  if (!intent || !isHere || intent.readings.length < 2) return null;
  return (
    <p class="readings">
      <span class="muted">{say.ask.readAs}</span>
      {intent.readings
        .filter(({ count, address }) => count > 0 || address === here)
        .map(({ as, words, count, address }) => (
          <a key={as} class="chip plain" href={address} {...(address === here && { 'aria-current': 'true' as const })}>
            {say.ask.reading(words, as, count)}
          </a>
        ))}
    </p>
  );
};
