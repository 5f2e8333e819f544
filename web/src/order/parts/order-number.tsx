import { useI18n } from '../../i18n/i18n.js';
import { Copyable } from '../../ui/copyable.js';

/** Enough to name the order on the telephone. */
const SPOKEN = 8;

/** The order's number, of which the beginning stands out. */
export function OrderNumber({ number }: { readonly number: string }) {
  const { t } = useI18n();
  return (
    <p class="order-number row row--wrap">
      <span class="soft">{t('order.number')}</span>
      <Copyable text={number} what={t('order.number')}>
        <span class="code">
          <b>{number.slice(0, SPOKEN)}</b>
          {number.slice(SPOKEN)}
        </span>
      </Copyable>
    </p>
  );
}
