import './summary.css';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Amount } from '../../ui/amount.js';
import { Banner } from '../../ui/banner.js';
import { Button, classes } from '../../ui/button.js';
import { Fact, Facts } from '../../ui/facts.js';
import { networkName } from '../../ui/network-name.js';
import { problemText } from '../../ui/problem-text.js';
import { Provider } from '../../ui/provider.js';
import { Text } from '../../ui/text.js';
import { ProblemError } from '#client/src/index.js';
import { methodName } from '../../prices/method-name.js';
import { TOLERANCE_PERCENT } from '../../prices/rules/price-change.js';
import { isAllSet, madeByLink, setByShop, shopTerms } from '../shop-terms.js';
import { usualTime } from '../../prices/usual-time.js';
import { Consent } from './consent.js';
import { orderAddress } from '../order-address.js';
import { FeesText } from './fees.js';
import type { FormPart } from './form-part.js';
import { memoName } from './memo-name.js';
import { Costs } from '../../prices/method-card.js';
import { NoPrices } from './methods.js';
import { PriceAge } from '../../prices/price-age.js';
import { PriceMoved } from '../../prices/price-moved.js';
import { Quantity } from './quantity.js';
import { SentTo } from './sent-to.js';
import { SetProblems, setProblems } from './set-problems.js';
import { useBarHeight } from './use-bar-height.js';

/** What is about to be ordered; on a phone its button stays in sight. */
export function Summary({ model }: FormPart) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { isWaiting, isStale, place, priceChange, quotes } = model;
  const isMoved = priceChange.kind === 'moved';
  // Only another link helps: the button does not invite.
  const needsLink =
    setProblems(model, i18n).length > 0 || (place?.field === 'page' && ['link_used', 'link_over'].includes(place.what));
  const bar = useBarHeight();
  return (
    <aside class={classes('summary', isAllSet && 'summary--set')} aria-label={t('sum.title')}>
      <div class="stack summary__facts">
        {isAllSet && <PriceAge quotes={quotes} isOnline={model.isOnline} refresh={model.refreshQuotes} />}
        <Choices model={model} />
        <Destination model={model} />
        {isAllSet && <Details model={model} />}
        <div class="stack stack--close">
          <p class="soft small">
            {t('sum.tolerance', { percent: format.decimal(TOLERANCE_PERCENT) })} {t('sum.fixed')}
          </p>
          <p class="soft small">
            {t(facts.returnOrigins.includes(location.origin) ? 'sum.comeBack' : 'sum.next')} {t('sum.identity')}
          </p>
          <Provider />
        </div>
        <Consent model={model} />
      </div>
      <div class="summary__bar stack" ref={bar}>
        {isAllSet && quotes.prices === null && quotes.failure !== null && <NoPrices model={model} />}
        <SetProblems model={model} />
        <div role="status">
          {(priceChange.kind === 'worse' || priceChange.kind === 'better') && <Changed model={model} />}
        </div>
        {isMoved && <PriceMoved change={priceChange} quote={model.quote} />}
        <Refused model={model} />
        <dl class={classes('totals', isStale && 'stale')}>
          <div>
            <dt class="soft small">{t('method.gets')}</dt>
            <dd class="totals__quantity">
              <Quantity model={model} />
            </dd>
          </div>
          <div class="totals__fees">
            <dt class="soft small">{t('sum.fees')}</dt>
            <dd>
              <FeesText model={model} />
            </dd>
          </div>
        </dl>
        <Button type="submit" wide kind={needsLink ? 'quiet' : 'main'} busy={isWaiting}>
          {t(isMoved ? 'price.accept' : 'sum.continue')}
        </Button>
      </div>
    </aside>
  );
}

/** Phones leave out what stands above. */
function Choices({ model: { amount, entry, pair, shownQuote } }: FormPart) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const paid = amount.kind === 'ok' ? amount.amount : shopTerms.amount;
  const method = shownQuote?.payWayCode ?? shopTerms.payWayCode;
  const time = method === undefined ? null : usualTime(method, pair?.network, format);
  return (
    <div class={classes(!isAllSet && 'summary__choices')}>
      <Facts>
        <Fact name={t('pay.label')} strong>
          {paid === undefined ? '—' : <Amount of="fiat" value={paid} unit={entry.fiat} />}
        </Fact>
        <Fact name={t('sum.method')}>{method === undefined ? '—' : methodName(method, i18n)}</Fact>
        {time !== null && <Fact name={t('sum.time')}>{t('method.time', { time })}</Fact>}
      </Facts>
    </div>
  );
}

function Destination({ model }: FormPart) {
  const { memoText, pair } = model;
  const { t } = useI18n();
  return (
    <Facts>
      <Fact name={t('order.detail.network')}>{pair === undefined ? '—' : networkName(pair.network)}</Fact>
      <SentTo model={model} />
      {memoText !== '' && (
        <Fact name={memoName(pair, t)}>
          <span class="code">{memoText}</span>
        </Fact>
      )}
    </Facts>
  );
}

function Details({ model: { entry, quote } }: FormPart) {
  const { t, format } = useI18n();
  return (
    <details>
      <summary>{t('order.details')}</summary>
      {quote !== undefined && <Costs quote={quote} />}
      <Facts>
        <Fact name={t('country.set')}>{format.country(entry.country)}</Fact>
      </Facts>
    </details>
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

/** The last refusal, if no field shows it. */
function Refused({ model: { purchase, place, priceChange } }: FormPart) {
  const i18n = useI18n();
  const { t } = i18n;
  const { state } = purchase;
  if (state.kind !== 'editing' || state.problem === null || place === null) return null;
  if (place.field === 'price') {
    if (priceChange.kind === 'moved') return null;
    return (
      <Banner tone="warn" urgent>
        {t('order.rejected.price')}
      </Banner>
    );
  }
  if (place.field !== 'page') {
    return (
      <Banner tone="bad" urgent title={t('sum.refused')}>
        {setByShop[place.field] ? undefined : t(place.field === 'method' ? 'method.refused' : 'sum.lookAbove')}
      </Banner>
    );
  }
  if (place.what === 'link_used') return <LinkUsed />;
  return (
    <Banner tone="bad" urgent title={t('sum.refused')}>
      {place.what === 'link_over' ? (
        <Text of="link.expired" />
      ) : (
        problemText(new ProblemError(state.problem, null), i18n)
      )}
    </Banner>
  );
}

function LinkUsed() {
  const { t } = useI18n();
  const made = madeByLink();
  return (
    <Banner tone="bad" urgent title={t('link.used')}>
      <div class="stack stack--close">
        <p>{t('link.usedText')}</p>
        <p>{made === null ? <Text of="link.ask" /> : <a href={orderAddress(made)}>{t('progress.toOrder')}</a>}</p>
      </div>
    </Banner>
  );
}
