import './actions.css';
import { useRef, useState } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { classes } from '../../ui/button.js';
import { Banner } from '../../ui/banner.js';
import { problemText } from '../../ui/problem-text.js';
import { Provider } from '../../ui/provider.js';
import { isKept } from '../../net/secrets.js';
import type { Retry } from '../live/use-retry.js';
import { useTimeLeft } from '../live/use-time-left.js';
import { retryText } from '../retry-text.js';
import type { Action } from '../story/actions.js';
import { ChooseAgain, NewPurchase } from './new-purchase.js';
import { StartPayment } from './start-payment.js';

interface Props {
  readonly order: Order;
  readonly actions: readonly Action[];
  /** The first action stands out. */
  readonly hasMain: boolean;
  readonly retry: Retry;
  /** The payment link has expired. */
  readonly onOver: () => void;
}

export function Actions({ order, actions: current, hasMain, retry, onOver }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [isChoosing, setChoosing] = useState(false);
  // The methods stay while a new trade is being made: its price may have moved, and another one is chosen then.
  const kept = useRef(current);
  if (!isChoosing || (!retry.busy && order.status !== 'CREATING')) kept.current = current;
  const actions = kept.current;
  const text = retry.error === null ? null : retryText(retry.error);
  const crypto = order.crypto ?? t('order.crypto');
  if (actions.length === 0 && retry.error === null && !retry.busy) return null;
  return (
    <div class="stack stack--close">
      {retry.error !== null && !(isChoosing && text === 'order.rejected.price') && (
        <Banner tone="bad" urgent>
          {text === null ? problemText(retry.error, i18n) : t(text, { crypto })}
        </Banner>
      )}
      {actions.length > 0 && (
        <div class="order-actions">
          {actions.map((action, index) => (
            <Act
              key={action.kind}
              {...{ action, order, retry, isChoosing, setChoosing }}
              isMain={hasMain && index === 0 && !isChoosing}
            />
          ))}
        </div>
      )}
      {retry.busy && (
        <p role="status" class="soft small">
          {t('order.retry.busy')}
        </p>
      )}
      {actions.map((action) => action.kind === 'pay' && <Provider key={action.kind} payUrl={action.url} />)}
      {actions.some(({ kind }) => kind === 'pay') && <TimeLeft until={order.payUrlExpiresAt} onOver={onOver} />}
    </div>
  );
}

interface ActProps {
  readonly action: Action;
  readonly isMain: boolean;
  readonly order: Order;
  readonly retry: Retry;
  /** The methods of a new payment are shown, and its button is the main one. */
  readonly isChoosing: boolean;
  readonly setChoosing: (isChoosing: boolean) => void;
}

function Act({ action, isMain, order, retry, isChoosing, setChoosing }: ActProps) {
  const { t } = useI18n();
  const kind = isMain ? 'main' : 'quiet';
  switch (action.kind) {
    case 'pay':
      return (
        // Without storage this tab alone can show the order, so it stays.
        <a
          class={classes('button', !isMain && 'button--quiet')}
          href={action.url}
          rel="noreferrer"
          target={isKept(order.merchantOrderNo) ? undefined : '_blank'}
        >
          {t(action.label)}
        </a>
      );
    case 'retry':
      return (
        <StartPayment {...{ order, retry, kind }} label={t(action.label)} isOpen={isChoosing} onOpen={setChoosing} />
      );
    case 'choose_again':
      return <ChooseAgain order={order} label={t(action.label)} />;
    case 'buy':
      return <NewPurchase order={order} kind="quiet" label={t(action.label)} />;
  }
}

function TimeLeft({ until, onOver }: { readonly until: string | null; readonly onOver: () => void }) {
  const { t, format } = useI18n();
  const left = useTimeLeft(until, onOver);
  if (left === null) return null;
  return <p class="soft small">{t('order.pay.left', { time: format.seconds(left) })}</p>;
}
