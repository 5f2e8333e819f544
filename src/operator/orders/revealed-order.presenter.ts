import type { OpenedReceipt } from '../../callbacks/callback-receipts.service.js';
import { currentTrade } from '../../orders/model/fold.js';
import type { OrderFile, PersonalTrade } from '../../orders/model/order-file.types.js';
import type { Revealed } from './operator-orders.types.js';
import type { ItemOf, ShownBy } from '../../platform/http/answers/shape.js';
import { REVEALED_ORDER } from './order-acts.dto.js';

export function presentRevealed(revealed: Revealed): ShownBy<typeof REVEALED_ORDER> {
  const { file, personal, receipts, moreReceipts } = revealed;
  const newest = file.trades.length === 0 ? null : currentTrade(file.trades).tradeNo;
  const current = personal.trades.find(({ tradeNo }) => tradeNo === newest);
  return REVEALED_ORDER.show({
    ...personal,
    merchantOrderNo: file.order.merchantOrderNo,
    metadata: file.order.metadata,
    payee: current?.payee ?? null,
    payoutAddress: current?.payoutAddress ?? null,
    trades: personal.trades.map((trade) => tradeOf(trade, file)),
    callbacks: receipts.map(callbackOf),
    moreCallbacks: moreReceipts,
  });
}

function tradeOf(trade: PersonalTrade, { trades }: OrderFile): ItemOf<typeof REVEALED_ORDER, 'trades'> {
  const lastSeen = trades.find(({ tradeNo }) => tradeNo === trade.tradeNo)?.lastSeen ?? null;
  return { ...trade, merchantOrderNo: trade.tradeNo, lastSeen };
}

function callbackOf({ request, ...receipt }: OpenedReceipt): ItemOf<typeof REVEALED_ORDER, 'callbacks'> {
  if (request === null) return { ...receipt, query: null, headers: null, body: null, bodyBase64: null };
  const { query, headers, body } = request;
  const text = body.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(body);
  const shown = isText ? { body: text, bodyBase64: null } : { body: null, bodyBase64: body.toString('base64') };
  return { ...receipt, query, headers, ...shown };
}
