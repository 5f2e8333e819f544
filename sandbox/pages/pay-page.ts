import type { BuyOrder } from '../orders/order.js';
import { awaitsPayment } from '../orders/progress.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { facts, page, shortened } from './layout.js';

const RESULTS: Readonly<Record<string, readonly [heading: string, text: string]>> = {
  PAY_SUCCESS: ['Payment received', 'Your crypto is being prepared.'],
  TRANSFER: ['On its way', 'Your crypto has been sent to the network.'],
  FINISHED: ['Done', 'Your crypto has arrived.'],
  CANCEL: ['Cancelled', 'Nothing was paid.'],
};

/** The page at `payUrl`: buttons while the order awaits payment, later its result. */
export function payPage(order: BuyOrder): string {
  return awaitsPayment(order) ? waitingPage(order) : resultPage(order);
}

function waitingPage(order: BuyOrder): string {
  const { amount, fiat, merchantName } = order.request;
  const price = `${amount} ${fiat}`;
  const declined = html`<p class="alert" role="alert">The payment was declined. You can try again.</p>`;
  const content = html` <p class="merchant">${merchantName === '' ? 'Your purchase' : merchantName}</p>
    <h1>${price}</h1>
    ${order.status === 'PAY_FAIL' ? declined : ''} ${orderFacts(order)} ${button(order, 'pay', `Pay ${price}`)}
    <div class="others">${button(order, 'fail', 'Decline')} ${button(order, 'cancel', 'Cancel')}</div>`;
  return page(`Pay ${price}`, content);
}

function resultPage(order: BuyOrder): string {
  const [heading, text] = RESULTS[order.status] ?? ['Order status', `The order is in status ${order.status}.`];
  const { merchantName } = order.request;
  const content = html` <p class="merchant">${merchantName === '' ? 'Your purchase' : merchantName}</p>
    <h1>${heading}</h1>
    <p class="text">${text}</p>
    ${orderFacts(order)}`;
  return page(heading, content);
}

function orderFacts(order: BuyOrder): Html {
  const { request, quote } = order;
  return facts([
    ['You pay', `${request.amount} ${request.fiat}`],
    ['Payment method', order.payType],
    ['Service fee', `${quote.rampFee} ${request.fiat}`],
    ['Network fee', `${quote.networkFee} ${request.fiat}`],
    ['You receive', html`<strong>${quote.cryptoQuantity} ${request.crypto}</strong>`],
    ['Network', request.network],
    ['To address', shortened(request.address)],
    ['Memo', request.memo],
    ['Transaction', shortened(order.txHash)],
    ['Order', order.orderNo],
  ]);
}

function button(order: BuyOrder, act: string, label: string): Html {
  return html`<form method="post" action="${order.pageId}/${act}"><button class="${act}">${label}</button></form>`;
}
