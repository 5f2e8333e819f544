import './method-card.css';
import type { Quote } from '#client/src/index.js';
import { fractionDigits, isDecimal, isPositiveDecimal, withFractionDigits } from '#src/platform/terms/decimal.js';
import { useI18n } from '../i18n/i18n.js';
import { Amount } from '../ui/amount.js';
import { classes } from '../ui/button.js';
import { facts } from '../page-facts.js';
import { Fact, Facts } from '../ui/facts.js';
import { methodName } from './method-name.js';
import type { Merit } from './rules/preselection.js';

interface Props {
  readonly quote: Quote;
  /** How long it usually takes; null: unknown. */
  readonly time: string | null;
  readonly merits: readonly Merit[];
  /** The last payment with this method failed. */
  readonly hasFailed: boolean;
  readonly isChosen: boolean;
  /** Decimals of the estimates in the list. */
  readonly decimals: number;
  readonly onChoose: () => void;
}

export function MethodCard({ quote, time, merits, hasFailed, isChosen, decimals, onChoose }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
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
          <span>{methodName(payWayCode, i18n)}</span>{' '}
          {merits.map((merit) => [<span class="method__best">{t(`method.${merit}`)}</span>, ' '])}
          {hasFailed && <span class="method__time small soft">{t('order.retry.failed')}</span>}{' '}
          {time !== null && <span class="method__time small soft">{t('method.time', { time })}</span>}
        </span>
        <span class="method__gets">
          <span class="unseen">{t('method.gets')} </span>
          {cryptoQuantity === null ? (
            t('method.unsaid')
          ) : (
            <Amount of="crypto" value={cryptoQuantity} unit={crypto} decimals={decimals} isAbout />
          )}
        </span>
      </span>
      <span class="method__costs">
        <Costs quote={quote} />
      </span>
    </label>
  );
}

export function Costs({ quote }: { readonly quote: Quote }) {
  const { t } = useI18n();
  const { fiat, crypto, cryptoPrice, rampFee, networkFee, cryptoNetworkFee, rebateFiatAmount } = quote;
  const inFiat = (amount: string | null) =>
    amount === null ? (
      t('method.unsaid')
    ) : (
      <Amount of="fiat" value={atLeastDigits(amount, facts.fiatDigits[fiat] ?? 0)} unit={fiat} />
    );
  return (
    <Facts>
      <Fact name={t('method.price', { crypto })}>{inFiat(cryptoPrice)}</Fact>
      <Fact name={t('order.amount.service_fee')}>{inFiat(rampFee)}</Fact>
      <Fact name={t('order.amount.network_fee')}>
        {inFiat(networkFee)}{' '}
        {cryptoNetworkFee !== null && (
          <span class="soft method__also">
            (<Amount of="crypto" value={cryptoNetworkFee} unit={crypto} />)
          </span>
        )}
      </Fact>
      {rebateFiatAmount !== null && isPositiveDecimal(rebateFiatAmount) && (
        <Fact name={t('order.amount.rebate')}>
          <span class="method__rebate">
            <Amount of="fiat" value={rebateFiatAmount} unit={fiat} />
          </span>
        </Fact>
      )}
    </Facts>
  );
}

/** Pads `1` to `1.00`, so that amounts in a column have equally many decimals. */
function atLeastDigits(amount: string, digits: number): string {
  return isDecimal(amount) && fractionDigits(amount) < digits ? withFractionDigits(amount, digits) : amount;
}
