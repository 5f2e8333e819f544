import './method-card.css';
import type { Quote } from '#client/src/index.js';
import { fiatDigits } from '#src/catalog/rules/fiat-precision.js';
import { fractionDigits, isDecimal, isPositiveDecimal, withFractionDigits } from '#src/platform/terms/decimal.js';
import { useI18n } from '../../i18n/i18n.js';
import { classes } from '../../ui/button.js';
import { facts } from '../../page-facts.js';
import { Fact, Facts } from '../../ui/facts.js';
import { methodName } from '../method-name.js';

interface Props {
  readonly quote: Quote;
  /** How long it usually takes; null: unknown. */
  readonly time: string | null;
  readonly isBest: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function MethodCard({ quote, time, isBest, isChosen, onChoose }: Props) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { payWayCode, cryptoQuantity, crypto } = quote;
  return (
    <label class={classes('method', isChosen && 'method--chosen')}>
      <span class="method__head">
        <input
          type="radio"
          class="method__radio"
          name="method"
          value={payWayCode ?? ''}
          checked={isChosen}
          onChange={onChoose}
        />
        <span class="method__name">
          {methodName(payWayCode, i18n)} {isBest && <span class="method__best">{t('method.best')}</span>}
          {time !== null && <span class="method__time small soft">{t('method.time', { time })}</span>}
        </span>
        <span class="method__gets amount">
          <span class="unseen">{t('method.gets')} </span>
          {cryptoQuantity === null ? t('method.unsaid') : `≈\u00a0${format.crypto(cryptoQuantity, crypto)}`}
        </span>
      </span>
      <span class="method__costs">
        <Costs quote={quote} />
      </span>
    </label>
  );
}

function Costs({ quote }: { readonly quote: Quote }) {
  const { t, format } = useI18n();
  const { fiat, crypto, cryptoPrice, rampFee, networkFee, cryptoNetworkFee, rebateFiatAmount } = quote;
  const inFiat = (amount: string | null): string =>
    amount === null
      ? t('method.unsaid')
      : format.fiat(atLeastDigits(amount, fiatDigits(fiat, facts.fiatDecimals) ?? 0), fiat);
  return (
    <Facts>
      <Fact name={t('method.price', { crypto })}>
        <span class="amount">{inFiat(cryptoPrice)}</span>
      </Fact>
      <Fact name={t('method.rampFee')}>
        <span class="amount">{inFiat(rampFee)}</span>
      </Fact>
      <Fact name={t('method.networkFee')}>
        <span class="amount">{inFiat(networkFee)}</span>{' '}
        {cryptoNetworkFee !== null && (
          <span class="soft amount method__also">({format.crypto(cryptoNetworkFee, crypto)})</span>
        )}
      </Fact>
      {rebateFiatAmount !== null && isPositiveDecimal(rebateFiatAmount) && (
        <Fact name={t('method.rebate')}>
          <span class="amount method__rebate">{format.fiat(rebateFiatAmount, fiat)}</span>
        </Fact>
      )}
    </Facts>
  );
}

/** Pads `1` to `1.00`, so that amounts in a column have equally many decimals. */
function atLeastDigits(amount: string, digits: number): string {
  return isDecimal(amount) && fractionDigits(amount) < digits ? withFractionDigits(amount, digits) : amount;
}
