import { useId } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { ownValue } from '../../own-value.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { problemText } from '../../ui/problem-text.js';
import { Sign } from '../../ui/signs.js';
import { methodName } from '../method-name.js';
import { bestQuote } from '../rules/quotes-state.js';
import { shopTerms } from '../shop-terms.js';
import { usualTime } from '../usual-time.js';
import type { FormPart } from './form-part.js';
import { MethodCard } from './method-card.js';
import { PriceAge } from './price-age.js';

export function Methods({ model }: FormPart) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const id = useId();
  const { quotes, quote, pair, method, change } = model;
  const { prices } = quotes;
  const items = (prices?.items ?? []).filter(isLeft);
  const best = bestQuote(items);
  const isGone = prices !== null && prices.items.length > 0 && quote === undefined;
  return (
    <section class="card" aria-busy={quotes.isAsking}>
      <div class="methods__head">
        <h2 id={id}>{t('method.title')}</h2>
        <PriceAge model={model} />
      </div>
      <div class="stack" data-field="method" tabIndex={-1} role="radiogroup" aria-labelledby={id}>
        {isGone && (
          <p class="field__error" role="status">
            <Sign name="warn" />
            <span>{t('method.gone', { method: methodName(method, i18n) })}</span>
          </p>
        )}
        {prices === null ? (
          <NoPrices model={model} />
        ) : (
          <>
            <div class="methods__cards">
              {items.map((item) => (
                <MethodCard
                  key={item.payWayCode ?? ''}
                  quote={item}
                  time={usualTime(item.payWayCode, pair, format)}
                  isBest={item === best}
                  isChosen={item === quote}
                  onChoose={() => change({ payWayCode: item.payWayCode })}
                />
              ))}
            </div>
            {prices.items.length === 0 && <p class="soft">{t('method.none')}</p>}
            <Failures failures={prices.failures.filter(isLeft)} />
            {quotes.failure !== null && !quotes.isAsking && (
              <p class="field__error" role="status">
                <Sign name="warn" />
                <span>{problemText(quotes.failure.error, t)}</span>
              </p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** True unless the shop has set another method. */
function isLeft({ payWayCode }: { readonly payWayCode: string | null }): boolean {
  return shopTerms.payWayCode === undefined || shopTerms.payWayCode === payWayCode;
}

function NoPrices({ model }: FormPart) {
  const { t } = useI18n();
  const { quotes, amount, pair, entry, place } = model;
  if (quotes.failure !== null && !quotes.isAsking) {
    // The field shows the details.
    const isAtField = place !== null && place.field !== 'page' && place.field !== 'price';
    return (
      <div class="stack stack--close">
        <Banner tone={isAtField ? 'info' : 'bad'} title={t('method.failed')}>
          {isAtField ? t('method.failedText') : problemText(quotes.failure.error, t)}
        </Banner>
        <div>
          <Button kind="quiet" onPress={model.refreshQuotes}>
            {t('problem.again')}
          </Button>
        </div>
      </div>
    );
  }
  const isReady = amount.kind === 'ok' && pair !== undefined && entry.country !== '';
  if (!isReady && model.cryptos.kind !== 'loading') return <p class="soft">{t('method.waiting')}</p>;
  return <Skeletons />;
}

function Skeletons() {
  const { t } = useI18n();
  return (
    <div class="methods__cards">
      <p class="unseen" role="status">
        {t('method.loading')}
      </p>
      {[1, 2].map((each) => (
        <div key={each} class="method method--empty" aria-hidden="true">
          <span class="skeleton skeleton--short" />
          <span class="skeleton skeleton--big" />
          <span class="skeleton" />
          <span class="skeleton" />
        </div>
      ))}
      <p class="methods__slow soft small" aria-hidden="true">
        {t('method.slow')}
      </p>
    </div>
  );
}

type Failed = { readonly payWayCode: string | null; readonly code: string };

function Failures({ failures }: { readonly failures: readonly Failed[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  if (failures.length === 0) return null;
  return (
    <ul class="methods__failures small soft">
      {failures.map(({ payWayCode, code }) => (
        <li key={payWayCode ?? code} class="row row--apart">
          <span>{methodName(payWayCode, i18n)}</span>
          <span>{t(ownValue(REASONS, code) ?? 'method.noPrice')}</span>
        </li>
      ))}
    </ul>
  );
}

const REASONS: Readonly<Record<string, 'method.notForAmount' | 'method.notForCrypto'>> = {
  amount_out_of_range: 'method.notForAmount',
  crypto_not_available: 'method.notForCrypto',
};
