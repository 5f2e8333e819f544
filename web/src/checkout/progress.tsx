import { useEffect, useRef } from 'preact/hooks';
import { useI18n } from '../i18n/i18n.js';
import type { MessageKey } from '../i18n/messages.js';
import { Amount } from '../ui/amount.js';
import { Button } from '../ui/button.js';
import { Provider } from '../ui/provider.js';
import { Sign } from '../ui/signs.js';
import type { SignName } from '../ui/signs.js';
import { Text } from '../ui/text.js';
import type { Attempt } from './rules/attempt.js';
import type { Departure } from './rules/departure.js';
import { canGoBack, newsOf, secondsOfPatience } from './rules/sending.js';
import type { SendingNews } from './rules/sending.js';
import { useClock } from './use-clock.js';
import { useOnline } from '../net/use-online.js';
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
  const isOnline = useOnline();
  const now = useClock();
  const news = state.kind === 'sending' ? newsOf(state.known, isOnline, now) : state.kind;
  const sign = SIGNS[news];
  return (
    <section class="card notice stack" aria-busy={sign === undefined}>
      {sign === undefined ? (
        <span class="spinner notice__sign" aria-hidden="true" />
      ) : (
        <Sign name={sign} class="notice__sign" />
      )}
      <div class="stack stack--close" role="status">
        <h1 ref={heading} tabIndex={-1}>
          {t(TITLES[news])}
        </h1>
        <p class="soft">{t(TEXTS[news])}</p>
      </div>
      {state.kind === 'leaving' ? <WaysOn departure={state.departure} /> : <What attempt={state.attempt} />}
      {state.kind === 'sending' && <Underway state={state} isOnline={isOnline} now={now} onBack={purchase.goBack} />}
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

interface UnderwayProps {
  readonly state: Extract<PurchaseState, { kind: 'sending' }>;
  readonly isOnline: boolean;
  readonly now: number;
  readonly onBack: () => void;
}

/** How long the page goes on by itself, and the way back while it leaves no order behind. */
function Underway({ state: { known, isGoingBack }, isOnline, now, onBack }: UnderwayProps) {
  const { t, format } = useI18n();
  const news = newsOf(known, isOnline, now);
  const seconds = secondsOfPatience(news, known.since, now);
  return (
    <>
      {seconds !== null && !isGoingBack && (
        // Outside of the announced part, since it changes each second.
        <p class="soft small">{t('progress.patience', { time: format.seconds(seconds) })}</p>
      )}
      {(isGoingBack || canGoBack(news)) && (
        <div class="stack stack--close">
          <Button wide kind="quiet" busy={isGoingBack} onPress={onBack}>
            {t('challenge.back')}
          </Button>
          <p class="soft small" role="status">
            {isGoingBack && t('progress.goingBack')}
          </p>
        </div>
      )}
    </>
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
            {t('order.action.pay')}
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
  const { fiat, amount, crypto, quote } = request;
  const arrives = quote == null ? crypto : <Amount of="crypto" value={quote.cryptoQuantity} unit={crypto} isAbout />;
  const values = { amount: <Amount of="fiat" value={amount} unit={fiat} />, crypto: arrives };
  return (
    <p>
      <Text of="progress.what" values={values} />
    </p>
  );
}

type News = SendingNews | 'unknown' | 'found' | 'leaving';

const TITLES = {
  unsent: 'offline.title',
  sent: 'progress.sent',
  slow: 'progress.sent',
  away: 'progress.away',
  busy: 'progress.busy',
  lost: 'progress.sent',
  cut_off: 'offline.title',
  being_made: 'progress.beingMade',
  unknown: 'unknown.title',
  found: 'found.title',
  leaving: 'progress.leaving',
} as const satisfies Record<News, MessageKey>;

const TEXTS = {
  unsent: 'progress.unsentText',
  sent: 'progress.sentText',
  slow: 'progress.slowText',
  away: 'progress.noneMadeText',
  busy: 'progress.noneMadeText',
  lost: 'progress.lostText',
  cut_off: 'progress.cutOffText',
  being_made: 'progress.beingMadeText',
  unknown: 'unknown.text',
  found: 'found.text',
  leaving: 'progress.leavingText',
} as const satisfies Record<News, MessageKey>;

/** undefined: a spinner, since something is under way. */
const SIGNS: Readonly<Partial<Record<News, SignName>>> = {
  unsent: 'offline',
  cut_off: 'offline',
  unknown: 'clock',
  found: 'clock',
};
