import { useLayoutEffect, useState } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Sign } from '../ui/signs.js';
import { FRESH_MS, secondsLeft } from './rules/price-age.js';
import type { QuotesState } from './rules/quotes-state.js';

const RADIUS = 9;
const ROUND = 2 * Math.PI * RADIUS;

interface Props {
  readonly quotes: QuotesState;
  readonly isOnline: boolean;
  readonly refresh: () => void;
}

/** Age of the prices. The countdown is not announced to screen readers; an expired price is. */
export function PriceAge({ quotes, isOnline, refresh }: Props) {
  const { t, format } = useI18n();
  const { pricedAt, prices, past, isAsking } = quotes;
  const now = useNow(pricedAt);
  const shown = prices ?? past?.prices;
  if (shown === undefined || shown.items.length === 0) return null;
  if (!isOnline) return <p class="price-age soft small">{t('price.offline')}</p>;
  if (isAsking || prices === null || pricedAt === null)
    return <p class="price-age soft small">{t('price.updating')}</p>;
  const left = secondsLeft(pricedAt, now);
  if (left === 0) {
    return (
      <p class="price-age price-age--old small">
        <span role="status">{t('price.old')}</span>
        <button type="button" class="button button--plain" onClick={refresh}>
          <Sign name="again" />
          {t('price.refresh')}
        </button>
      </p>
    );
  }
  const gone = 1 - (left * 1000) / FRESH_MS;
  return (
    <p class="price-age soft small">
      <svg class="price-age__ring" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r={RADIUS} class="price-age__track" />
        <circle cx="12" cy="12" r={RADIUS} stroke-dasharray={ROUND} stroke-dashoffset={ROUND * gone} />
      </svg>
      {t('price.next', { time: format.seconds(left) })}
    </p>
  );
}

function useNow(pricedAt: number | null): number {
  const [now, setNow] = useState(Date.now());
  // Before prices newer than `now` are painted as old.
  useLayoutEffect(() => {
    setNow(Date.now());
    if (pricedAt === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [pricedAt]);
  return now;
}
