import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Text } from '../../ui/text.js';
import { Disc } from './disc.js';
import { OrderNumber } from './order-number.js';
import { useTitle } from '../../ui/use-title.js';
import { WaysOn } from '../../ui/ways-on.js';

/** Shown if this browser has no valid secret. Does not reveal whether the order exists. */
export function NotHere({ shown, onAgain }: { readonly shown: string; readonly onAgain: (() => void) | null }) {
  const { t } = useI18n();
  useTitle(t('order.not_here.title'));
  return (
    <section class="card order-alone stack">
      <Disc mood="check" sign="lock" />
      <h1>{t('order.not_here.title')}</h1>
      <p class="soft">
        <Text of="order.not_here.text" />
      </p>
      {shown !== '' && <OrderNumber number={shown} />}
      <p class="soft">
        <Text of="order.not_here.help" />
      </p>
      <WaysOn buy={t('order.action.buy')}>
        {onAgain !== null && <Button onPress={onAgain}>{t('problem.again')}</Button>}
      </WaysOn>
    </section>
  );
}
