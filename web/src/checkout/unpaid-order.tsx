import { useEffect, useState } from 'preact/hooks';
import type { BuyOrder } from '#client/src/index.js';
import { useI18n } from '../i18n/i18n.js';
import { api } from '../net/api.js';
import { privateAddress, secretOf } from '../net/secrets.js';
import { Banner } from '../ui/banner.js';
import { lastOrder } from './memory.js';
import { awaitsPayment } from './rules/unpaid.js';

/** Shows the last order of this browser while it is unpaid, so that it is not paid twice. */
export function UnpaidOrder() {
  const { t, format } = useI18n();
  const order = useUnpaidOrder();
  if (order === null) return null;
  const { fiat, amount, crypto, createdAt, merchantOrderNo } = order;
  const values = { amount: format.fiat(amount, fiat), crypto, time: format.moment(createdAt) };
  return (
    <Banner tone="info" sign="clock" title={t('unpaid.title')}>
      <p>{t('unpaid.text', values)}</p>
      <p>{t('unpaid.once')}</p>
      <p>
        <a href={privateAddress(merchantOrderNo)}>{t('unpaid.open')}</a>
      </p>
    </Banner>
  );
}

function useUnpaidOrder(): BuyOrder | null {
  const [order, setOrder] = useState<BuyOrder | null>(null);
  useEffect(() => {
    const number = lastOrder();
    const clientSecret = number === null ? null : secretOf(number);
    if (number === null || clientSecret === null) return undefined;
    const ending = new AbortController();
    api.order(number, { clientSecret, signal: ending.signal }).then(
      (found) => {
        if (found.side === 'BUY' && awaitsPayment(found)) setOrder(found);
      },
      // A missing hint needs no error message.
      () => undefined,
    );
    return () => ending.abort();
  }, []);
  return order;
}
