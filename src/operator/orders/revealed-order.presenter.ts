import type { OpenedReceipt } from '../../callbacks/callback-receipts.service.js';
import { currentTrade } from '../../orders/model/fold.js';
import { anyObject, each, flag, moment, one, orNull, plain } from '../../platform/http/answers/shape.js';
import { shape, text, texts, uuid } from '../../platform/http/answers/shape.js';
import type { ItemOf, ShownBy } from '../../platform/http/answers/shape.js';
import type { Revealed } from './operator-orders.service.js';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PAYOUT_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const REVEALED_PAYEE = shape('RevealedPayeeDto', {
  name: orNull(text("The account holder's name.", 'Jane Doe')),
  account: orNull(text("The account's number, as far as the provider gives it.", '****6789')),
  card: orNull(text("The card's number, as far as the provider gives it.", '****1111')),
  email: orNull(text("The payee's e-mail address.", 'jane@example.com')),
});

const REVEALED_TRADE = shape('RevealedTradeDto', {
  tradeNo: text("The trade's number at the provider.", 'A-1001-r2'),
  address: orNull(text('The destination address of this trade; null for a sale.', ADDRESS)),
  memo: orNull(text('The memo; null: none.', '104857600')),
  payoutAddress: orNull(text('A sale: the address to which the customer sends the crypto.', PAYOUT_ADDRESS)),
  orderPageUrl: orNull(
    text("A sale: the provider's page of it.", 'https://provider.example/orders/1059023474927243264'),
  ),
  payee: orNull(
    one('A sale: the recipient of the payout; null: not stated, or it cannot be decrypted.', REVEALED_PAYEE),
  ),
  lastSeen: orNull(
    anyObject("The provider's newest record as stored, without unneeded fields.", {
      orderNo: '1059023474927243264',
      status: 'PENDING',
    }),
  ),
});

const REVEALED_CALLBACK = shape('RevealedCallbackDto', {
  id: uuid("The callback's id.", '1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  tradeNo: text("The trade in the callback's URL.", 'A-1001-r2'),
  receivedAt: moment('The time of receipt.'),
  method: text('The HTTP method.', 'POST'),
  query: orNull(text('The query string; null, here and below: it cannot be decrypted.', '')),
  headers: orNull(
    plain<Readonly<Record<string, string>>>('The headers that are kept.', {
      type: 'object',
      additionalProperties: { type: 'string' },
      example: { 'content-type': 'application/json' },
    }),
  ),
  body: orNull(text('The body when it is UTF-8.', '{"orderNo":"1059023474927243264","status":"FINISHED"}')),
  bodyBase64: orNull(
    plain<string>('The body in base64 when it is not.', {
      type: String,
      contentEncoding: 'base64',
      example: '/wD/',
    } as object),
  ),
});

export const REVEALED_ORDER = shape('RevealedOrderDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  address: orNull(text('The destination address; null for a sale.', ADDRESS)),
  memo: orNull(text('The memo; null: none.', '104857600')),
  customerId: orNull(text("The merchant's own id of the customer; null: not stated.", 'customer-4711')),
  customerEmail: orNull(text("The customer's e-mail address; null: none is kept.", 'jane@example.com')),
  metadata: anyObject("What the merchant's server has noted.", { cart: '8841' }),
  payee: orNull(one("The newest trade's recipient of a sale's payout.", REVEALED_PAYEE)),
  payoutAddress: orNull(text("The newest trade's address to which the customer sends the crypto.", PAYOUT_ADDRESS)),
  unreadable: texts('Names of stored values that cannot be decrypted.', ['customerEmail']),
  trades: each('Oldest first.', REVEALED_TRADE),
  callbacks: each('The newest callbacks, newest first.', REVEALED_CALLBACK),
  moreCallbacks: flag('There are further, older callbacks.', false),
});

export function presentRevealed({ file, personal, ...callbacks }: Revealed): ShownBy<typeof REVEALED_ORDER> {
  const newest = file.trades.length === 0 ? null : currentTrade(file.trades).tradeNo;
  const current = personal.trades.find(({ tradeNo }) => tradeNo === newest);
  const lastSeen = new Map(file.trades.map((trade) => [trade.tradeNo, trade.lastSeen]));
  return REVEALED_ORDER.show({
    ...personal,
    merchantOrderNo: file.order.merchantOrderNo,
    metadata: file.order.metadata,
    payee: current?.payee ?? null,
    payoutAddress: current?.payoutAddress ?? null,
    trades: personal.trades.map((trade) => ({
      ...trade,
      lastSeen: lastSeen.get(trade.tradeNo) ?? null,
    })),
    callbacks: callbacks.receipts.map(callbackOf),
    moreCallbacks: callbacks.moreReceipts,
  });
}

function callbackOf({ request, ...receipt }: OpenedReceipt): ItemOf<typeof REVEALED_ORDER, 'callbacks'> {
  if (request === null) return { ...receipt, query: null, headers: null, body: null, bodyBase64: null };
  const { query, headers, body } = request;
  const text = body.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(body);
  const shown = isText ? { body: text, bodyBase64: null } : { body: null, bodyBase64: body.toString('base64') };
  return { ...receipt, query, headers, ...shown };
}
