import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { Amount } from '../../ui/amount.js';
import { useI18n } from '../../i18n/i18n.js';
import { purchaseMinutes } from '../../durations.js';
import { ownValue } from '../../own-value.js';
import { facts } from '../../page-facts.js';
import { payWayNames } from '../../pay-way-names.js';
import { Button } from '../../ui/button.js';
import type { Retry } from '../live/use-retry.js';
import { useRetryChoice } from '../live/use-retry-choice.js';
import type { RetryChoice, RetryMethod } from '../retry-choice.js';

interface Props {
  readonly order: Order;
  readonly retry: Retry;
  readonly label: string;
  readonly kind: 'main' | 'quiet';
}

/** Starts a new payment of the order, by another method if there is one. */
export function StartPayment({ order, retry, label, kind }: Props) {
  const { isAsking, choice, ask } = useRetryChoice(order, retry.error, () => retry.start(order, null));
  if (choice !== null) {
    const start = (method: RetryMethod): void => retry.start(order, method);
    return <Methods choice={choice} network={order.network} kind={kind} busy={retry.busy} onChosen={start} />;
  }
  return (
    <Button kind={kind} busy={isAsking || retry.busy} onPress={ask}>
      {label}
    </Button>
  );
}

interface MethodsProps {
  readonly choice: RetryChoice;
  readonly network: string | null;
  readonly kind: Props['kind'];
  readonly busy: boolean;
  readonly onChosen: (method: RetryMethod) => void;
}

function Methods({ choice: { methods, first }, network, kind, busy, onChosen }: MethodsProps) {
  const { t, language } = useI18n();
  const name = useId();
  const [chosen, setChosen] = useState(first);
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => field.current?.querySelector<HTMLElement>(':checked')?.focus(), []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const method = methods.find(({ payWayCode }) => payWayCode === chosen);
    if (!busy && method !== undefined) onChosen(method);
  };
  return (
    <form class="retry stack" onSubmit={submit}>
      <fieldset class="stack stack--close" ref={field}>
        <legend>{t('order.retry.how')}</legend>
        {methods.map(({ payWayCode, crypto, cryptoQuantity, hasFailed }) => (
          <label key={payWayCode} class="retry__method">
            <input
              type="radio"
              name={name}
              value={payWayCode}
              checked={payWayCode === chosen}
              onChange={() => setChosen(payWayCode)}
            />
            <span class="grow">
              <bdi>{ownValue(payWayNames(facts.payWays, language), payWayCode) ?? payWayCode}</bdi>{' '}
              {hasFailed && <span class="retry__about soft small">{t('order.retry.failed')}</span>}{' '}
              <Time payWayCode={payWayCode} network={network} />{' '}
              {cryptoQuantity !== null && (
                <span class="retry__about soft">
                  <Amount of="crypto" value={cryptoQuantity} unit={crypto} isAbout />
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" wide kind={kind} busy={busy}>
        {t('order.action.pay')}
      </Button>
    </form>
  );
}

function Time({ payWayCode, network }: { readonly payWayCode: string; readonly network: string | null }) {
  const { t, format } = useI18n();
  const minutes = purchaseMinutes(facts.durations, payWayCode, network ?? '');
  if (minutes === null) return null;
  return <span class="retry__about soft small">{t('order.retry.time', { time: format.minutes(minutes) })}</span>;
}
