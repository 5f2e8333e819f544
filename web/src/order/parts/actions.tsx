import './actions.css';
import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
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

export function Actions({ order, actions, hasMain, retry, onOver }: Props) {
  const { t } = useI18n();
  const text = retry.error === null ? null : retryText(retry.error);
  const crypto = order.crypto ?? t('order.crypto');
  if (actions.length === 0 && retry.error === null && !retry.busy) return null;
  return (
    <div class="stack stack--close">
      {retry.error !== null && (
        <Banner tone="bad" urgent>
          {text === null ? problemText(retry.error, t) : t(text, { crypto })}
        </Banner>
      )}
      {actions.length > 0 && (
        <div class="order-actions">
          {actions.map((action, index) => (
            <Act key={action.kind} action={action} isFirst={hasMain && index === 0} order={order} retry={retry} />
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
  readonly isFirst: boolean;
  readonly order: Order;
  readonly retry: Retry;
}

function Act({ action, isFirst, order, retry }: ActProps) {
  const { t } = useI18n();
  const kind = isFirst ? 'main' : 'quiet';
  switch (action.kind) {
    case 'pay':
      return (
        // Without storage this tab alone can show the order, so it stays.
        <a
          class="button"
          href={action.url}
          rel="noreferrer"
          target={isKept(order.merchantOrderNo) ? undefined : '_blank'}
        >
          {t(action.label)}
        </a>
      );
    case 'retry':
      return <StartPayment order={order} retry={retry} label={t(action.label)} kind={kind} />;
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
