import { createHash } from 'node:crypto';
import { buyPrices, findPair, sellPrices } from './catalog.js';
import { APP_ID } from './signed-request.js';
import type { Fields } from './signed-request.js';
import type { Trade } from './trade.js';

/** What a query is answered: the truth, but for a lie. */
export function recordOf(trade: Trade): Fields {
  const { orderNo, status, lie } = trade;
  const { crypto = '', network = '', fiat = '' } = trade.terms;
  const sideOnly = trade.side === 'BUY' ? buyFields(trade) : sellFields(trade);
  const record = { orderNo, status, appId: APP_ID, crypto, network, fiat, ...sideOnly };
  return lie === null ? record : { ...record, [lie.field]: lie.value };
}

function buyFields(trade: Trade): Fields {
  const { fiat = '', amount = '', address = '', alpha2 = '' } = trade.terms;
  const moves = trade.drifts && trade.paidAt === null ? 0.97 + 0.06 * trade.dice.number() : 1;
  const drift = moves * Number(trade.terms['drift'] ?? 1);
  const sentAt = trade.firstAt('TRANSFER', 'FINISHED');
  return {
    side: 'BUY',
    address,
    amount,
    alpha2,
    payType: 'VISA',
    tokenAddress: '',
    rampFeeUnit: fiat,
    createTime: time(trade.firstAt('PENDING')),
    payTime: time(trade.paidAt),
    txTime: time(sentAt),
    txHash: sentAt === null ? '' : `0x${digest('transaction', trade)}`,
    ...buyPrices(pairOf(trade), fiat, amount, drift),
    ...(trade.status === 'FINISHED' ? { fiatInUSD: amount, rampFeeInUSD: '1.00', cryptoAmountInUSDT: amount } : {}),
  };
}

function sellFields(trade: Trade): Fields {
  const { fiat = '', cryptoAmount = '' } = trade.terms;
  const { paidAt } = trade;
  return {
    ...sellPrices(pairOf(trade), fiat, cryptoAmount),
    merchantOrderNo: trade.tradeNo ?? '',
    address: `0x${digest('deposit', trade).slice(0, 40)}`,
    cryptoAmount,
    completeTime: time(paidAt),
    payTime: time(trade.firstAt('3')),
    receiptTime: time(trade.firstAt('4')),
    ...(paidAt === null ? {} : { cryptoActualAmount: cryptoAmount, txHash: `0x${digest('transaction', trade)}` }),
    email: 'seller@customers.example',
    name: 'A. Seller',
    account: '****4821',
    card: '',
    paymentType: '10001',
    orderAddress: `https://pay.provider.example/orders/${trade.orderNo}`,
    failReason: trade.firstAt('5') === null ? '' : 'The bank returned the payout',
  };
}

function pairOf({ terms: { crypto = '', network = '' } }: Trade) {
  const pair = findPair(crypto, network);
  if (pair === null) throw new TypeError(`there is no ${crypto} on ${network}`);
  return pair;
}

/** `yyyyMMdd HH:mm:ss` in UTC. */
const time = (at: number | null): string =>
  at === null ? '' : new Date(at).toISOString().slice(0, 19).replaceAll('-', '').replace('T', ' ');

const digest = (what: string, { orderNo }: Trade): string =>
  createHash('sha256').update(`${what} ${orderNo}`).digest('hex');
