import type { SellOrder } from '../orders/order.js';
import { html } from './html.js';
import { facts, page, shortened } from './layout.js';

const HEADINGS: Readonly<Record<string, string>> = {
  '1': 'Waiting for your crypto',
  '2': 'Crypto received',
  '3': 'Payout started',
  '4': 'Paid out',
  '5': 'Payout failed',
  '6': 'Refunded',
  '7': 'Expired',
};

export function sellPage(order: SellOrder): string {
  const { request, quote } = order;
  const heading = HEADINGS[order.status] ?? `Status ${order.status}`;
  const content = html` <p class="merchant">Your sale</p>
    <h1>${heading}</h1>
    ${facts([
      ['You send', `${request.cryptoAmount} ${request.crypto}`],
      ['Network', request.network],
      ['To address', shortened(request.address)],
      ['Worth', html`<strong>${quote.fiatQuantity} ${request.fiat}</strong>`],
      ['Service fee', `${quote.rampFee} ${request.fiat}`],
      ['Order', order.orderNo],
    ])}`;
  return page(heading, content);
}
