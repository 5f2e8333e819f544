import { useEffect, useRef, useState } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { useOnline } from '../../net/use-online.js';
import { MethodChoices } from '../../prices/method-choices.js';
import { methodName } from '../../prices/method-name.js';
import { PriceAge } from '../../prices/price-age.js';
import { PriceMoved } from '../../prices/price-moved.js';
import { isQuantity, priceChange } from '../../prices/rules/price-change.js';
import { chosenQuote } from '../../prices/rules/quotes-state.js';
import { useAgreement, usePress } from '../../prices/use-press.js';
import { useIsOld } from '../../prices/use-is-old.js';
import { useQuotes } from '../../prices/use-quotes.js';
import type { QuoteWish } from '../../prices/use-quotes.js';
import { minutesOf } from '../../prices/usual-time.js';
import { Button, classes } from '../../ui/button.js';
import { FieldError } from '../../ui/field.js';
import { problemText } from '../../ui/problem-text.js';
import type { Retry } from '../live/use-retry.js';
import { failedMethod, retryChoice } from '../retry-choice.js';

interface Props {
  readonly order: Order;
  readonly retry: Retry;
  readonly label: string;
  readonly kind: 'main' | 'quiet';
  /** The methods are asked for, or shown. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Starts a new payment of the order, by another method if there is one, at the price that is shown. */
export function StartPayment({ order, retry, label, kind, isOpen, onOpen }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const isOnline = useOnline();
  const [wanted, want] = useState<string | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const wish = isOpen ? wishOf(order) : null;
  const { quotes, refresh } = useQuotes(wish, isOnline, retry.busy, (items) =>
    retryChoice(items, order, minutesOf(order.network)),
  );
  const items = (quotes.prices?.items ?? []).filter(({ payWayCode }) => payWayCode !== null);
  const method = wanted ?? quotes.firstMethod;
  const quote = quotes.prices === null ? undefined : chosenQuote(quotes.prices, method);
  const agreement = useAgreement(JSON.stringify([wish, quote?.payWayCode]), quote?.cryptoQuantity ?? null);
  const change = { ...priceChange(agreement.quantity, quote?.cryptoQuantity ?? null), before: agreement.quantity };
  const pressing = usePress({
    ...{ wish: JSON.stringify(wish), quotes, quote, refresh },
    goOn: (at) => {
      agreement.agree(at.cryptoQuantity);
      retry.start(order, at);
    },
  });
  useEffect(() => {
    if (isOpen && retry.error !== null) refresh();
  }, [retry.error]);

  // Of an earlier press, too.
  const isBusy = retry.busy || order.status === 'CREATING';
  const isShown = items.length > 0;
  const isOld = useIsOld(quotes.pricedAt);
  const wasShown = useRef(false);
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    wasShown.current ||= isShown;
    field.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [isShown]);
  const failure = quotes.failure?.error ?? null;
  const hasNone = isOpen && !isShown && (wish === null || quotes.prices !== null || failure !== null);
  useEffect(() => {
    if (!hasNone) return;
    onOpen(false);
    // A press on prices that are gone is no press on the price that the order had, nor on none.
    const hasPrice = order.side === 'BUY' && isQuantity(order.cryptoQuantity);
    if (!wasShown.current && (failure === null || hasPrice)) retry.start(order, null);
    else setProblem(failure);
  }, [hasNone]);

  useEffect(() => () => onOpen(false), []);

  if (!isOpen || !isShown) {
    const open = (): void => {
      wasShown.current = false;
      setProblem(null);
      onOpen(true);
    };
    return (
      <>
        <Button kind={kind} busy={isOpen || retry.busy} onPress={open}>
          {label}
        </Button>
        {problem !== null && <FieldError role="status">{problemText(problem, i18n)}</FieldError>}
      </>
    );
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) pressing.press();
  };
  return (
    <form class={classes('retry stack', isOld && 'stale')} onSubmit={submit}>
      <fieldset class="stack" ref={field}>
        <legend>{t('method.title')}</legend>
        <PriceAge quotes={quotes} isOnline={isOnline} refresh={refresh} />
        {quote === undefined && (
          <FieldError role="status">{t('method.gone', { method: methodName(method, i18n) })}</FieldError>
        )}
        <MethodChoices
          items={items}
          network={order.network}
          chosen={quote}
          failed={failedMethod(order)}
          onChoose={want}
          isUnfolded={isUnfolded}
          onUnfold={() => setUnfolded(true)}
        />
      </fieldset>
      {change.kind === 'moved' && <PriceMoved change={change} quote={quote} />}
      <Button type="submit" wide busy={isBusy || pressing.isPressed}>
        {t(change.kind === 'moved' ? 'price.accept' : 'order.action.pay')}
      </Button>
    </form>
  );
}

/** null: the order is no purchase. */
function wishOf({ side, crypto, network, fiat, amount, country }: Order): QuoteWish | null {
  if (side !== 'BUY') return null;
  return { pair: { crypto, network }, fiat, amount, country };
}
