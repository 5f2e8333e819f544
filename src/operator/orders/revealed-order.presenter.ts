import type { OpenedReceipt } from '../../callbacks/trade-receipts.types.js';
import { currentTrade } from '../../orders/model/fold.js';
import type { OrderFile, PersonalTrade } from '../../orders/model/order-file.types.js';
import type { Revealed } from './operator-orders.types.js';
import type { RevealedCallbackDto, RevealedOrderDto, RevealedTradeDto } from './order-acts.dto.js';

/** What an order holds of persons, not masked. */
export function presentRevealed({ file, personal, receipts, moreReceipts }: Revealed): RevealedOrderDto {
  const { address, memo, customerId, customerEmail, unreadable } = personal;
  const newest = file.trades.length === 0 ? null : currentTrade(file.trades).tradeNo;
  const current = personal.trades.find(({ tradeNo }) => tradeNo === newest);
  return {
    merchantOrderNo: file.order.merchantOrderNo,
    address,
    memo,
    customerId,
    customerEmail,
    metadata: file.order.metadata,
    payee: current?.payee ?? null,
    payoutAddress: current?.payoutAddress ?? null,
    unreadable: [...unreadable],
    trades: personal.trades.map((trade) => presentTrade(trade, file)),
    callbacks: receipts.map(presentCallback),
    moreCallbacks: moreReceipts,
  };
}

function presentTrade({ tradeNo, ...trade }: PersonalTrade, { trades }: OrderFile): RevealedTradeDto {
  const { address, memo, payoutAddress, orderPageUrl, payee } = trade;
  const lastSeen = trades.find((one) => one.tradeNo === tradeNo)?.lastSeen ?? null;
  return { merchantOrderNo: tradeNo, address, memo, payoutAddress, orderPageUrl, payee, lastSeen };
}

function presentCallback({ id, tradeNo, receivedAt, method, request }: OpenedReceipt): RevealedCallbackDto {
  const told = { id, tradeNo, receivedAt: receivedAt.toISOString(), method };
  if (request === null) return { ...told, query: null, headers: null, body: null, bodyBase64: null };
  const { query, headers, body } = request;
  const text = body.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(body);
  return {
    ...told,
    query,
    headers,
    body: isText ? text : null,
    bodyBase64: isText ? null : body.toString('base64'),
  };
}
