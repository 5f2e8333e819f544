import { useId, useRef, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { ownValue } from '../../own-value.js';
import { Amount } from '../../ui/amount.js';
import { Banner } from '../../ui/banner.js';
import { Button, classes } from '../../ui/button.js';
import { FieldError } from '../../ui/field.js';
import { problemText } from '../../ui/problem-text.js';
import { Text } from '../../ui/text.js';
import { TryAgain } from '../../ui/try-again.js';
import { methodName } from '../../prices/method-name.js';
import { nearestLimit } from '../rules/limits.js';
import { visibleMethods } from '../../prices/rules/visible-methods.js';
import { shopTerms } from '../shop-terms.js';
import type { FormPart } from './form-part.js';
import { awaitsPrices } from './quantity.js';
import { MethodChoices } from '../../prices/method-choices.js';
import { PriceAge } from '../../prices/price-age.js';

export function Methods({ model }: FormPart) {
  const i18n = useI18n();
  const { t } = i18n;
  const id = useId();
  const { quotes, quote, shownQuote, pair, method, change } = model;
  const prices = quotes.prices ?? quotes.past?.prices ?? null;
  const items = (prices?.items ?? []).filter(isLeft);
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = !isUnfolded && visibleMethods(items, shownQuote).length < items.length;
  const isGone = quotes.prices !== null && quotes.prices.items.length > 0 && quote === undefined;
  return (
    <section
      class={classes('card', prices !== null && model.isStale && 'stale')}
      aria-busy={quotes.isAsking || quotes.past !== null}
    >
      <div class="methods__head">
        <h2 id={id}>{t('method.title')}</h2>
        {prices === null && awaitsPrices(model) ? (
          <p class="price-age soft small" role="status">
            {t('method.loading')}
          </p>
        ) : (
          <PriceAge quotes={quotes} isOnline={model.isOnline} refresh={model.refreshQuotes} />
        )}
      </div>
      <div class="stack" data-field="method" tabIndex={-1} role="radiogroup" aria-labelledby={id}>
        {isGone && (
          <FieldError role="status">
            {t(shopTerms.payWayCode === undefined ? 'method.gone' : 'link.methodGone', {
              method: methodName(method, i18n),
            })}
          </FieldError>
        )}
        {prices === null ? (
          <NoPrices model={model} />
        ) : (
          <>
            <MethodChoices
              items={items}
              network={pair?.network}
              chosen={shownQuote}
              onChoose={(payWayCode) => change({ payWayCode })}
              isUnfolded={isUnfolded}
              onUnfold={() => setUnfolded(true)}
            />
            {prices.items.length === 0 && <p class="soft">{t('method.none')}</p>}
            {!isFolded && <Failures failures={prices.failures.filter(isLeft)} />}
            {quotes.failure !== null && !quotes.isAsking && (
              <FieldError role="status">{problemText(quotes.failure.error, i18n)}</FieldError>
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

export function NoPrices({ model }: FormPart) {
  const i18n = useI18n();
  const { t } = i18n;
  const { quotes, amount, pair, entry, place } = model;
  if (quotes.failure !== null && !quotes.isAsking) {
    // The field shows the details.
    const isAtField = place !== null && place.field !== 'page' && place.field !== 'price';
    return (
      <Banner tone={isAtField ? 'info' : 'bad'} title={t('method.failed')}>
        <p>{isAtField ? t('method.failedText') : problemText(quotes.failure.error, i18n)}</p>
        <TryAgain onPress={model.refreshQuotes} />
      </Banner>
    );
  }
  if (amount.kind === 'too_little' || amount.kind === 'too_much') return <OutOfRange model={model} />;
  const isReady = amount.kind === 'ok' && pair !== undefined && entry.country !== '';
  if (!isReady && model.cryptos.kind !== 'loading') {
    const isMissing = amount.kind === 'ok' || amount.kind === 'empty' || amount.kind === 'zero';
    return <p class="soft">{t(isMissing ? 'method.waiting' : 'method.failedText')}</p>;
  }
  return <Skeletons />;
}

/** The amount field says what is wrong; one press here puts it right. */
function OutOfRange({ model: { amount, limits, digits, entry, change } }: FormPart) {
  const { t, format } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const limit = nearestLimit(amount, limits, digits);
  const enter = (amountText: string): void => {
    // The pressed button vanishes: keep the keyboard's place.
    place.current?.closest<HTMLElement>('[data-field="method"]')?.focus();
    change({ amountText, isAmountSuggested: false });
  };
  return (
    <div class="stack stack--close" ref={place}>
      <p class="soft">{t('method.failedText')}</p>
      {limit !== null && shopTerms.amount === undefined && (
        <div>
          <Button kind="quiet" onPress={() => enter(format.decimal(limit))}>
            <span>
              <Text of="pay.use" values={{ amount: <Amount of="fiat" value={limit} unit={entry.fiat} /> }} />
            </span>
          </Button>
        </div>
      )}
    </div>
  );
}

function Skeletons() {
  const { t } = useI18n();
  return (
    <div class="methods__cards">
      {[1, 2].map((each) => (
        <div key={each} class="method method--empty" aria-hidden="true">
          <span class="skeleton skeleton--short" />
          <span class="skeleton skeleton--big" />
          <span class="skeleton" />
          <span class="skeleton" />
        </div>
      ))}
      <p class="methods__slow soft small" aria-hidden="true">
        {t('progress.slowText')}
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

const REASONS: Readonly<Record<string, 'method.notForAmount' | 'method.notForCrypto' | 'method.paused'>> = {
  amount_out_of_range: 'method.notForAmount',
  crypto_not_available: 'method.notForCrypto',
  paused: 'method.paused',
};
