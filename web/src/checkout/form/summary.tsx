import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { privateAddress, secretOf } from '../../net/secrets.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Coin } from '../../ui/coin.js';
import { Fact, Facts } from '../../ui/facts.js';
import { networkName } from '../../ui/network-name.js';
import { problemText } from '../../ui/problem-text.js';
import { ProblemError } from '#client/src/index.js';
import { methodName } from '../method-name.js';
import { TOLERANCE_PERCENT } from '../rules/price-change.js';
import { inFours } from '../rules/destination.js';
import { shopTerms } from '../shop-terms.js';
import type { FormPart } from './form-part.js';
import { memoName } from './memo-name.js';

export function Summary({ model }: FormPart) {
  const { t, format } = useI18n();
  const { amount, entry, pair, quote, priceChange, memoText } = model;
  const isMoved = priceChange.kind === 'moved';
  return (
    <aside class="checkout__side">
      <section class="card stack" aria-label={t('sum.title')}>
        <Arrives model={model} />
        <Facts>
          <Fact name={t('sum.pay')} strong>
            <span class="amount">{amount.kind === 'ok' ? format.fiat(amount.amount, entry.fiat) : '—'}</span>
          </Fact>
          <Fact name={t('sum.method')}>{quote === undefined ? '—' : methodName(quote.payWayCode, t)}</Fact>
          <Fact name={t('sum.network')}>{pair === undefined ? '—' : networkName(pair.network)}</Fact>
          <Fact name={t('sum.to')}>
            {entry.address === '' ? '—' : <span class="code fours">{inFours(entry.address)}</span>}
          </Fact>
          {memoText !== '' && (
            <Fact name={memoName(pair, t)}>
              <span class="code">{memoText}</span>
            </Fact>
          )}
        </Facts>
        <div role="status">
          {(priceChange.kind === 'worse' || priceChange.kind === 'better') && <Changed model={model} />}
        </div>
        {isMoved && <Moved model={model} />}
        <Refused model={model} />
        <Button type="submit" wide busy={model.isPressed}>
          {t(isMoved ? 'price.accept' : 'sum.continue')}
        </Button>
        <p class="soft small">{t('sum.tolerance', { percent: format.decimal(TOLERANCE_PERCENT) })}</p>
        <p class="soft small">{t(facts.returnOrigins.includes(location.origin) ? 'sum.comeBack' : 'sum.next')}</p>
      </section>
    </aside>
  );
}

function Arrives({ model: { quote, quotes, pair } }: FormPart) {
  const { t, format } = useI18n();
  return (
    <div class="arrives">
      {pair !== undefined && <Coin crypto={pair.crypto} network={pair.network} size={44} />}
      <div class="grow">
        <h2 class="soft small arrives__name">{t('sum.get')}</h2>
        {quote?.cryptoQuantity != null ? (
          <p class="arrives__amount amount">{format.crypto(quote.cryptoQuantity, quote.crypto)}</p>
        ) : quotes.isAsking ? (
          <span class="skeleton skeleton--big" />
        ) : (
          <p class="arrives__amount soft">—</p>
        )}
      </div>
    </div>
  );
}

function Changed({ model: { priceChange } }: FormPart) {
  const { t, format } = useI18n();
  const { kind, percent } = priceChange;
  return (
    <p class={kind === 'worse' ? 'small price-worse' : 'small price-better'}>
      {t(kind === 'worse' ? 'price.worse' : 'price.better', { percent: format.decimal(percent) })}
    </p>
  );
}

/** The price got worse than the tolerance: shows both quantities. The button then accepts the new one. */
function Moved({ model: { priceChange, quote } }: FormPart) {
  const { t, format } = useI18n();
  if (quote?.cryptoQuantity == null || priceChange.before === null) return null;
  return (
    <Banner tone="warn" urgent title={t('price.moved')}>
      <Facts>
        <Fact name={t('price.before')}>
          <s class="amount">{format.crypto(priceChange.before, quote.crypto)}</s>
        </Fact>
        <Fact name={t('price.now')} strong>
          <span class="amount">{format.crypto(quote.cryptoQuantity, quote.crypto)}</span>
        </Fact>
      </Facts>
      <p class="small">{t('price.movedBy', { percent: format.decimal(priceChange.percent) })}</p>
    </Banner>
  );
}

/** The last refusal, if no field shows it. */
function Refused({ model: { purchase, place, priceChange } }: FormPart) {
  const { t } = useI18n();
  const { state } = purchase;
  if (state.kind !== 'editing' || state.problem === null || place === null) return null;
  if (place.field === 'price') {
    return priceChange.kind === 'moved' ? null : <Banner tone="warn" urgent title={t('price.movedUnknown')} />;
  }
  if (place.field !== 'page') {
    return (
      <Banner tone="bad" urgent title={t('sum.refused')}>
        {t(place.field === 'method' ? 'method.refused' : 'sum.lookAbove')}
      </Banner>
    );
  }
  if (place.what === 'link_used') return <LinkUsed />;
  return (
    <Banner tone="bad" urgent title={t('sum.refused')}>
      {place.what === 'link_over'
        ? t('link.expired', { brand: facts.brand.name })
        : problemText(new ProblemError(state.problem, null), t)}
    </Banner>
  );
}

function LinkUsed() {
  const { t } = useI18n();
  const { merchantOrderNo } = shopTerms;
  const isHere = merchantOrderNo !== undefined && secretOf(merchantOrderNo) !== null;
  return (
    <Banner tone="bad" urgent title={t('link.used')}>
      <p>{t('link.usedText')}</p>
      {isHere && (
        <p>
          <a href={privateAddress(merchantOrderNo)}>{t('progress.toOrder')}</a>
        </p>
      )}
    </Banner>
  );
}
