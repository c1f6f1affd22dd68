import type { Price } from '../graph/graph.ts';
import type { Failure } from '../graph/outcome.ts';
import { say } from '../sentences.ts';

interface PriceButtonProps {
  readonly label: string;
  /** Undefined while it is asked. */
  readonly price: Price | Failure | undefined;
  readonly onBuy: () => void;
  readonly onReprice: () => void;
}

/** A button that pays: it says how much before it is pressed, and can't be pressed before it knows. */
export const PriceButton = ({ label, price, onBuy, onReprice }: PriceButtonProps) => {
  if (price !== undefined && 'reason' in price)
    return (
      <p class="price-refused" role="status">
        {price.message || say.price.failed}{' '}
        <button type="button" class="button" onClick={onReprice}>
          {say.price.again}
        </button>
      </p>
    );
  const refusing = price?.purses?.find(({ refuses }) => refuses === 'yes');
  return (
    <div class="price">
      <button
        type="button"
        class="button paying"
        disabled={price === undefined || refusing !== undefined}
        onClick={onBuy}
      >
        <span>{label}</span>
        <span class="price-tag">{price === undefined ? say.price.asking : priceOf(price)}</span>
      </button>
      {refusing && (
        <p class="price-refused" role="status">
          {say.price.refused(refusing.label, refusing.left)}
        </p>
      )}
    </div>
  );
};

const priceOf = ({ min, max }: Price): string => {
  if (max === 0) return say.free;
  return min === max ? say.credits(max) : say.upTo(max);
};
