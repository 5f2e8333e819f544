import type { BuyOrder, Order, SellOrder } from '../../../../client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Copyable } from '../../ui/copyable.js';
import { Sign } from '../../ui/signs.js';
import { explorerAddress } from '../explorers.js';
import { isPaid } from '../story/paid.js';
import type { Situation } from '../story/situation.js';
import { webAddress } from '../web-address.js';
import { Detail, DetailList } from './detail.js';

const BANK_TRANSFER = '10001';

export function Details({ order, situation }: { readonly order: Order; readonly situation: Situation }) {
  const { t } = useI18n();
  return (
    <section class="card stack">
      <h2>{t('order.details')}</h2>
      <DetailList>
        {order.side === 'BUY' ? <PurchaseDetails order={order} /> : <SaleDetails order={order} situation={situation} />}
        {order.txHash !== null && isPaid(order) && <Transaction network={order.network} txHash={order.txHash} />}
        {order.orderNo !== null && (
          <Detail name={t('order.detail.provider_number')}>
            <Copyable text={order.orderNo} what={t('order.detail.provider_number')} />
          </Detail>
        )}
      </DetailList>
    </section>
  );
}

function PurchaseDetails({ order }: { readonly order: BuyOrder }) {
  const { t } = useI18n();
  const payWay =
    order.payType ?? (order.payWayCode === null ? null : (facts.payWays[order.payWayCode] ?? order.payWayCode));
  return (
    <>
      {order.address !== null && (
        <Detail name={t('order.detail.address')}>
          <Copyable text={order.address} what={t('order.detail.address')} />
        </Detail>
      )}
      {order.memo !== null && (
        <Detail name={t('order.detail.memo')}>
          <Copyable text={order.memo} what={t('order.detail.memo')} />
        </Detail>
      )}
      {payWay !== null && <Detail name={t('order.detail.pay_way')}>{payWay}</Detail>}
    </>
  );
}

function SaleDetails({ order, situation }: { readonly order: SellOrder; readonly situation: Situation }) {
  const { t } = useI18n();
  const { payee, paymentType, failReason, payoutAddress } = order;
  const page = webAddress(order.orderPageUrl);
  // Nobody shall send anything to it while it is doubted, or its time is over.
  const isDepositShown = payoutAddress !== null && isPaid(order);
  return (
    <>
      {failReason !== null && (
        <Detail name={t('order.detail.fail_reason')}>
          <bdi>{failReason}</bdi>
        </Detail>
      )}
      {isDepositShown && (
        <Detail name={t('order.detail.deposit')}>
          <Copyable text={payoutAddress} what={t('order.detail.deposit')} />
        </Detail>
      )}
      {payee !== null && <Payee payee={payee} />}
      {paymentType !== null && (
        <Detail name={t('order.detail.payout_way')}>
          {paymentType === BANK_TRANSFER ? t('order.payout_way.bank') : paymentType}
        </Detail>
      )}
      {page !== null && situation !== 'sale_to_send' && (
        <Detail name={t('order.detail.sale_page')}>
          <a href={page} rel="noreferrer">
            {t('order.action.sale_page')}
          </a>
        </Detail>
      )}
    </>
  );
}

function Payee({ payee }: { readonly payee: NonNullable<SellOrder['payee']> }) {
  const { t } = useI18n();
  const parts = [payee.name, payee.account, payee.card, payee.email].filter((part) => part !== null && part !== '');
  if (parts.length === 0) return null;
  return (
    <Detail name={t('order.detail.payee')}>
      {parts.map((part) => (
        <bdi key={part} class="details__line">
          {part}
        </bdi>
      ))}
    </Detail>
  );
}

function Transaction({ network, txHash }: { readonly network: string | null; readonly txHash: string }) {
  const { t } = useI18n();
  const explorer = explorerAddress(network, txHash, facts.networks.explorers);
  return (
    <Detail name={t('order.detail.transaction')}>
      <Copyable text={txHash} what={t('order.detail.transaction')} />
      {explorer !== null && (
        <a class="details__line order-explorer" href={explorer} target="_blank" rel="noreferrer noopener">
          {t('order.action.explorer')}
          <Sign name="out" />
        </a>
      )}
    </Detail>
  );
}
