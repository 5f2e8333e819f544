import type { Quote } from '#client/src/index.js';
import { useI18n } from '../i18n/i18n.js';
import { Amount } from '../ui/amount.js';
import { Banner } from '../ui/banner.js';
import { Fact, Facts } from '../ui/facts.js';
import { evenDecimals } from './rules/estimates.js';
import type { AgreedChange } from './rules/price-change.js';

interface Props {
  readonly change: AgreedChange;
  readonly quote: Quote | undefined;
}

/** The price got worse than the tolerance: shows both quantities. The button then accepts the new one. */
export function PriceMoved({ change: { before, percent }, quote }: Props) {
  const { t, format } = useI18n();
  if (quote?.cryptoQuantity == null || before === null) return null;
  const decimals = evenDecimals([before, quote.cryptoQuantity]);
  return (
    <Banner tone="warn" urgent title={t('price.moved')}>
      <Facts>
        <Fact name={t('price.before')}>
          <s>
            <Amount of="crypto" value={before} unit={quote.crypto} decimals={decimals} />
          </s>
        </Fact>
        <Fact name={t('price.now')} strong>
          <Amount of="crypto" value={quote.cryptoQuantity} unit={quote.crypto} decimals={decimals} />
        </Fact>
      </Facts>
      <p class="small">{t('price.movedBy', { percent: format.decimal(percent) })}</p>
    </Banner>
  );
}
