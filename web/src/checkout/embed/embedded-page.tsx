import './embed.css';
import { useEffect, useState } from 'preact/hooks';
import type { Checkout } from '#client/src/index.js';
import { boot } from '../../boot.js';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Sign } from '../../ui/signs.js';
import { CheckoutPage } from '../checkout-page.js';
import { EmbeddedOrder } from './embedded-order.js';
import { isFramed, tellShop } from './embedder.js';

/** The checkout page on a shop's page: it stays, shows the order, and opens everything else in other tabs. */
function EmbeddedPage() {
  const [order, setOrder] = useState<Checkout | null>(null);
  useEffect(adaptDocument, []);
  return (
    <>
      {facts.embedder !== null && <Close />}
      {order === null ? (
        <CheckoutPage onOrder={setOrder} />
      ) : (
        <EmbeddedOrder made={order} onNew={() => setOrder(null)} />
      )}
    </>
  );
}

function Close() {
  const { t } = useI18n();
  const close = (): void => {
    tellShop({ type: 'closed' });
    if (!isFramed) window.close();
  };
  return (
    <button type="button" class="icon-button embed-close" aria-label={t('dialog.close')} onClick={close}>
      <Sign name="close" />
    </button>
  );
}

function adaptDocument(): void {
  // Links would lead the frame to pages that refuse to be framed.
  const base = document.createElement('base');
  base.target = '_blank';
  document.head.append(base);
  if (!isFramed) return;
  document.documentElement.classList.add('framed');
  const { body } = document;
  new ResizeObserver(() => tellShop({ type: 'height', height: body.offsetHeight })).observe(body);
}

export const bootEmbedded = (): Promise<void> => boot(['checkout', 'order'], EmbeddedPage);
