import type { SellOrder } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import { Copyable } from '../../ui/copyable.js';
import { networkName } from '../../ui/network-name.js';
import { Qr } from '../../ui/qr.js';
import { Sign } from '../../ui/signs.js';
import { webAddress } from '../../net/web-address.js';
import { paymentCode } from '../story/payment-code.js';
import type { PaymentCode } from '../story/payment-code.js';
import { Detail, DetailList } from './detail.js';

export function Deposit({ order }: { readonly order: SellOrder }) {
  const { t } = useI18n();
  const { payoutAddress, cryptoAmount, crypto, network, memo } = order;
  const page = webAddress(order.orderPageUrl);
  return (
    <div class="stack">
      {payoutAddress !== null && (
        <div class="deposit stack">
          <DetailList>
            {cryptoAmount !== null && crypto !== null && (
              <Detail name={t('order.amount.to_send')}>
                <Copyable text={cryptoAmount} what={t('order.amount.to_send')}>
                  <strong>
                    <Amount of="crypto" value={cryptoAmount} unit={crypto} />
                  </strong>
                </Copyable>
              </Detail>
            )}
            {network !== null && <Detail name={t('order.detail.network')}>{networkName(network)}</Detail>}
            <Detail name={t('order.detail.deposit')}>
              <Copyable text={payoutAddress} what={t('order.detail.deposit')} />
            </Detail>
            {memo !== null && (
              <Detail name={t('order.deposit.memo')}>
                <Copyable text={memo} what={t('order.detail.memo')} />
              </Detail>
            )}
          </DetailList>
          <Scan code={paymentCode(payoutAddress, order)} />
          {crypto !== null && network !== null && (
            <p class="small row">
              <Sign name="warn" />
              <span>{t('order.deposit.only', { crypto, network: networkName(network) })}</span>
            </p>
          )}
        </div>
      )}
      {page !== null && (
        <a class="button" href={page} rel="noreferrer">
          {t('order.action.sale_page')}
        </a>
      )}
    </div>
  );
}

function Scan({ code: { text, hasAmount } }: { readonly code: PaymentCode }) {
  const { t } = useI18n();
  return (
    <figure class="stack stack--close">
      <Qr text={text} label={t('order.deposit.code')} />
      <figcaption class="soft small">{t(hasAmount ? 'order.deposit.scan' : 'order.deposit.scan_address')}</figcaption>
    </figure>
  );
}
