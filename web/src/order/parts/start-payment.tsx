import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { Amount } from '../../ui/amount.js';
import { useI18n } from '../../i18n/i18n.js';
import { ownValue } from '../../own-value.js';
import { facts } from '../../page-facts.js';
import { payWayNames } from '../../pay-way-names.js';
import { Button } from '../../ui/button.js';
import type { Retry } from '../live/use-retry.js';
import { useRetryChoice } from '../live/use-retry-choice.js';
import type { RetryChoice } from '../retry-choice.js';

interface Props {
  readonly order: Order;
  readonly retry: Retry;
  readonly label: string;
  readonly kind: 'main' | 'quiet';
}

/** Starts a new payment of the order, by another method if there is one. */
export function StartPayment({ order, retry, label, kind }: Props) {
  const { isAsking, choice, ask } = useRetryChoice(order, () => retry.start(order, null));
  if (choice !== null) {
    return <Methods choice={choice} kind={kind} busy={retry.busy} onChosen={(method) => retry.start(order, method)} />;
  }
  return (
    <Button kind={kind} busy={isAsking || retry.busy} onPress={ask}>
      {label}
    </Button>
  );
}

interface MethodsProps {
  readonly choice: RetryChoice;
  readonly kind: Props['kind'];
  readonly busy: boolean;
  readonly onChosen: (payWayCode: string) => void;
}

function Methods({ choice: { methods, first }, kind, busy, onChosen }: MethodsProps) {
  const { t, language } = useI18n();
  const name = useId();
  const [chosen, setChosen] = useState(first);
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => field.current?.querySelector<HTMLElement>(':checked')?.focus(), []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!busy) onChosen(chosen);
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
