import type { Quote } from '../../sdk/client.ts';
import { number } from '../format.ts';
import { useGraph } from '../graph/graph.ts';
import type { Paid } from '../graph/use-paid.ts';
import { say } from '../sentences.ts';
import { AgainButton } from './button.tsx';

interface PriceButtonProps {
  readonly label: string;
  readonly paid: Pick<Paid<unknown>, 'price' | 'buy' | 'again'>;
}

/** A button that pays. It shows the price, and is disabled while the price is unknown or payment is refused. */
export const PriceButton = ({ label, paid: { price, buy, again } }: PriceButtonProps) => {
  const { allowance } = useGraph();
  const isUsedUp = allowance.usedUp.use();
  if (price !== undefined && 'reason' in price)
    return (
      <p class="small pay" role="status">
        {price.message || 'The price is not available right now.'} <AgainButton again={again} />
      </p>
    );
  const costs = price === undefined || price.max > 0;
  const usedUp = costs && isUsedUp;
  const refusing = price?.purses?.find(({ refuses }) => refuses === 'yes');
  return (
    <div class="row wrap loose">
      <button
        type="button"
        class="button paying"
        disabled={price === undefined || refusing !== undefined || usedUp}
        onClick={buy}
      >
        <span>{label}</span>
        <span class="price-tag">{price === undefined ? 'checking price…' : priceOf(price)}</span>
      </button>
      {usedUp && (
        <p class="small pay" role="status">
          Your team’s allowance is used up.{' '}
          <AgainButton
            again={() => {
              allowance.tryAgain();
              again();
            }}
          />
        </p>
      )}
      {refusing && !usedUp && (
        <p class="small pay" role="status">
          {`${say.credits(refusing.left)} left; this needs ${number(price?.max ?? 0)}.`}
        </p>
      )}
    </div>
  );
};

const priceOf = ({ min, max }: Quote): string => {
  if (max === 0) return 'free';
  return min === max ? say.credits(max) : `up to ${say.credits(max)}`;
};
