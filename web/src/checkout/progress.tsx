import { useEffect, useRef } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { Provider } from '../ui/provider.js';
import { Sign } from '../ui/signs.js';
import type { Attempt } from './rules/attempt.js';
import type { Departure } from './rules/departure.js';
import type { PurchaseState, Purchasing } from './use-purchase.js';

interface Props {
  readonly state: Exclude<PurchaseState, { kind: 'editing' | 'challenge' }>;
  readonly purchase: Purchasing;
}

/** Replaces the form while an order is being created or its outcome is unknown. */
export function Progress({ state, purchase }: Props) {
  const { t } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isWaiting = state.kind === 'sending' || state.kind === 'leaving';
  return (
    <section class="card notice stack" aria-busy={isWaiting}>
      {isWaiting ? (
        <span class="spinner notice__sign" aria-hidden="true" />
      ) : (
        <Sign name="clock" class="notice__sign" />
      )}
      <div class="stack stack--close" role="status">
        <h1 ref={heading} tabIndex={-1}>
          {t(TITLES[titleOf(state)])}
        </h1>
        <p class="soft">{t(TEXTS[titleOf(state)])}</p>
      </div>
      {state.kind === 'leaving' ? <WaysOn departure={state.departure} /> : <What attempt={state.attempt} />}
      {(state.kind === 'unknown' || state.kind === 'found') && (
        <div class="stack stack--close">
          <Button wide onPress={() => purchase.goOn(state.attempt)}>
            {t(state.kind === 'found' ? 'found.goOn' : 'problem.again')}
          </Button>
          <Button wide kind="quiet" onPress={purchase.forget}>
            {t('unknown.over')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Links for browsers that do not follow the redirect. */
function WaysOn({ departure: { payUrl, orderPage } }: { readonly departure: Departure }) {
  const { t } = useI18n();
  return (
    <div class="stack stack--close">
      {payUrl !== null && (
        <p>
          <a href={payUrl} rel="noreferrer">
            {t('progress.toPay')}
          </a>
        </p>
      )}
      <Provider payUrl={payUrl} />
      <p>
        <a href={orderPage}>{t('progress.toOrder')}</a>
      </p>
    </div>
  );
}

function What({ attempt: { request } }: { readonly attempt: Attempt }) {
  const { t, format } = useI18n();
  const { fiat, amount, crypto, quote } = request;
  const arrives = quote == null ? crypto : format.crypto(quote.cryptoQuantity, crypto);
  return <p class="amount">{t('progress.what', { amount: format.fiat(amount, fiat), crypto: arrives })}</p>;
}

type TextKey = 'sent' | 'lost' | 'being_made' | 'unknown' | 'found' | 'leaving';

const TITLES = {
  sent: 'progress.sent',
  lost: 'progress.sent',
  being_made: 'progress.beingMade',
  unknown: 'unknown.title',
  found: 'found.title',
  leaving: 'progress.leaving',
} as const;

const TEXTS = {
  sent: 'progress.sentText',
  lost: 'progress.lostText',
  being_made: 'progress.beingMadeText',
  unknown: 'unknown.text',
  found: 'found.text',
  leaving: 'progress.leavingText',
} as const;

function titleOf(state: Props['state']): TextKey {
  return state.kind === 'sending' ? state.news : state.kind;
}
